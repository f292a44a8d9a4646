/* The second backend: Z3, for queries that are hard for the bit-blaster, and as its judge. */
#ifndef SOLVER_BACKEND_Z3_H
#define SOLVER_BACKEND_Z3_H

#include <stdbool.h>

struct exprs;
struct solver;

/* Incremental: one solver for all queries, which differ in their assumptions. Otherwise every query
   gets its own solver and translation. Returns owned; borrows the expressions. */
struct solver *backend_z3_new(struct exprs *exprs, bool is_incremental);
/* For many small queries that have little in common: each is translated in its own scope. Returns
   owned; borrows the expressions. */
struct solver *backend_z3_new_judge(struct exprs *exprs);

#endif
