/* Watches time, memory and the user during a run, so that its limits hold in every phase. Long
   computations check `must_stop` every few milliseconds and then give up. What cannot check it
   (reading a program with LLVM) is ended from outside. */
#ifndef UTIL_WATCH_H
#define UTIL_WATCH_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum watch_phase {
  WATCH_LOADING, /* there are no results yet: a limit ends the process at once, with a message */
  WATCH_RUNNING, /* must_stop is checked */
  WATCH_ENDING   /* results are being written; only must_hurry shortens that */
};

/* What to do to save results if the process has to end in the middle of something. Runs in its own
   thread; returns the exit status. */
typedef int watch_rescue(void *context);

enum { WATCH_DEATH_STATUS = 130 };

struct watch {
  volatile bool must_stop;  /* one of the next three */
  volatile bool must_hurry; /* shorten the end of the run too: the user has asked twice */
  volatile bool must_die;   /* with only what has been written */
  volatile bool is_interrupted, is_out_of_time, is_out_of_memory;
  volatile bool is_waiting; /* the working thread, in a system call that may never end */
  volatile int phase;       /* enum watch_phase */
  volatile pid_t child;     /* a child process that works for this one while loading; 0: none */
  double ends_at;           /* on the monotonic clock; 0: never */
  uint64_t most_bytes;      /* resident; 0: no limit */
  volatile uint64_t borne;  /* resident bytes above the limit that are known and tolerated */
  watch_rescue *rescue;     /* or NULL */
  void *rescue_context;
  pthread_t main, thread;
  pthread_mutex_t mutex; /* of `ended` only */
  pthread_cond_t ended;
  bool has_thread;
  volatile bool has_ended;
};

/* Starts watching, in the phase of loading; 0: no such limit. Call watch_end, unless the process
   ends. */
void watch_begin(struct watch *watch, double seconds, uint64_t most_bytes);
void watch_end(struct watch *watch);
/* The same without waiting for the thread: the process ends next, and the watch must last until
   then. */
void watch_dismiss(struct watch *watch);
/* The same in a child process, which inherits no threads; its time begins now. */
void watch_begin_anew(struct watch *watch, double seconds);
void watch_enter(struct watch *watch, enum watch_phase phase);

/* The user wants the run to end; then, its end to be short. Both are safe in a signal handler. */
void watch_interrupt(struct watch *watch);
void watch_hurry(struct watch *watch);
/* Handles a signal that asks for termination: the first ends the run, the second shortens its end,
   the third kills the process. */
void watch_take_signal(struct watch *watch, int signal);
/* Around a system call that may wait for ever: when must_stop is set, or has been, it ends with
   EINTR. Only the working thread may call this. */
void watch_wait(struct watch *watch);
void watch_go_on(struct watch *watch);
/* Everything has been done about memory above the limit: from now on only more of it counts. */
void watch_bear_memory(struct watch *watch);
/* Why must_stop is set, in words; NULL: it is not. */
const char *watch_reason(const struct watch *watch);

#endif
