// The older ways to ask for the time and to sleep, in terms of the host's clocks.
#include "posix/posix.h"
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>

static struct timespec now(void) {
  struct timespec time = {0};
  host(SYS_clock_gettime, CLOCK_REALTIME, (long)&time, 0, 0);
  return time;
}

long __posix_gettimeofday(const struct call *call) {
  struct timeval *result = (struct timeval *)call->a[0];
  struct timespec time = now();
  if (result) *result = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
  if (call->a[1]) memset((void *)call->a[1], 0, sizeof(struct timezone));
  return 0;
}

long __posix_time(const struct call *call) {
  time_t *result = (time_t *)call->a[0];
  time_t seconds = now().tv_sec;
  if (result) *result = seconds;
  return seconds;
}

long __posix_nanosleep(const struct call *call) {
  return host(SYS_clock_nanosleep, CLOCK_REALTIME, 0, call->a[0], call->a[1]);
}
