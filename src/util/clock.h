/* The clock for limits and rates. */
#ifndef UTIL_CLOCK_H
#define UTIL_CLOCK_H

#include <time.h>

enum { CLOCK_NANOSECONDS = 1000 * 1000 * 1000 }; /* in a second */

/* Seconds on the monotonic clock. */
static inline double clock_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Seconds of processor time that the process has used. Takes a system call. */
static inline double clock_processor_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The same of the calling thread: without those that write tests, or wait. */
static inline double clock_thread_seconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The time on the monotonic clock that many nanoseconds (less than a second) from now. */
static inline struct timespec clock_after(long nanoseconds) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  time.tv_nsec += nanoseconds;
  if (time.tv_nsec >= CLOCK_NANOSECONDS) {
    time.tv_nsec -= CLOCK_NANOSECONDS;
    time.tv_sec++;
  }
  return time;
}

#endif
