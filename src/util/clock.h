/* The time that limits and rates are measured by. */
#ifndef UTIL_CLOCK_H
#define UTIL_CLOCK_H

#include <time.h>

/* Seconds on a clock that nobody sets. */
static inline double clock_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

#endif
