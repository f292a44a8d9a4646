// Threads, as far as a program with one of them can tell: creating another ends the path, the one
// there is can exit (which ends the program, as it is the last), and cleanup handlers nest.
#include "pthread_impl.h"
#include "smew.h"
#include <pthread.h>
#include <stdlib.h>

static void nothing(void) {}
weak_alias(nothing, __pthread_tsd_run_dtors);

int __pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attributes,
                     void *(*entry)(void *), void *restrict argument) {
  (void)thread;
  (void)attributes;
  (void)entry;
  (void)argument;
  __smew_missing("thread creation");
}
weak_alias(__pthread_create, pthread_create);

_Noreturn void __pthread_exit(void *result) {
  struct __pthread *self = __pthread_self();
  self->canceldisable = 1;
  self->result = result;
  while (self->cancelbuf) {
    struct __ptcb *handler = self->cancelbuf;
    self->cancelbuf = handler->__next;
    handler->__f(handler->__x);
  }
  __pthread_tsd_run_dtors();
  exit(0);
}
weak_alias(__pthread_exit, pthread_exit);

void __do_cleanup_push(struct __ptcb *handler) {
  struct __pthread *self = __pthread_self();
  handler->__next = self->cancelbuf;
  self->cancelbuf = handler;
}

void __do_cleanup_pop(struct __ptcb *handler) { __pthread_self()->cancelbuf = handler->__next; }

// The only possible target is the thread itself, for which a deferred request takes effect at the
// next cancellation point: the system calls have none here.
int pthread_cancel(pthread_t thread) {
  (void)thread;
  __smew_missing("thread cancellation");
}
