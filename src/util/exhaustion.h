/* What becomes of a process whose memory is exhausted: it ends with a message, and keeps what
   results it has. */
#ifndef UTIL_EXHAUSTION_H
#define UTIL_EXHAUSTION_H

#include <stddef.h>

/* What is to be done first. It may end the process itself, and must not allocate. */
typedef void exhaustion_rescue(void *context);

/* Sets it; NULL: nothing. */
void exhaustion_set_rescue(exhaustion_rescue *rescue, void *context);
/* Ends the process; `size` is what was requested last, 0 if that is not known. Libraries in C++ end
   up here, too, instead of throwing an exception. */
_Noreturn void exhaustion_end(size_t size);

#endif
