// The end of a program whose buffer overflowed in a fortified function.
#include "glibc/fortify.h"
#include <stdlib.h>
#include <unistd.h>

_Noreturn void __fortify_fail(const char *what);

_Noreturn void __fortify_fail(const char *what) {
  static const char before[] = "*** ", after[] = " ***: terminated\n";
  size_t length = 0;
  while (what[length]) length++;
  (void)!write(2, before, sizeof(before) - 1);
  (void)!write(2, what, length);
  (void)!write(2, after, sizeof(after) - 1);
  abort();
}

_Noreturn void __chk_fail(void) { __fortify_fail("buffer overflow detected"); }
