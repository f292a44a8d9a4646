/* Closed forms for any number of iterations of one path (section 4.4 of the thesis).

   A cell is left as it is, set to a value that stays the same, or changed by an amount that stays
   the same; or it is computed from such cells, and then lags behind them by one iteration. Cells
   that are set stay the same too, once an iteration has set them.

   A conjunct of the path's condition compares two terms. If both change by constant strides as
   exact integers, their difference is linear in the number of iterations, so an order between them
   that holds in the first and the last of some iterations holds in all of them. Machine integers
   are exact until they wrap around: each term that matters is listed with its stride, and says
   for how many iterations that is so. An inequality is about one term, the difference; it is
   oriented to fall, so that it reaches 0 before it wraps around and can be 0 only in the last
   iteration.

   Left out: conditions that are not linear, strides of conditions that are not constants. */
#include "reduce/loop_summary/induction.h"

#include "expr/expr.h"

#include <stdlib.h>

struct analysis {
  struct exprs *exprs;
  const struct shape *shape;
  struct loop_path *path;
};

/* Whether the expression depends on a cell with such an effect. */
static bool depends_on(const struct analysis *a, const struct expr *e, unsigned kinds) {
  for (size_t i = 0; i < a->path->effects.count; i++)
    if ((kinds >> a->path->effects.data[i].kind & 1) &&
        names_share(a->exprs, e, a->shape->cells.data[i].value))
      return true;
  return false;
}

enum {
  STEPS = 1 << EFFECT_STEP,
  OTHERS = 1 << EFFECT_DERIVED,
  CHANGING = STEPS | OTHERS /* from one iteration to the next, for ever */
};

/* ---- effects ---- */

/* Cells count as derived until they are known to be better. */
static bool find_set_cells(struct analysis *a) {
  bool has_changed = false;
  for (size_t i = 0; i < a->path->effects.count; i++) {
    struct effect *effect = &a->path->effects.data[i];
    if (effect->kind != EFFECT_DERIVED || depends_on(a, effect->value, CHANGING)) continue;
    effect->kind = EFFECT_SET;
    has_changed = true;
  }
  return has_changed;
}

static void find_steps(struct analysis *a) {
  for (size_t i = 0; i < a->path->effects.count; i++) {
    struct effect *effect = &a->path->effects.data[i];
    if (effect->kind != EFFECT_DERIVED) continue;
    struct expr *step = expr_sub(a->exprs, effect->value, a->shape->cells.data[i].value);
    if (depends_on(a, step, CHANGING)) continue;
    *effect = (struct effect){EFFECT_STEP, step};
  }
}

/* False: a cell is computed from itself, or from another that has no closed form. */
static bool find_effects(struct analysis *a) {
  const struct shape *shape = a->shape;
  for (size_t i = 0; i < shape->cells.count; i++) {
    struct expr *value = a->path->values.data[i];
    bool is_same = value == shape->cells.data[i].value;
    vec_push(&a->path->effects, ((struct effect){is_same ? EFFECT_NONE : EFFECT_DERIVED, value}));
  }
  while (find_set_cells(a)) {
  }
  find_steps(a);
  for (size_t i = 0; i < shape->cells.count; i++) {
    const struct effect *effect = &a->path->effects.data[i];
    if (effect->kind == EFFECT_DERIVED && depends_on(a, effect->value, OTHERS)) return false;
    if (effect->kind != EFFECT_NONE && shape->cells.data[i].size == 0 &&
        shape->cells.data[i].place.frame != 0)
      return false;
  }
  return true;
}

/* ---- strides ---- */

static int64_t as_signed(unsigned width, uint64_t value) {
  return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}

