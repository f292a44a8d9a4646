/* Finds conjuncts that follow from others: comparisons of one expression with constants, or of two
   expressions plus constants. */
#ifndef SOLVER_BOUND_H
#define SOLVER_BOUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct expr;
struct facts;

/* What the conjuncts seen so far say about expressions. Begins as {0}. */
struct bounds {
  struct bound_range *slots; /* by hash of the expression */
  size_t slot_count, used;
  struct bound_difference *differences; /* by hash of the pair */
  size_t difference_slots, difference_count;
};

/* True if the conjunct follows from earlier ones and from those that give the facts their ranges;
   otherwise it is recorded. */
bool bounds_imply(struct bounds *bounds, const struct facts *facts, const struct expr *conjunct);
void bounds_free(struct bounds *bounds);

#endif
