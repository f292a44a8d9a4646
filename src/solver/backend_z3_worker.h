/* A thread in which Z3 runs, so that a query can be abandoned whatever Z3 is doing. */
#ifndef SOLVER_BACKEND_Z3_WORKER_H
#define SOLVER_BACKEND_Z3_WORKER_H

#include "util/alloc.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <z3.h>

struct deadline;
struct z3_worker;

/* A job: assert these, check under those assumptions. */
struct z3_job {
  Z3_context context;
  Z3_solver solver;
  VEC(Z3_ast) assertions;
  VEC(Z3_ast) assumptions;
  Z3_lbool status;         /* the answer */
  bool is_asserted;        /* all were asserted; otherwise the solver cannot be used any more */
  atomic_bool is_given_up; /* the caller has stopped waiting for the answer */
};

struct z3_worker *z3_worker_new(void);
void z3_worker_free(struct z3_worker *worker);

/* Does the job; Z3 is interrupted soon after the deadline. False if it continues all the same. Then
   the worker, the job and everything in its context belong to the thread, and the caller must not
   touch them again. */
bool z3_worker_do(struct z3_worker *worker, struct z3_job *job, const struct deadline *deadline);

/* A solver that does not handle SIGINT: by default Z3 replaces smew's handler by its own. Of Z3's
   solvers the simple one is the fastest for our queries, four times for those with a solver of
   their own. Returns a reference. */
Z3_solver z3_new_solver(Z3_context context);

/* Does the job in the calling thread. */
void z3_job_do(struct z3_job *job);
void z3_job_free(struct z3_job *job);

#endif
