// Time. The clock is the host's, or stands still: then it moves only when the program sleeps, and
// sleeping takes no time. Timers can be set and never go off.
#include "posix/posix.h"
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

enum { BEGINNING = 1750000000, UPTIME = 1000, NANOSECONDS = 1000000000, TICKS = 100 };

static struct timespec slept; // since the program began

static struct timespec add(struct timespec a, struct timespec b) {
  struct timespec sum = {a.tv_sec + b.tv_sec, a.tv_nsec + b.tv_nsec};
  if (sum.tv_nsec >= NANOSECONDS) {
    sum.tv_nsec -= NANOSECONDS;
    sum.tv_sec++;
  }
  return sum;
}

// Of processor time none ever passes.
static long read_fixed_clock(int clock, struct timespec *time) {
  switch (clock) {
  case CLOCK_REALTIME:
  case CLOCK_REALTIME_COARSE:
  case CLOCK_TAI: *time = add((struct timespec){BEGINNING, 0}, slept); return 0;
  case CLOCK_MONOTONIC:
  case CLOCK_MONOTONIC_RAW:
  case CLOCK_MONOTONIC_COARSE:
  case CLOCK_BOOTTIME: *time = add((struct timespec){UPTIME, 0}, slept); return 0;
  case CLOCK_PROCESS_CPUTIME_ID:
  case CLOCK_THREAD_CPUTIME_ID: *time = (struct timespec){0}; return 0;
  default: return -EINVAL;
  }
}

static long read_clock(int clock, struct timespec *time) {
  if (__posix_world.has_fixed_clock) return read_fixed_clock(clock, time);
  return host(SYS_clock_gettime, clock, (long)time, 0, 0);
}

struct timespec __posix_now(void) {
  struct timespec time = {0};
  read_clock(CLOCK_REALTIME, &time);
  return time;
}

void __posix_sleep(long seconds, long nanoseconds) {
  struct timespec time = {seconds, nanoseconds};
  if (__posix_world.has_fixed_clock)
    slept = add(slept, time);
  else
    host(SYS_clock_nanosleep, CLOCK_REALTIME, 0, (long)&time, 0);
}

long __posix_clock_gettime(const struct call *call) {
  struct timespec time;
  long status = read_clock((int)call->a[0], &time);
  if (status == 0) *(struct timespec *)call->a[1] = time;
  return status;
}

long __posix_clock_getres(const struct call *call) {
  struct timespec time;
  if (!__posix_world.has_fixed_clock) return __posix_pass(call);
  long status = read_fixed_clock((int)call->a[0], &time);
  if (status == 0 && call->a[1]) *(struct timespec *)call->a[1] = (struct timespec){0, 1};
  return status;
}

long __posix_gettimeofday(const struct call *call) {
  struct timeval *result = (struct timeval *)call->a[0];
  struct timespec time = __posix_now();
  if (result) *result = (struct timeval){time.tv_sec, time.tv_nsec / 1000};
  if (call->a[1]) memset((void *)call->a[1], 0, sizeof(struct timezone));
  return 0;
}

long __posix_time(const struct call *call) {
  time_t *result = (time_t *)call->a[0];
  time_t seconds = __posix_now().tv_sec;
  if (result) *result = seconds;
  return seconds;
}

long __posix_times(const struct call *call) {
  struct tms *result = (struct tms *)call->a[0];
  if (!__posix_world.has_fixed_clock) {
    long status = __posix_pass(call);
    if (status != -1 && result)
      result->tms_cutime = result->tms_cstime = 0; // there are no children
    return status;
  }
  if (result) *result = (struct tms){0};
  return (UPTIME + slept.tv_sec) * TICKS;
}

// ---- sleeping ----

static bool is_valid(const struct timespec *time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < NANOSECONDS;
}

static long sleep_until(int clock, const struct timespec *end) {
  struct timespec now;
  long status = read_fixed_clock(clock, &now);
  if (status < 0) return status;
  long seconds = end->tv_sec - now.tv_sec, nanoseconds = end->tv_nsec - now.tv_nsec;
  if (nanoseconds < 0) {
    nanoseconds += NANOSECONDS;
    seconds--;
  }
  if (seconds >= 0) __posix_sleep(seconds, nanoseconds);
  return 0;
}

long __posix_clock_nanosleep(const struct call *call) {
  const struct timespec *time = (const struct timespec *)call->a[2];
  if (!__posix_world.has_fixed_clock) return __posix_pass(call);
  struct timespec now;
  if (read_fixed_clock((int)call->a[0], &now) < 0 || !is_valid(time)) return -EINVAL;
  if (call->a[1] & TIMER_ABSTIME) return sleep_until((int)call->a[0], time);
  __posix_sleep(time->tv_sec, time->tv_nsec);
  return 0;
}

long __posix_nanosleep(const struct call *call) {
  return __posix_clock_nanosleep(
      &(struct call){SYS_clock_nanosleep, {CLOCK_REALTIME, 0, call->a[0], call->a[1]}});
}

// ---- timers ----

static struct itimerval timers[3]; // as they were set

static bool is_valid_time(const struct timeval *time) {
  return time->tv_sec >= 0 && time->tv_usec >= 0 && time->tv_usec < 1000000;
}

long __posix_setitimer(const struct call *call) {
  const struct itimerval *new = (const struct itimerval *)call->a[1];
  if (call->a[0] < 0 || call->a[0] > 2) return -EINVAL;
  if (new && !(is_valid_time(&new->it_value) && is_valid_time(&new->it_interval))) return -EINVAL;
  if (call->a[2]) *(struct itimerval *)call->a[2] = timers[call->a[0]];
  timers[call->a[0]] = new ? *new : (struct itimerval){0};
  return 0;
}

long __posix_getitimer(const struct call *call) {
  if (call->a[0] < 0 || call->a[0] > 2) return -EINVAL;
  *(struct itimerval *)call->a[1] = timers[call->a[0]];
  return 0;
}

long __posix_alarm(const struct call *call) {
  long left = timers[0].it_value.tv_sec;
  timers[0] = (struct itimerval){.it_value.tv_sec = call->a[0]};
  return left;
}
