/* How the cells of a shape change along one path of a loop's body, and how long its condition can
   be followed without looking at each iteration. */
#ifndef REDUCE_LOOP_SUMMARY_INDUCTION_H
#define REDUCE_LOOP_SUMMARY_INDUCTION_H

#include "reduce/shape/shape.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct exprs;

enum effect_kind {
  EFFECT_NONE,
  EFFECT_SET,    /* to a value that stays the same in all iterations */
  EFFECT_STEP,   /* a value that stays the same is added */
  EFFECT_DERIVED /* a function of the other cells in the iteration before */
};
struct effect {
  enum effect_kind kind;
  struct expr *value; /* after one iteration; EFFECT_STEP: what is added */
};

/* From the beginning of an iteration on, the term changes by `stride` in each without wrapping
   around, as a signed or an unsigned number, for some iterations. */
struct smooth_term {
  struct expr *term;
  int64_t stride; /* not 0 */
  bool is_signed;
};

/* A path of the body, from the head of the loop back to it; formulas are over the names of the
   cells. */
struct loop_path {
  expr_list condition;
  expr_list values;
  VEC(struct effect) effects; /* per cell */
  VEC(struct smooth_term) smooth;
  unsigned width;     /* of the widest of the smooth terms */
  bool is_summarised; /* any number of iterations has a closed form */
};

/* Finds the effects and the smooth terms. */
void loop_path_analyse(struct exprs *exprs, const struct shape *shape, struct loop_path *path);
void loop_path_free(struct loop_path *path);

/* In how many further iterations a term, now of this value, does not wrap around. */
struct expr *smooth_term_bound(struct exprs *exprs, const struct smooth_term *smooth,
                               struct expr *now);

#endif
