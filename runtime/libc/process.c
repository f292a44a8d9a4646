// What musl writes in assembly for new processes and the dynamic linker: neither exists here.
#include "pthread_impl.h"
#include "smew.h"
#include <link.h>

int __clone(int (*entry)(void *), void *stack, int flags, void *argument, ...) {
  (void)entry;
  (void)stack;
  (void)flags;
  (void)argument;
  __smew_missing("process creation");
}

// Only a child process calls it.
void __reset_tls(void) {}

// The address a signal handler returns to; the signal model calls handlers as functions instead.
void __restore_rt(void) {}

// There are no program headers to visit.
int dl_iterate_phdr(int (*visit)(struct dl_phdr_info *info, size_t size, void *data), void *data) {
  (void)visit;
  (void)data;
  return 0;
}
