// What glibc's pthread_cleanup_push expands to. The handler runs when the block ends or the thread
// exits; here a thread is never cancelled, and exiting ends the program.
#include "smew.h"
#include <stdlib.h>

void __pthread_register_cancel(void *buffer) { (void)buffer; }

void __pthread_unregister_cancel(void *buffer) { (void)buffer; }

_Noreturn void __pthread_unwind_next(void *buffer) {
  (void)buffer;
  __smew_unmodelled("unwinding of a thread");
  abort();
}
