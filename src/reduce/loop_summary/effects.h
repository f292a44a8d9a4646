/* The analysis of a path: shared by its two halves, effects and guards. */
#ifndef REDUCE_LOOP_SUMMARY_EFFECTS_H
#define REDUCE_LOOP_SUMMARY_EFFECTS_H

#include "reduce/loop_summary/induction.h"

struct analysis {
  struct exprs *exprs;
  const struct shape *shape;
  struct loop_path *path;
};

/* Sets of effects. */
enum {
  EFFECTS_SET = 1 << EFFECT_SET,
  EFFECTS_STEP = 1 << EFFECT_STEP,
  EFFECTS_DERIVED = 1 << EFFECT_DERIVED,
  /* from one iteration to the next, for ever */
  EFFECTS_CHANGING = ~(1 << EFFECT_NONE | 1 << EFFECT_SET)
};
/* Whether the expression depends on a cell with such an effect. */
bool effects_concern(const struct analysis *a, const struct expr *e, unsigned kinds);
/* False: some cell has no closed form. */
bool effects_find(struct analysis *a);

/* By how much the term changes in an iteration, as a constant modulo 2^width. What is extended in
   it must not wrap around, and is listed as smooth. False: by no constant. */
bool guards_find_stride(struct analysis *a, struct expr *e, int64_t *stride);

#endif
