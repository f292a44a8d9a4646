/* A program may read a pipe that nobody writes to, or sleep for a year. The thread that watches the
   limits interrupts the call again and again (util/watch.c), so that it does not matter whether
   the first signal came just before the call. What remains of a sleep or a poll is asked for when
   the signal was none of the program's business. */
#include "exec/builtin/host_wait.h"

#include "util/clock.h"
#include "util/watch.h"

#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static bool may_wait(long number) {
  return number == SYS_read || number == SYS_write || number == SYS_openat ||
         number == SYS_openat2 || number == SYS_poll || number == SYS_clock_nanosleep ||
         number == SYS_pread64 || number == SYS_getrandom;
}

static long make_call(long number, const long *values) {
  long result = syscall(number, values[0], values[1], values[2], values[3], values[4], values[5]);
  return result == -1 ? -errno : result;
}

/* A sleep of a certain length, not one until a certain time: what is left is put into `left`. */
static bool is_relative_sleep(long number, const long *values) {
  return number == SYS_clock_nanosleep && !(values[1] & TIMER_ABSTIME) && values[2] != 0;
}

/* Memory that runs out ends other paths, or this one later. */
static bool must_end(const struct watch *watch) {
  return watch->is_interrupted || watch->is_out_of_time;
}

long host_wait_call(struct watch *watch, long number, const long values[6], bool *is_cut_off) {
  if (!may_wait(number)) return make_call(number, values);
  long now[6] = {values[0], values[1], values[2], values[3], values[4], values[5]};
  struct timespec left;
  double begun = clock_seconds();
  if (is_relative_sleep(number, values) && values[3] == 0) now[3] = (long)&left;
  for (;;) {
    watch_wait(watch);
    long result = must_end(watch) ? -EINTR : make_call(number, now);
    watch_go_on(watch);
    if (result != -EINTR) return result;
    if (must_end(watch)) {
      *is_cut_off = true;
      return result;
    }
    if (is_relative_sleep(number, values)) now[2] = now[3];
    if (number == SYS_poll && (int)values[2] > 0) {
      double remains = (int)values[2] - (clock_seconds() - begun) * 1000;
      now[2] = remains > 0 ? (long)remains : 0;
    }
  }
}
