/* How much of a long test runs: all of it in make check-long (LONG=1), a part in make check. */
#ifndef TESTS_UNIT_EFFORT_H
#define TESTS_UNIT_EFFORT_H

#include <stdlib.h>

static inline int effort(int count, int parts) {
  return getenv("LONG") != NULL ? count : count / parts;
}

#endif
