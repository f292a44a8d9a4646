/* For how many iterations a path's condition can be followed.

   A conjunct of the condition compares two terms. If both change by constant strides as exact
   integers, their difference is linear in the number of iterations, so an order between them that
   holds in the first and the last of some iterations holds in all of them. Machine integers are
   exact until they wrap around: each term that matters is listed with its stride, and says for how
   many iterations that is so. An inequality is about one term, the difference; it is oriented to
   fall, so that it reaches 0 before it wraps around and can be 0 only in the last iteration.

   A sum that is known not to overflow is exact without a constant stride, up to the iteration in
   which it would overflow: then the conjunct that says so fails. It is enough that what is added
   keeps its sign. A cell that is shifted to the right only gets smaller.

   Left out: conditions that are not linear, strides of other conditions that are not constants. */
#include "reduce/loop_summary/effects.h"

#include "expr/expr.h"
#include "expr/overflow.h"

#include <stdlib.h>

/* ---- strides ---- */

static int64_t as_signed(unsigned width, uint64_t value) {
  return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}

/* Belongs to the guard that is about to be added. */
static struct smooth_term *add_smooth(struct analysis *a, struct expr *term, int64_t stride,
                                      bool is_signed) {
  struct smooth_term smooth = {.term = term, .stride = stride, .is_signed = is_signed};
  smooth.guard = (uint32_t)a->path->guards.count;
  if (stride == 0) return NULL;
  if (term->width > a->path->width) a->path->width = (unsigned)term->width;
  vec_push(&a->path->smooth, smooth);
  return &vec_last(&a->path->smooth);
}

static bool find_cell_stride(struct analysis *a, struct expr *e, int64_t *stride) {
  for (size_t i = 0; i < a->shape->cells.count; i++) {
    const struct effect *effect = &a->path->effects.data[i];
    if (a->shape->cells.data[i].value != e) continue;
    if (effect->kind != EFFECT_STEP || !expr_is_const(effect->value)) return false;
    *stride = as_signed((unsigned)e->width, expr_const_value(effect->value));
    return true;
  }
  return false;
}

static bool find_sum_stride(struct analysis *a, struct expr *e, int64_t *stride) {
  int64_t left, right;
  if (!guards_find_stride(a, expr_child(e, 0), &left) ||
      !guards_find_stride(a, expr_child(e, 1), &right))
    return false;
  *stride = (int64_t)((uint64_t)left + (uint64_t)right);
  return true;
}

static bool find_product_stride(struct analysis *a, struct expr *e, int64_t *stride) {
  struct expr *factor = expr_child(e, 0), *term = expr_child(e, 1);
  if (!expr_is_const(factor)) factor = expr_child(e, 1), term = expr_child(e, 0);
  if (!expr_is_const(factor) || !guards_find_stride(a, term, stride)) return false;
  *stride = (int64_t)((uint64_t)*stride * expr_const_value(factor));
  return true;
}

/* By how much the term changes in an iteration, modulo 2^width. What is extended must not wrap
   around. */
static bool find_moving_stride(struct analysis *a, struct expr *e, int64_t *stride) {
  bool is_signed = e->kind == EXPR_SEXT;
  switch (e->kind) {
  case EXPR_INPUT: return find_cell_stride(a, e, stride);
  case EXPR_ADD: return find_sum_stride(a, e, stride);
  case EXPR_MUL: return find_product_stride(a, e, stride);
  case EXPR_NOT: /* - e - 1 */
    if (!guards_find_stride(a, expr_child(e, 0), stride)) return false;
    *stride = (int64_t)-(uint64_t)*stride;
    return true;
  case EXPR_ZEXT:
  case EXPR_SEXT:
    if (!guards_find_stride(a, expr_child(e, 0), stride)) return false;
    add_smooth(a, expr_child(e, 0), *stride, is_signed);
    return true;
  case EXPR_EXTRACT:
    return expr_extract_low(e) == 0 && expr_child(e, 0)->width <= 64 &&
           guards_find_stride(a, expr_child(e, 0), stride);
  default: return false;
  }
}

bool guards_find_stride(struct analysis *a, struct expr *e, int64_t *stride) {
  *stride = 0;
  if (e->width > 64) return false;
  if (!effects_concern(a, e, EFFECTS_CHANGING)) return true;
  if (!find_moving_stride(a, e, stride)) return false;
  *stride = as_signed((unsigned)e->width, (uint64_t)*stride);
  return true;
}

