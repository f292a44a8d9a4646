// What the _FORTIFY_SOURCE variants of functions share. The compiler passes the size of the
// destination object as it sees it, (size_t)-1 where it does not know.
#ifndef FORTIFY_H
#define FORTIFY_H

#include <stddef.h>

// Says what happened, as glibc does, and aborts.
_Noreturn void __chk_fail(void);

static inline void check_size(size_t needed, size_t room) {
  if (needed > room) __chk_fail();
}

// For arrays of more than bytes, whose size may overflow when computed.
static inline void check_count(size_t count, size_t element_size, size_t room) {
  if (count > room / element_size) __chk_fail();
}

#endif
