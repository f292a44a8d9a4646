/* From a target value of an expression to values of the inputs it depends on. */
#ifndef SOLVER_PROPAGATE_H
#define SOLVER_PROPAGATE_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct assignment;
struct evaluator;
struct expr;
struct exprs;

struct wish {
  struct expr *e; /* of at most 64 bits */
  uint64_t value;
};

struct propagator {
  struct exprs *exprs;
  struct evaluator *evaluator; /* under the assignment before the change */
  uint64_t random;             /* state of the generator; never 0 */
  VEC(struct wish) wishes;
  uint32_t fixed;        /* inputs that must not change, as a set; empty at first */
  bool has_seen_product; /* a product or quotient of two values that depend on inputs */
};

/* Sets inputs in *target, a copy of the evaluator's assignment, such that e comes nearer to the
   value. False if it finds no way; inputs may have been set all the same. */
bool propagate(struct propagator *propagator, struct expr *e, uint64_t value,
               struct assignment *target);
void propagator_free(struct propagator *propagator);

#endif
