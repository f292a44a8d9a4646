// The processor's time-stamp counter, as rdtsc reads it: nanoseconds, and never the same twice.
#include <time.h>

unsigned long __smew_timestamp(void);
unsigned long __smew_timestamp(void) {
  static unsigned long last;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  unsigned long stamp = (unsigned long)now.tv_sec * 1000000000 + (unsigned long)now.tv_nsec;
  last = stamp > last ? stamp : last + 1;
  return last;
}
