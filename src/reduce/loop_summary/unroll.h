/* All iterations of a loop as one state, where their number is bounded. */
#ifndef REDUCE_LOOP_SUMMARY_UNROLL_H
#define REDUCE_LOOP_SUMMARY_UNROLL_H

#include "reduce/loop_summary/closed_form.h"

#include <stddef.h>

struct assignment;

/* Paths of one loop, whose conditions exclude each other, from a state at its head. */
struct unrolling {
  struct exprs *exprs;
  const struct names *names;
  const struct shape *shape;
  const struct loop_path *const *paths;
  size_t count;
  const expr_list *now;
  /* Whether the state cannot satisfy the condition; NULL: only if it is false. */
  bool (*is_impossible)(void *context, struct expr *condition);
  void *context;
};

/* The values of the cells when the paths have been taken as often as possible, in any order, and
   none of them can be taken any more. False: their number may be too large. */
bool unroll_paths(const struct unrolling *unrolling, expr_list *values);
/* Whether the values are right for these inputs, by following iteration after iteration. */
bool unroll_is_right(const struct unrolling *unrolling, const expr_list *values,
                     const struct assignment *inputs);

#endif
