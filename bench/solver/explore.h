/* A small exploration, for measuring the solver without an interpreter. A shape is a
   plain C function over expressions that calls explore_branch where a program would
   branch; it is run once per path. */
#ifndef BENCH_SOLVER_EXPLORE_H
#define BENCH_SOLVER_EXPLORE_H

#include "expr/expr.h"
#include "solver/solver.h"
#include "util/alloc.h"

struct exploration;

/* Which way this path goes on the condition. Both sides are asked about when the path
   first comes here; the other side, if feasible, becomes a path of its own. */
bool explore_branch(struct exploration *exploration, struct expr *condition);
/* Asks whether the condition can fail here, and goes on as if it held. */
void explore_assert(struct exploration *exploration, struct expr *condition);
/* A fresh array of symbolic bytes; the same one on every path. */
const struct expr_array *explore_bytes(struct exploration *exploration, const char *name,
                                       uint64_t size);
/* A constant table; the same one on every path. */
const struct expr_array *explore_table(struct exploration *exploration, const char *name,
                                       unsigned width, uint64_t size, const void *content);
struct exprs *explore_exprs(struct exploration *exploration);
/* `count` bytes from `at` on as a little-endian number. */
struct expr *explore_number(struct exploration *exploration, const struct expr_array *array,
                            uint64_t at, unsigned count);

struct shape {
  const char *name;
  void (*run)(struct exploration *exploration, int size);
  int size;
  uint64_t max_queries;
};
extern const struct shape shapes[];
extern const unsigned shape_count;

#endif
