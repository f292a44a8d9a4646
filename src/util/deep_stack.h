/* A stack for recursion over deeply nested input. */
#ifndef UTIL_DEEP_STACK_H
#define UTIL_DEEP_STACK_H

/* Calls the function on a stack of 256 MB, of which only the used part takes memory, and waits for
   it. If such a stack cannot be allocated, calls it on the caller's. */
void deep_stack_call(void (*function)(void *context), void *context);

#endif