static void add_smooth(struct analysis *a, struct expr *term, int64_t stride, bool is_signed) {
  if (stride == 0) return;
  if (term->width > a->path->width) a->path->width = (unsigned)term->width;
  vec_push(&a->path->smooth, ((struct smooth_term){term, stride, is_signed}));
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

static bool find_stride(struct analysis *a, struct expr *e, int64_t *stride);

static bool find_sum_stride(struct analysis *a, struct expr *e, int64_t *stride) {
  int64_t left, right;
  if (!find_stride(a, expr_child(e, 0), &left) || !find_stride(a, expr_child(e, 1), &right))
    return false;
  *stride = (int64_t)((uint64_t)left + (uint64_t)right);
  return true;
}

static bool find_product_stride(struct analysis *a, struct expr *e, int64_t *stride) {
  struct expr *factor = expr_child(e, 0), *term = expr_child(e, 1);
  if (!expr_is_const(factor)) factor = expr_child(e, 1), term = expr_child(e, 0);
  if (!expr_is_const(factor) || !find_stride(a, term, stride)) return false;
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
    if (!find_stride(a, expr_child(e, 0), stride)) return false;
    *stride = (int64_t)-(uint64_t)*stride;
    return true;
  case EXPR_ZEXT:
  case EXPR_SEXT:
    if (!find_stride(a, expr_child(e, 0), stride)) return false;
    add_smooth(a, expr_child(e, 0), *stride, is_signed);
    return true;
  case EXPR_EXTRACT:
    return expr_extract_low(e) == 0 && expr_child(e, 0)->width <= 64 &&
           find_stride(a, expr_child(e, 0), stride);
  default: return false;
  }
}

static bool find_stride(struct analysis *a, struct expr *e, int64_t *stride) {
  *stride = 0;
  if (e->width > 64) return false;
  if (!depends_on(a, e, CHANGING)) return true;
  if (!find_moving_stride(a, e, stride)) return false;
  *stride = as_signed((unsigned)e->width, (uint64_t)*stride);
  return true;
}

/* ---- conditions ---- */

static bool add_order(struct analysis *a, struct expr *e) {
  bool is_signed = e->kind == EXPR_SLT || e->kind == EXPR_SLE;
  for (unsigned i = 0; i < 2; i++) {
    int64_t stride;
    if (!find_stride(a, expr_child(e, i), &stride)) return false;
    add_smooth(a, expr_child(e, i), stride, is_signed);
  }
  return true;
}

static bool add_equality(struct analysis *a, struct expr *e) {
  int64_t left, right;
  struct expr *x = expr_child(e, 0), *y = expr_child(e, 1);
  if (!find_stride(a, x, &left) || !find_stride(a, y, &right)) return false;
  int64_t stride = as_signed((unsigned)x->width, (uint64_t)left - (uint64_t)right);
  if (stride == INT64_MIN) return false;
  if (stride < 0)
    add_smooth(a, expr_sub(a->exprs, x, y), stride, false);
  else
    add_smooth(a, expr_sub(a->exprs, y, x), -stride, false);
  return true;
}

static bool add_condition(struct analysis *a, struct expr *e, bool is_negated) {
  if (!depends_on(a, e, CHANGING)) return true;
  switch (e->kind) {
  case EXPR_NOT: return add_condition(a, expr_child(e, 0), !is_negated);
  case EXPR_AND:
  case EXPR_OR:
    return (e->kind == EXPR_OR) == is_negated && add_condition(a, expr_child(e, 0), is_negated) &&
           add_condition(a, expr_child(e, 1), is_negated);
  case EXPR_EQ: return add_equality(a, e);
  case EXPR_ULT:
  case EXPR_ULE:
  case EXPR_SLT:
  case EXPR_SLE: return add_order(a, e);
  default: return false;
  }
}

void loop_path_analyse(struct exprs *exprs, const struct shape *shape, struct loop_path *path) {
  struct analysis a = {exprs, shape, path};
  if (!find_effects(&a)) return;
  for (size_t i = 0; i < path->condition.count; i++)
    if (!add_condition(&a, path->condition.data[i], false)) return;
  path->is_summarised = path->smooth.count > 0; /* else it goes on for ever */
}

void loop_path_free(struct loop_path *path) {
  vec_free(&path->condition);
  vec_free(&path->values);
  vec_free(&path->effects);
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
