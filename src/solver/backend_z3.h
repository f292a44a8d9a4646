/* The second backend: Z3, for what the bit-blaster is bad at and as its judge. */
#ifndef SOLVER_BACKEND_Z3_H
#define SOLVER_BACKEND_Z3_H

#include <stdbool.h>

struct exprs;
struct solver;

/* Incrementally: one solver for all queries, which differ in what is assumed. Otherwise
   every query gets a solver and a translation of its own. Returns owned; borrows the
   expressions. */
struct solver *backend_z3_new(struct exprs *exprs, bool is_incremental);
/* For many small queries that have little in common: each is translated anew into a scope
   of its own. Returns owned; borrows the expressions. */
struct solver *backend_z3_new_judge(struct exprs *exprs);

#endif
