// Clocks agree with each other and do not run backwards.
#include "../observe.h"
#include <sys/time.h>
#include <time.h>

static long long nanoseconds(struct timespec time) { return time.tv_sec * 1000000000LL + time.tv_nsec; }

static long long now(clockid_t clock) {
  struct timespec time;
  MUST(clock_gettime(clock, &time) == 0);
  return nanoseconds(time);
}

int main(void) {
  struct timespec time_spec;
  struct timeval time_val;
  time_t seconds, stored;
  seconds = time(&stored);
  IS(seconds == stored);
  IS(seconds > 1600000000);
  SEE(gettimeofday(&time_val, NULL));
  IS(time_val.tv_sec - seconds <= 5 && time_val.tv_sec >= seconds);
  IS(time_val.tv_usec >= 0 && time_val.tv_usec < 1000000);
  SEE(clock_gettime(CLOCK_REALTIME, &time_spec));
  IS(time_spec.tv_sec - seconds <= 5 && time_spec.tv_sec >= seconds);
  IS(time_spec.tv_nsec >= 0 && time_spec.tv_nsec < 1000000000);
  long long before = now(CLOCK_MONOTONIC), after = now(CLOCK_MONOTONIC);
  IS(after >= before);
  IS(now(CLOCK_BOOTTIME) >= 0);
  IS(now(CLOCK_PROCESS_CPUTIME_ID) >= 0);
  IS(now(CLOCK_THREAD_CPUTIME_ID) >= 0);
  IS(now(CLOCK_REALTIME_COARSE) > 0);
  IS(clock() >= 0);
  SEE(clock_getres(CLOCK_REALTIME, &time_spec));
  IS(time_spec.tv_sec == 0 && time_spec.tv_nsec > 0);
  SEE(clock_gettime(77, &time_spec));
  SEE(clock_getres(77, &time_spec));
  part("sleeping takes time");
  before = now(CLOCK_MONOTONIC);
  struct timespec moment = {0, 5000000}, left = {0, 0};
  SEE(nanosleep(&moment, &left));
  IS(now(CLOCK_MONOTONIC) - before >= 5000000);
  before = now(CLOCK_MONOTONIC);
  SEE(usleep(2000));
  IS(now(CLOCK_MONOTONIC) - before >= 2000000);
  ERROR(clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, NULL));
  struct timespec past = {0, 1};
  ERROR(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &past, NULL));
  part("refused");
  struct timespec wrong = {0, 1000000000}, negative = {-1, 0};
  SEE(nanosleep(&wrong, NULL));
  SEE(nanosleep(&negative, NULL));
  ERROR(clock_nanosleep(CLOCK_REALTIME, 0, &wrong, NULL));
  ERROR(clock_nanosleep(77, 0, &moment, NULL));
  IS(sleep(0));
  return 0;
}
