/* What all constructors share; private to src/expr. */
#ifndef EXPR_BUILD_H
#define EXPR_BUILD_H

#include "expr/range.h"
#include "expr/rewrite.h"

/* False if rewriting is nested too deeply to continue. */
static inline bool enter(struct exprs *exprs) {
  if (exprs->depth == 0) exprs->fuel = REWRITE_FUEL;
  if (exprs->depth == REWRITE_DEPTH) return false;
  exprs->depth++;
  return true;
}

static inline void leave(struct exprs *exprs) { exprs->depth--; }

/* The range to store with a node; NULL for none. */
static inline const struct expr_range *worth_storing(unsigned width,
                                                     const struct expr_range *range) {
  return range_is_full(width, range) ? NULL : range;
}

static inline struct expr *make_single(struct exprs *exprs, unsigned width,
                                       const struct expr_range *range) {
  /* match:  anything whose range is one value
     result: that value */
  RULE(exprs, range_single);
  return expr_const(exprs, width, range->umin);
}

#endif
