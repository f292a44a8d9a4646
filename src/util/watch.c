/* A thread that wakes up periodically, checks the clock and the memory of the process, and sets
   flags. Checking the clock and the kernel in every loop instead would be slower and would not work
   in foreign code, LLVM's above all.

   A loop that does not check the flags is a bug; the limit holds all the same: if the working
   thread continues for much longer than allowed, the process ends with the results it has. The
   excess is measured in processor time of that thread, so that a busy machine makes no difference;
   wall-clock time counts for a thread that is blocked. */
#include "util/watch.h"

#include "util/clock.h"
#include "util/fault.h"
#include "util/process_memory.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOOK_NANOSECONDS = 20 * 1000 * 1000 };
/* Beyond its limit, memory counts again when it has grown by 1 / GROWTH. */
enum { GROWTH = 32 };
/* What loading a program may use in any case: clang alone takes a hundred megabytes. */
enum { LOADING_BYTES = 256 << 20 };
/* Seconds that the working thread has to stop, in processor time and by the clock, plus a twentieth
   of the limit. */
static const double patience = 2, long_patience = 10;

const char *watch_reason(const struct watch *watch) {
  if (watch->is_interrupted) return "interrupted";
  if (watch->is_out_of_time) return "time limit reached (--max-time)";
  if (watch->is_out_of_memory) return "memory limit reached (--max-memory)";
  return NULL;
}

void watch_interrupt(struct watch *watch) {
  watch->is_interrupted = true;
  watch->must_stop = true;
}

void watch_hurry(struct watch *watch) {
  watch->must_hurry = true;
  watch_interrupt(watch);
}

/* While loading there are no results to keep, so the signal has its default effect. */
static void die_of(const struct watch *watch, int signal) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  pid_t child = watch->child;
  if (child > 0) kill(child, SIGKILL);
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
  raise(signal);
}

void watch_take_signal(struct watch *watch, int signal) {
  if (watch->phase == WATCH_LOADING)
    die_of(watch, signal);
  else if (watch->phase == WATCH_RUNNING && !watch->is_interrupted)
    watch_interrupt(watch);
  else if (!watch->must_hurry)
    watch_hurry(watch);
  else if (!watch->must_die)
    watch->must_die = true;
  else
    _exit(WATCH_DEATH_STATUS);
}

void watch_bear_memory(struct watch *watch) {
  watch->borne = process_memory().resident;
  watch->is_out_of_memory = false;
  watch->must_stop = watch->is_interrupted || watch->is_out_of_time;
}

void watch_enter(struct watch *watch, enum watch_phase phase) {
  watch->child = 0;
  watch->phase = (int)phase;
}

static bool has_too_much(struct watch *watch) {
  if (watch->most_bytes == 0) return false;
  uint64_t bytes = process_memory().resident;
  pid_t child = watch->child;
  if (child > 0) bytes += process_memory_of(child).resident;
  uint64_t borne = watch->borne, most = watch->most_bytes;
  if (watch->phase == WATCH_LOADING && most < LOADING_BYTES) most = LOADING_BYTES;
  if (bytes <= most) watch->borne = 0;
  return bytes > most && (borne == 0 || bytes > borne + most / GROWTH);
}

static void look(struct watch *watch) {
  if (watch->ends_at != 0 && clock_seconds() >= watch->ends_at) watch->is_out_of_time = true;
  if (watch->phase != WATCH_ENDING && !watch->is_out_of_memory && has_too_much(watch))
    watch->is_out_of_memory = true;
  if (watch->is_interrupted || watch->is_out_of_time || watch->is_out_of_memory)
    watch->must_stop = true; /* repeatedly: watch_bear_memory may have cleared it */
}

static void say(const char *reason, const char *more, const char *still_more) {
  char text[256];
  int length = snprintf(text, sizeof text, "smew: %s%s%s\n", reason, more, still_more);
  if (write(STDERR_FILENO, text, (size_t)length) < 0) return; /* standard error is closed */
}

static void end_loading(const struct watch *watch) {
  pid_t child = watch->child;
  if (child > 0) kill(child, SIGKILL);
  say(watch_reason(watch), "", " before the exploration had begun");
  _exit(SMEW_EXIT_USAGE);
}

/* Ends a system call; ignored unless watch_begin has been called, and blocked outside of such
   calls, so that no other call of smew's ever ends with EINTR for it. */
enum { WAKING_SIGNAL = SIGURG };