/* ---- conditions ---- */

static __int128 most_of(unsigned width, bool is_signed) {
  return ((__int128)1 << (width - is_signed)) - 1;
}
static __int128 least_of(unsigned width, bool is_signed) {
  return is_signed ? -((__int128)1 << (width - 1)) : 0;
}

static __int128 number_of(const struct expr *e, bool is_signed) {
  uint64_t value = expr_const_value(e);
  return is_signed ? (__int128)as_signed((unsigned)e->width, value) : (__int128)value;
}

/* Whether the term that moves towards the other, which stays the same, is still in its range when
   it has gone past it. */
static bool is_safe_end(const struct expr *still, int64_t stride, bool is_strict, bool is_signed) {
  __int128 beyond = (stride < 0 ? -(__int128)stride : stride) - is_strict;
  unsigned width = (unsigned)still->width;
  if (beyond == 0) return true;
  if (!expr_is_const(still)) return false;
  __int128 end = number_of(still, is_signed);
  return stride > 0 ? end + beyond <= most_of(width, is_signed)
                    : end - beyond >= least_of(width, is_signed);
}

/* A term that moves towards one that stays the same. */
static void add_mover(struct analysis *a, struct expr *term, int64_t stride, struct expr *still,
                      const struct guard *guard, bool is_signed) {
  struct smooth_term *smooth = add_smooth(a, term, stride, is_signed);
  smooth->is_safe = is_safe_end(still, stride, guard->is_strict, is_signed);
  if (stride == 1 || stride == -1) smooth->edge = still;
}

/* low <= high, or low < high. */
static bool add_order(struct analysis *a, struct expr *condition, struct expr *low,
                      struct expr *high, bool is_strict, bool is_signed) {
  int64_t low_stride, high_stride;
  if (!guards_find_stride(a, low, &low_stride) || !guards_find_stride(a, high, &high_stride))
    return false;
  struct guard guard = {.kind = GUARD_ORDER, .condition = condition, .is_strict = is_strict};
  guard.gap = expr_sub(a->exprs, high, low);
  __int128 rate = (__int128)low_stride - high_stride;
  guard.rate = rate > 0 ? (uint64_t)rate : 0;
  if (low_stride > 0 && high_stride == 0)
    add_mover(a, low, low_stride, high, &guard, is_signed);
  else
    add_smooth(a, low, low_stride, is_signed);
  if (high_stride < 0 && low_stride == 0)
    add_mover(a, high, high_stride, low, &guard, is_signed);
  else
    add_smooth(a, high, high_stride, is_signed);
  vec_push(&a->path->guards, guard);
  return true;
}

/* A term that differs from the last number of a range, which it approaches, is less than that. */
static bool add_limit(struct analysis *a, struct expr *condition, struct expr *term,
                      struct expr *limit, int64_t stride) {
  unsigned width = (unsigned)term->width;
  if (!expr_is_const(limit) || stride == 0) return false;
  for (int is_signed = 0; is_signed < 2; is_signed++) {
    __int128 end = stride > 0 ? most_of(width, is_signed) : least_of(width, is_signed);
    if (number_of(limit, is_signed) == end)
      return stride > 0 ? add_order(a, condition, term, limit, true, is_signed)
                        : add_order(a, condition, limit, term, true, is_signed);
  }
  return false;
}

static bool add_equality(struct analysis *a, struct expr *condition, struct expr *e,
                         bool is_negated) {
  int64_t left, right;
  struct expr *x = expr_child(e, 0), *y = expr_child(e, 1);
  if (x->width > 64 || !guards_find_stride(a, x, &left) || !guards_find_stride(a, y, &right))
    return false;
  int64_t stride = as_signed((unsigned)x->width, (uint64_t)left - (uint64_t)right);
  if (stride == INT64_MIN) return false;
  if (is_negated && right == 0 && add_limit(a, condition, x, y, left)) return true;
  if (is_negated && left == 0 && add_limit(a, condition, y, x, right)) return true;
  struct guard guard = {.condition = condition, .kind = is_negated ? GUARD_DIFFERS : GUARD_EQUALS};
  guard.gap = stride < 0 ? expr_sub(a->exprs, x, y) : expr_sub(a->exprs, y, x);
  guard.rate = stride < 0 ? -(uint64_t)stride : (uint64_t)stride;
  /* By steps of 1 it reaches 0. */
  struct smooth_term *smooth = add_smooth(a, guard.gap, stride < 0 ? stride : -stride, false);
  if (smooth != NULL) smooth->is_safe = is_negated && guard.rate == 1;
  vec_push(&a->path->guards, guard);
  return true;
}

