/* How the cells of a shape change along one path of a loop's body, and how long its condition can
   be followed without looking at each iteration. */
#ifndef REDUCE_LOOP_SUMMARY_INDUCTION_H
#define REDUCE_LOOP_SUMMARY_INDUCTION_H

#include "expr/ops.h"
#include "reduce/shape/shape.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct exprs;

/* An input that a path reads. */
struct path_input {
  uint32_t array;
  uint64_t size;
  bool is_hidden; /* made by a reducer of the scratch exploration, for an inner loop */
};

enum effect_kind {
  EFFECT_NONE,
  EFFECT_SET,    /* to a value that stays the same in all iterations */
  EFFECT_STEP,   /* a value that stays the same is added */
  EFFECT_CURVE,  /* a value is added that itself changes by one that stays the same */
  EFFECT_SHIFT,  /* shifted by a constant, to the left or to the right */
  EFFECT_DERIVED /* a function of the other cells in the iteration before */
};
struct effect {
  enum effect_kind kind;
  struct expr *value;   /* after one iteration; STEP, CURVE: what the first adds; SHIFT: how far */
  struct expr *curve;   /* CURVE: how much more each iteration adds than the one before */
  enum expr_kind shift; /* SHIFT */
};

/* From the beginning of an iteration on, the term changes by `stride` in each without wrapping
   around, as a signed or an unsigned number, for some iterations. */
struct smooth_term {
  struct expr *term;
  int64_t stride; /* not 0 */
  bool is_signed;
  bool is_safe;      /* its guard fails before it wraps around … */
  struct expr *edge; /* … or does so if this is not the last number of the range; else NULL */
  uint32_t guard;    /* number of that guard */
};

/* A conjunct of a path's condition that changes in the loop. If it holds in the first and the last
   of some iterations, in which no term wraps around, it holds in all of them. */
enum guard_kind {
  GUARD_ORDER,   /* the gap between two terms is at least 0, or at least 1 */
  GUARD_DIFFERS, /* the gap, which falls, is not 0 */
  GUARD_EQUALS,  /* holds once */
  GUARD_FITS,    /* what is added to the cell does not overflow, as a signed number */
  GUARD_SHRINKS  /* the cell is shifted to the right until it is too small */
};
struct guard {
  enum guard_kind kind;
  struct expr *condition;
  struct expr *gap; /* ORDER, DIFFERS */
  uint64_t rate;    /* by which the gap falls; 0: the guard does not fail by itself */
  bool is_strict;   /* ORDER */
  size_t cell;      /* FITS */
};

/* A path of the body, from the head of the loop back to it, or several after each other; formulas
   are over the names of the cells. */
struct loop_path {
  VEC(uint32_t) sequence; /* of which paths of the body it is made */
  expr_list condition;
  expr_list values;
  VEC(struct effect) effects; /* per cell */
  VEC(struct guard) guards;
  VEC(struct smooth_term) smooth;
  struct expr *turn; /* not NULL: no closed form, but one if it is known whether this is negative */
  unsigned width;    /* of numbers of iterations */
  bool is_seen;      /* a state of the program has taken it */
  bool reads_inputs; /* new ones in each iteration */
  VEC(struct path_input) inputs; /* these */
  bool has_hidden;               /* some are not the program's */
  bool is_forgetful; /* what it changes depends only on new inputs and on what it does not change */
  bool is_niv;       /* a condition depends on what changes unpredictably */
  bool is_summarised; /* any number of iterations has a closed form */
  bool needs_sets;    /* … from the second iteration on: something depends on cells that are set */
};

/* Finds the effects and the guards. */
void loop_path_analyse(struct exprs *exprs, const struct shape *shape, struct loop_path *path);
void loop_path_free(struct loop_path *path);

/* In how many further iterations a term, now of this value, does not wrap around. */
struct expr *smooth_term_bound(struct exprs *exprs, const struct smooth_term *smooth,
                               struct expr *now);

#endif
