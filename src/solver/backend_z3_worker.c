/* Z3 can be interrupted only by another thread. It checks for interruption while it searches, but
   not while it simplifies and translates assertions, which takes minutes for large terms with much
   sharing. So it works in its own thread, and if it does not stop soon after an interruption, the
   thread is abandoned together with its context, and the run continues, or ends, without it. A
   process per query would be the alternative, at a hundred times the cost.

   The search forgets interruptions that arrive before it begins, so they are repeated until the
   query ends. One that arrives after the search has ended stays in the context and would make the
   next assertion fail; every search clears the flag at its start and end, so an empty search
   removes it. The thread blocks all signals: they are for the thread that runs programs. */
#include "solver/backend_z3_worker.h"

#include "solver/deadline.h"
#include "util/clock.h"
#include "util/fault.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_NANOSECONDS = 20 * 1000 * 1000 };
/* Z3 is recursive. */
#define STACK_BYTES ((size_t)64 << 20)
/* Seconds from the deadline until the thread is abandoned. */
static const double patience = 0.3;

struct z3_worker {
  pthread_t thread;
  pthread_mutex_t mutex; /* guards what follows */
  pthread_cond_t came, done;
  struct z3_job *job; /* NULL: none, or it is done */
  bool has_ended;     /* the backend is being freed */
  bool is_alone;      /* the thread has been abandoned */
};

void z3_job_free(struct z3_job *job) {
  vec_free(&job->assertions);
  vec_free(&job->assumptions);
  free(job);
}

/* An interrupted assertion has not been made, and the next call would clear the error: checking
   without it could give a wrong answer. */
void z3_job_do(struct z3_job *job) {
  job->status = Z3_L_UNDEF;
  job->is_asserted = false;
  for (size_t i = 0; i < job->assertions.count; i++) {
    Z3_solver_assert(job->context, job->solver, job->assertions.data[i]);
    if (Z3_get_error_code(job->context) != Z3_OK) return;
  }
  job->is_asserted = true;
  if (atomic_load(&job->is_given_up)) return;
  job->status = Z3_solver_check_assumptions(
      job->context, job->solver, (unsigned)job->assumptions.count, job->assumptions.data);
}

static void *work(void *context) {
  struct z3_worker *worker = context;
  pthread_mutex_lock(&worker->mutex);
  while (!worker->has_ended && !worker->is_alone) {
    if (worker->job == NULL) {
      pthread_cond_wait(&worker->came, &worker->mutex);
      continue;
    }
    pthread_mutex_unlock(&worker->mutex);
    z3_job_do(worker->job);
    pthread_mutex_lock(&worker->mutex);
    worker->job = NULL;
    pthread_cond_signal(&worker->done);
  }
  pthread_mutex_unlock(&worker->mutex);
  return NULL;
}

struct z3_worker *z3_worker_new(void) {
  struct z3_worker *worker = alloc_zeroed(sizeof *worker);
  sigset_t all, before;
  pthread_attr_t attributes;
  pthread_condattr_t clock;
  pthread_mutex_init(&worker->mutex, NULL);
  pthread_cond_init(&worker->came, NULL);
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(&worker->done, &clock);
  pthread_condattr_destroy(&clock);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&worker->thread, &attributes, work, worker);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (error != 0) FAULT("cannot start a thread for Z3");
  return worker;
}

/* The thread keeps working while the process ends: Z3's memory must not be freed under it. */
static void leave_at_once(int status, void *context) {
  (void)context;
  fflush(NULL);
  _exit(status);
}

Z3_solver z3_new_solver(Z3_context context) {
  Z3_solver solver = Z3_mk_simple_solver(context);
  Z3_solver_inc_ref(context, solver); /* at once: the next object would reuse the place of this
                                         one */
  Z3_params params = Z3_mk_params(context);
  Z3_params_inc_ref(context, params);
  Z3_params_set_bool(context, params, Z3_mk_string_symbol(context, "ctrl_c"), false);
  Z3_solver_set_params(context, solver, params);
  Z3_params_dec_ref(context, params);
  return solver;
}

/* Called when no more interruptions are sent. */
static void clear_interruption(Z3_context context) {
  Z3_solver empty = z3_new_solver(context);
  Z3_solver_check(context, empty);
  Z3_solver_dec_ref(context, empty);
}

/* True if the job was done; the mutex is held. */
static bool wait_for(struct z3_worker *worker, struct z3_job *job,
                     const struct deadline *deadline) {
  double until = 0; /* 0: not interrupted yet */
  while (worker->job != NULL) {
    struct timespec time = clock_after(LOOK_NANOSECONDS);
    pthread_cond_timedwait(&worker->done, &worker->mutex, &time);
    if (worker->job == NULL || !deadline_is_over(deadline)) continue;
    double now = clock_seconds();
    if (until == 0) until = now + patience;
    if (now > until) return false;
    Z3_interrupt(job->context);
  }
  if (until != 0) {
    clear_interruption(job->context);
    job->status = Z3_L_UNDEF; /* whatever the status was: the model may be incomplete */
  }
  return true;
}

bool z3_worker_do(struct z3_worker *worker, struct z3_job *job, const struct deadline *deadline) {
  pthread_mutex_lock(&worker->mutex);
  worker->job = job;
  pthread_cond_signal(&worker->came);
  bool is_done = wait_for(worker, job, deadline);
  worker->is_alone = !is_done;
  if (!is_done) { /* the interruption ends a search that has begun, the flag prevents one from
                     beginning */
    atomic_store(&job->is_given_up, true);
    Z3_interrupt(job->context);
  }
  pthread_mutex_unlock(&worker->mutex);
  if (!is_done) {
    pthread_detach(worker->thread);
    on_exit(leave_at_once, NULL);
  }
  return is_done;
}

void z3_worker_free(struct z3_worker *worker) {
  if (worker == NULL) return;
  pthread_mutex_lock(&worker->mutex);
  worker->has_ended = true;
  pthread_cond_signal(&worker->came);
  pthread_mutex_unlock(&worker->mutex);
  pthread_join(worker->thread, NULL);
  pthread_cond_destroy(&worker->came);
  pthread_cond_destroy(&worker->done);
  pthread_mutex_destroy(&worker->mutex);
  free(worker);
}