/* x > 0, x != 0 or x >= y while x is shifted to the right. */
static bool add_shrinking(struct analysis *a, struct expr *condition, struct expr *low,
                          struct expr *high) {
  for (size_t i = 0; i < a->path->effects.count; i++) {
    const struct effect *effect = &a->path->effects.data[i];
    if (a->shape->cells.data[i].value != high || effect->kind != EFFECT_SHIFT ||
        effect->shift != EXPR_LSHR || effects_concern(a, low, EFFECTS_CHANGING))
      continue;
    vec_push(&a->path->guards,
             ((struct guard){.kind = GUARD_SHRINKS, .condition = condition, .rate = 1}));
    if (high->width > a->path->width) a->path->width = (unsigned)high->width;
    return true;
  }
  return false;
}

/* Whether the conjunct says that the sum of the cell and what is added to it does not overflow. */
static bool is_sum_check(struct exprs *exprs, struct expr *e, struct expr *cell,
                         struct expr *added) {
  struct expr *removed = expr_neg(exprs, added);
  return e == expr_signed_sum_fits(exprs, cell, added) ||
         e == expr_signed_sum_fits(exprs, added, cell) ||
         e == expr_signed_difference_fits(exprs, cell, removed);
}

static bool is_conjunct(const struct analysis *a, const struct expr *e) {
  for (size_t i = 0; i < a->path->condition.count; i++)
    if (a->path->condition.data[i] == e) return true;
  return false;
}

/* The sign of what is added must stay the same: true if it does, or if that is a guard. */
static bool has_sign(struct analysis *a, struct expr *added) {
  struct exprs *exprs = a->exprs;
  struct expr *zero = expr_const(exprs, (unsigned)added->width, 0);
  struct expr *is_negative = expr_slt(exprs, added, zero);
  if (is_conjunct(a, is_negative) || is_conjunct(a, expr_not(exprs, is_negative))) return true;
  a->path->turn = is_negative;
  return false;
}

static bool add_sum_check(struct analysis *a, struct expr *e) {
  for (size_t i = 0; i < a->path->effects.count; i++) {
    const struct effect *effect = &a->path->effects.data[i];
    struct expr *cell = a->shape->cells.data[i].value;
    if ((effect->kind != EFFECT_STEP && effect->kind != EFFECT_CURVE) || cell->width > 64 ||
        expr_is_const(effect->value) || !is_sum_check(a->exprs, e, cell, effect->value))
      continue;
    int64_t stride;
    if (effect->kind == EFFECT_CURVE &&
        (!has_sign(a, effect->value) || !guards_find_stride(a, effect->value, &stride)))
      return false;
    if (cell->width > a->path->width) a->path->width = (unsigned)cell->width;
    vec_push(&a->path->guards,
             ((struct guard){.kind = GUARD_FITS, .condition = e, .cell = i, .rate = 1}));
    return true;
  }
  return false;
}

/* Whether the conjunct says that a cell is not the last signed number, which follows from another:
   that a positive number can be added to it. */
static bool is_implied_limit(const struct analysis *a, const struct expr *condition) {
  struct exprs *exprs = a->exprs;
  for (size_t i = 0; i < a->path->effects.count; i++) {
    const struct effect *effect = &a->path->effects.data[i];
    struct expr *cell = a->shape->cells.data[i].value;
    if (effect->kind != EFFECT_STEP && effect->kind != EFFECT_CURVE) continue;
    unsigned width = (unsigned)cell->width;
    struct expr *zero = expr_const(exprs, width, 0);
    struct expr *most = expr_const(exprs, width, ((uint64_t)1 << (width - 1)) - 1);
    if (condition != expr_ne(exprs, cell, most) ||
        !is_conjunct(a, expr_slt(exprs, zero, effect->value)))
      continue;
    for (size_t k = 0; k < a->path->condition.count; k++)
      if (is_sum_check(exprs, a->path->condition.data[k], cell, effect->value)) return true;
  }
  return false;
}

