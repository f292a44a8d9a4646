/* Telling which conjuncts say no more than others: comparisons of one
   expression with constants. */
#ifndef SOLVER_BOUND_H
#define SOLVER_BOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct expr;

/* What conjuncts have said of expressions so far. Begins as {0}. */
struct bounds {
  struct bound_range *slots; /* by hash of the expression */
  size_t slot_count, used;
};

/* True if the conjunct follows from those before it; else it counts as said from now on. */
bool bounds_imply(struct bounds *bounds, const struct expr *conjunct);
void bounds_free(struct bounds *bounds);

#endif