static void wake_up(int signal) { (void)signal; }

static void block_waking(int how) {
  sigset_t waking;
  sigemptyset(&waking);
  sigaddset(&waking, WAKING_SIGNAL);
  pthread_sigmask(how, &waking, NULL);
}

static void expect_waking(void) {
  struct sigaction action = {.sa_handler = wake_up}; /* no SA_RESTART */
  sigemptyset(&action.sa_mask);
  sigaction(WAKING_SIGNAL, &action, NULL);
  block_waking(SIG_BLOCK);
}

void watch_wait(struct watch *watch) {
  watch->is_waiting = true;
  block_waking(SIG_UNBLOCK);
}

void watch_go_on(struct watch *watch) {
  block_waking(SIG_BLOCK);
  watch->is_waiting = false;
}

static double thread_seconds(pthread_t thread) {
  clockid_t clock;
  struct timespec time = {0};
  if (pthread_getcpuclockid(thread, &clock) == 0) clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Since when must_stop has been set without being noticed. */
struct stall {
  bool has_begun;
  double used, clock, extra;
};

static void end_stalled(const struct watch *watch) {
  int status = watch->rescue ? watch->rescue(watch->rescue_context) : SMEW_EXIT_FAULT;
  say(watch_reason(watch), watch->must_die ? "" : "; the run did not stop by itself",
      "; what was written before is complete");
  _exit(watch->must_die ? WATCH_DEATH_STATUS : status);
}

static void look_for_stall(const struct watch *watch, struct stall *stall) {
  if (watch->must_die) end_stalled(watch);
  if (watch->phase == WATCH_ENDING ? !watch->must_hurry : !watch->must_stop) {
    stall->has_begun = false;
    return;
  }
  double used = thread_seconds(watch->main), clock = clock_seconds();
  if (!stall->has_begun) {
    stall->has_begun = true;
    stall->used = used;
    stall->clock = clock;
  } else if (used - stall->used > patience + stall->extra ||
             clock - stall->clock > long_patience + stall->extra) {
    end_stalled(watch);
  }
}

static void *watch_process(void *context) {
  struct watch *watch = context;
  double left = watch->ends_at == 0 ? 0 : watch->ends_at - clock_seconds();
  struct stall stall = {.extra = left / 20};
  pthread_mutex_lock(&watch->mutex);
  while (!watch->has_ended) {
    struct timespec time = clock_after(LOOK_NANOSECONDS);
    pthread_cond_timedwait(&watch->ended, &watch->mutex, &time);
    if (watch->has_ended) continue;
    look(watch);
    if (watch->must_stop && watch->phase == WATCH_LOADING) end_loading(watch);
    if (watch->must_stop && watch->is_waiting) pthread_kill(watch->main, WAKING_SIGNAL);
    look_for_stall(watch, &stall);
  }
  pthread_mutex_unlock(&watch->mutex);
  return NULL;
}

/* The thread blocks all signals: they are for the working thread. */
static void start_thread(struct watch *watch) {
  sigset_t all, before;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&watch->mutex, NULL);
  pthread_cond_init(&watch->ended, &attributes);
  pthread_condattr_destroy(&attributes);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&watch->thread, NULL, watch_process, watch);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error != 0) {
    fprintf(stderr, "smew: cannot start a thread that watches the limits: %s\n", strerror(error));
    exit(SMEW_EXIT_FAULT);
  }
  watch->has_thread = true;
}

void watch_begin(struct watch *watch, double seconds, uint64_t most_bytes) {
  *watch = (struct watch){.phase = WATCH_LOADING,
                          .ends_at = seconds > 0 ? clock_seconds() + seconds : 0,
                          .most_bytes = most_bytes,
                          .main = pthread_self()};
  expect_waking();
  start_thread(watch);
}

void watch_begin_anew(struct watch *watch, double seconds) {
  watch_begin(watch, seconds, watch->most_bytes);
}

/* Waking it up would take longer than running a short program. */
void watch_dismiss(struct watch *watch) { watch->has_ended = true; }

void watch_end(struct watch *watch) {
  if (!watch->has_thread) return;
  pthread_mutex_lock(&watch->mutex);
  watch->has_ended = true;
  pthread_cond_signal(&watch->ended);
  pthread_mutex_unlock(&watch->mutex);
  pthread_join(watch->thread, NULL);
  pthread_cond_destroy(&watch->ended);
  pthread_mutex_destroy(&watch->mutex);
  watch->has_thread = false;
}
