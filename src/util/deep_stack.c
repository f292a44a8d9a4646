/* A stack for recursion over deeply nested input: that of a thread. The size of the main thread's
   stack is set by the user's shell, usually 8 MB, which ten thousand levels of a few functions
   exceed. */
#include "util/deep_stack.h"

#include <pthread.h>
#include <stddef.h>

enum { STACK_SIZE = 256 << 20 };

struct call {
  void (*function)(void *context);
  void *context;
};

static void *make_call(void *argument) {
  struct call *call = argument;
  call->function(call->context);
  return NULL;
}

void deep_stack_call(void (*function)(void *context), void *context) {
  struct call call = {function, context};
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_SIZE);
  if (pthread_create(&thread, &attributes, make_call, &call) == 0)
    pthread_join(thread, NULL);
  else
    function(context);
  pthread_attr_destroy(&attributes);
}
