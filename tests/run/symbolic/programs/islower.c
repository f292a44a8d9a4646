// The tutorial's character test, as ranges, as a table and as the libc's.
// RUN: rm -rf %t && mkdir %t
// RUN: %clean --output-dir %t/ranges %s 2>&1 | FileCheck %s --check-prefix=RANGES
// RUN: %clean --output-dir %t/table -D TABLE %s 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: %clean --output-dir %t/libc -D LIBC %s 2>&1 | FileCheck %s --check-prefix=LIBC
// RUN: %clean --output-dir %t/same -D SAME %s 2>&1 | FileCheck %s --check-prefix=SAME
// RANGES: smew: 3 paths, 0 errors
// TABLE: smew: 2 paths, 0 errors
// LIBC: smew: 2 paths, 0 errors
// SAME: 0 failed, 0 cut off
// SAME: complete
#include <ctype.h>
#include <klee/klee.h>

static int by_range(unsigned char c) {
  if (c >= 'a') {
    if (c <= 'z') return 1;
    return 0;
  }
  return 0;
}

static int by_table(unsigned char c) {
  static const char lower[256] = {['a' ... 'z'] = 1};
  if (lower[c]) return 1;
  return 0;
}

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
#if defined TABLE
  return by_table(c);
#elif defined LIBC
  if ((islower)(c)) return 1;
  return 0;
#elif defined SAME
  klee_assert(by_range(c) == by_table(c));
  klee_assert(by_table(c) == !!islower(c));
  return 0;
#else
  return by_range(c);
#endif
}