static bool add_comparison(struct analysis *a, struct expr *condition, struct expr *e,
                           bool is_negated) {
  struct expr *x = expr_child(e, 0), *y = expr_child(e, 1);
  bool is_strict = e->kind == EXPR_ULT || e->kind == EXPR_SLT;
  bool is_signed = e->kind == EXPR_SLT || e->kind == EXPR_SLE;
  struct expr *low = is_negated ? y : x, *high = is_negated ? x : y;
  if (add_order(a, condition, low, high, is_strict != is_negated, is_signed)) return true;
  return !is_signed && add_shrinking(a, condition, low, high);
}

/* The sign of a term. */
static bool add_sign(struct analysis *a, struct expr *condition, struct expr *e, bool is_negated) {
  struct expr *term = expr_child(e, 0);
  unsigned width = (unsigned)term->width;
  if (e->width != 1 || width > 64 || expr_extract_low(e) != width - 1) return false;
  struct expr *zero = expr_const(a->exprs, width, 0);
  return is_negated ? add_order(a, condition, zero, term, false, true)
                    : add_order(a, condition, term, zero, true, true);
}

static bool add_condition(struct analysis *a, struct expr *e, bool is_negated) {
  struct expr *condition = is_negated ? expr_not(a->exprs, e) : e;
  if (!effects_concern(a, e, EFFECTS_CHANGING)) return true;
  size_t smooth = a->path->smooth.count;
  if (add_sum_check(a, condition) || is_implied_limit(a, condition)) return true;
  switch (e->kind) {
  case EXPR_EXTRACT: return add_sign(a, condition, e, is_negated);
  case EXPR_NOT: return add_condition(a, expr_child(e, 0), !is_negated);
  case EXPR_AND:
  case EXPR_OR:
    return e->width == 1 && (e->kind == EXPR_OR) == is_negated &&
           add_condition(a, expr_child(e, 0), is_negated) &&
           add_condition(a, expr_child(e, 1), is_negated);
  case EXPR_EQ:
    if (add_equality(a, condition, e, is_negated)) return true;
    a->path->smooth.count = smooth;
    return is_negated && (add_shrinking(a, condition, expr_child(e, 1), expr_child(e, 0)) ||
                          add_shrinking(a, condition, expr_child(e, 0), expr_child(e, 1)));
  case EXPR_ULT:
  case EXPR_ULE:
  case EXPR_SLT:
  case EXPR_SLE: return add_comparison(a, condition, e, is_negated);
  default: return false;
  }
}

void loop_path_analyse(struct exprs *exprs, const struct shape *shape, struct loop_path *path) {
  struct analysis a = {exprs, shape, path};
  path->width = 8;
  if (path->reads_inputs || !effects_find(&a)) return;
  for (size_t i = 0; i < path->condition.count; i++) {
    if (!add_condition(&a, path->condition.data[i], false)) {
      path->is_niv = path->turn == NULL;
      return;
    }
    if (effects_concern(&a, path->condition.data[i], EFFECTS_SET)) path->needs_sets = true;
  }
  path->turn = NULL;
  path->is_summarised = true;
}

void loop_path_free(struct loop_path *path) {
  vec_free(&path->sequence);
  vec_free(&path->condition);
  vec_free(&path->values);
  vec_free(&path->effects);
  vec_free(&path->inputs);
  vec_free(&path->guards);
  vec_free(&path->smooth);
}

/* As an unsigned number, the distance to the end of the range; rounded down to full strides. */
struct expr *smooth_term_bound(struct exprs *exprs, const struct smooth_term *smooth,
                               struct expr *now) {
  unsigned width = (unsigned)now->width;
  uint64_t most = width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
  uint64_t least = 0;
  if (smooth->is_signed) {
    least = (uint64_t)1 << (width - 1);
    most = least - 1;
  }
  uint64_t stride = smooth->stride < 0 ? -(uint64_t)smooth->stride : (uint64_t)smooth->stride;
  struct expr *room = smooth->stride < 0 ? expr_sub(exprs, now, expr_const(exprs, width, least))
                                         : expr_sub(exprs, expr_const(exprs, width, most), now);
  return expr_udiv(exprs, room, expr_const(exprs, width, stride));
}
