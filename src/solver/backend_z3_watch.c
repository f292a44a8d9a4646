/* A thread that wakes up now and then and looks whether the query that is being solved has to
   stop. Z3 can be interrupted only from outside of its call, by another thread or a signal
   handler. Short time limits, one after the other, were the alternative: each would have
   begun the search anew.

   An interruption that comes before the search has begun or after it has ended has no
   effect in Z3, so it is repeated until the query is over. The thread takes no signals: they
   are for the thread that runs programs. */
#include "solver/backend_z3_watch.h"

#include "util/alloc.h"
#include "util/fault.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

enum { LOOK_EVERY_NANOSECONDS = 50 * 1000 * 1000 };

struct z3_watch {
  Z3_context context; /* borrowed */
  pthread_t thread;
  pthread_mutex_t mutex; /* guards what follows */
  pthread_cond_t ended;
  const volatile bool *stop; /* of the query that is being solved; NULL: there is none */
  bool has_ended;            /* the backend is going away */
};

static struct timespec next_look(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_nsec += LOOK_EVERY_NANOSECONDS;
  if (time.tv_nsec >= 1000000000) {
    time.tv_nsec -= 1000000000;
    time.tv_sec++;
  }
  return time;
}

static void *watch_queries(void *context) {
  struct z3_watch *watch = context;
  pthread_mutex_lock(&watch->mutex);
  while (!watch->has_ended) {
    struct timespec time = next_look();
    pthread_cond_timedwait(&watch->ended, &watch->mutex, &time);
    if (watch->stop != NULL && *watch->stop) Z3_interrupt(watch->context);
  }
  pthread_mutex_unlock(&watch->mutex);
  return NULL;
}

struct z3_watch *z3_watch_new(Z3_context context) {
  struct z3_watch *watch = alloc_zeroed(sizeof *watch);
  sigset_t all, before;
  watch->context = context;
  pthread_mutex_init(&watch->mutex, NULL);
  pthread_cond_init(&watch->ended, NULL);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&watch->thread, NULL, watch_queries, watch);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error != 0) FAULT("cannot start a thread for Z3");
  return watch;
}

void z3_watch_begin(struct z3_watch *watch, const volatile bool *stop) {
  pthread_mutex_lock(&watch->mutex);
  watch->stop = stop;
  pthread_mutex_unlock(&watch->mutex);
}

void z3_watch_end(struct z3_watch *watch) { z3_watch_begin(watch, NULL); }

void z3_watch_free(struct z3_watch *watch) {
  if (watch == NULL) return;
  pthread_mutex_lock(&watch->mutex);
  watch->has_ended = true;
  pthread_cond_signal(&watch->ended);
  pthread_mutex_unlock(&watch->mutex);
  pthread_join(watch->thread, NULL);
  pthread_cond_destroy(&watch->ended);
  pthread_mutex_destroy(&watch->mutex);
  free(watch);
}
