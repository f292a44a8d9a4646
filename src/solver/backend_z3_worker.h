/* A thread in which Z3 works, so that a query can be given up whatever Z3 is doing. */
#ifndef SOLVER_BACKEND_Z3_WORKER_H
#define SOLVER_BACKEND_Z3_WORKER_H

#include "util/alloc.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <z3.h>

struct deadline;
struct z3_worker;

/* What is to be done: assert these, check under those. */
struct z3_job {
  Z3_context context;
  Z3_solver solver;
  VEC(Z3_ast) assertions;
  VEC(Z3_ast) assumptions;
  Z3_lbool status;         /* the answer */
  bool is_asserted;        /* all of them; else the solver is of no use any more */
  atomic_bool is_given_up; /* nobody waits for the answer any more */
};

struct z3_worker *z3_worker_new(void);
void z3_worker_free(struct z3_worker *worker);

/* Does the job; soon after the deadline Z3 is interrupted. False: it goes on all the same. Then the
   worker, the job and all that belongs to its context stay with the thread: the caller never
   touches any of them again. */
bool z3_worker_do(struct z3_worker *worker, struct z3_job *job, const struct deadline *deadline);

/* A solver that leaves SIGINT alone: by default Z3 puts its handler in place of smew's. Of all of
   Z3's solvers the simple one is the fastest for queries of our kind, by four times for those
   afresh. Returns a reference. */
Z3_solver z3_new_solver(Z3_context context);

/* Does the job here and now. */
void z3_job_do(struct z3_job *job);
void z3_job_free(struct z3_job *job);

#endif
