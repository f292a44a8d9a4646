/* Closed forms of values for any number of iterations of one path (section 4.4 of the thesis).

   A cell is left as it is, set to a value that stays the same, changed by an amount that stays the
   same, or by one that is itself so changed (sums of an induction variable), or shifted. Or it is
   computed from such cells, and then lags behind them by one iteration. Cells that are set stay the
   same too, once an iteration has set them.

   All of this is exact modulo the power of two that is the cell's range, except for numbers that
   are extended to more bits: these must not wrap around meanwhile.

   Left out: cells that are computed from themselves in other ways. */
#include "reduce/loop_summary/effects.h"

#include "expr/expr.h"
#include "expr/substitute.h"
#include "reduce/loop_summary/polynomial.h"

#include <stdlib.h>

bool effects_concern(const struct analysis *a, const struct expr *e, unsigned kinds) {
  for (size_t i = 0; i < a->path->effects.count; i++)
    if ((kinds >> a->path->effects.data[i].kind & 1) &&
        names_share(a->exprs, e, a->shape->cells.data[i].value))
      return true;
  return false;
}

static struct expr *name_of(const struct analysis *a, size_t cell) {
  return a->shape->cells.data[cell].value;
}

/* Cells count as derived until they are known to be better. */
static bool find_set_cells(struct analysis *a) {
  bool has_changed = false;
  for (size_t i = 0; i < a->path->effects.count; i++) {
    struct effect *effect = &a->path->effects.data[i];
    if (effect->kind != EFFECT_DERIVED || effects_concern(a, effect->value, EFFECTS_CHANGING))
      continue;
    effect->kind = EFFECT_SET;
    has_changed = true;
  }
  return has_changed;
}

static void find_steps(struct analysis *a) {
  for (size_t i = 0; i < a->path->effects.count; i++) {
    struct effect *effect = &a->path->effects.data[i];
    if (effect->kind != EFFECT_DERIVED) continue;
    struct expr *step = polynomial_difference(a->exprs, effect->value, name_of(a, i));
    if (effects_concern(a, step, EFFECTS_CHANGING)) continue;
    *effect = (struct effect){.kind = EFFECT_STEP, .value = step};
  }
}

/* ---- sums of induction variables ---- */

enum { MOST_PARTS = 64 };

/* Extended numbers in the expression become what they are in the next iteration. */
static bool add_extensions(struct analysis *a, struct expr *e, struct substitution *next,
                           unsigned *parts) {
  if (++*parts > MOST_PARTS) return false;
  if (!effects_concern(a, e, EFFECTS_CHANGING)) return true;
  if (e->kind == EXPR_ZEXT || e->kind == EXPR_SEXT) {
    int64_t stride;
    if (e->width > 64 || !guards_find_stride(a, e, &stride)) return false;
    struct expr *by = expr_const(a->exprs, (unsigned)e->width, (uint64_t)stride);
    substitution_add(next, e, expr_add(a->exprs, e, by));
    return true;
  }
  for (unsigned i = 0; i < expr_child_count(e); i++)
    if (!add_extensions(a, expr_child(e, i), next, parts)) return false;
  return true;
}

/* By how much the value of the expression, which is computed from cells with steps, changes in an
   iteration; NULL: by no amount that stays the same. */
static struct expr *find_change(struct analysis *a, struct expr *e) {
  struct substitution *next = substitution_new(a->exprs);
  struct expr *change = NULL;
  unsigned parts = 0;
  size_t smooth = a->path->smooth.count;
  if (add_extensions(a, e, next, &parts)) {
    for (size_t i = 0; i < a->path->effects.count; i++) {
      const struct effect *effect = &a->path->effects.data[i];
      if (effect->kind == EFFECT_STEP)
        substitution_add(next, name_of(a, i), expr_add(a->exprs, name_of(a, i), effect->value));
    }
    change = polynomial_difference(a->exprs, substitution_apply(next, e), e);
    if (effects_concern(a, change, EFFECTS_CHANGING)) change = NULL;
  }
  substitution_free(next);
  if (change == NULL) a->path->smooth.count = smooth;
  return change;
}

static void find_curves(struct analysis *a) {
  enum { OTHERS = EFFECTS_CHANGING & ~EFFECTS_STEP };
  size_t count = a->path->effects.count;
  for (size_t i = 0; i < count; i++) {
    struct effect *effect = &a->path->effects.data[i];
    if (effect->kind != EFFECT_DERIVED) continue;
    struct expr *step = polynomial_difference(a->exprs, effect->value, name_of(a, i));
    if (effects_concern(a, step, OTHERS)) continue;
    struct expr *curve = find_change(a, step);
    if (curve != NULL)
      *effect = (struct effect){.kind = EFFECT_CURVE, .value = step, .curve = curve};
  }
}

/* ---- shifts ---- */

static bool is_power_of_two(uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }

static struct effect shift_by(struct analysis *a, struct expr *cell, enum expr_kind kind,
                              uint64_t distance) {
  return (struct effect){.kind = EFFECT_SHIFT,
                         .shift = kind,
                         .value = expr_const(a->exprs, (unsigned)cell->width, distance)};
}

/* The constructors turn some shifts into others: a shift to the left may be a product, one to the
   right a part with zeros before it. */
static bool find_shift(struct analysis *a, struct expr *cell, struct effect *effect) {
  struct expr *e = effect->value;
  unsigned width = (unsigned)cell->width;
  if (expr_child_count(e) == 0 || width > 64) return false;
  struct expr *x = expr_child(e, 0), *y = expr_child_count(e) > 1 ? expr_child(e, 1) : NULL;
  if (e->kind == EXPR_MUL && expr_is_const(x)) {
    struct expr *swap = x;
    x = y, y = swap;
  }
  if (y != NULL && x == cell && expr_is_const(y)) {
    uint64_t value = expr_const_value(y);
    if (e->kind == EXPR_MUL && is_power_of_two(value)) {
      *effect = shift_by(a, cell, EXPR_SHL, (uint64_t)__builtin_ctzll(value));
      return true;
    }
    if (e->kind == EXPR_UDIV && is_power_of_two(value)) {
      *effect = shift_by(a, cell, EXPR_LSHR, (uint64_t)__builtin_ctzll(value));
      return true;
    }
    if ((e->kind == EXPR_SHL || e->kind == EXPR_LSHR || e->kind == EXPR_ASHR) && value < width) {
      *effect = shift_by(a, cell, e->kind, value);
      return true;
    }
  }
  for (unsigned by = 1; by < width; by++) {
    struct expr *distance = expr_const(a->exprs, width, by);
    if (expr_lshr(a->exprs, cell, distance) == e)
      *effect = shift_by(a, cell, EXPR_LSHR, by);
    else if (expr_shl(a->exprs, cell, distance) == e)
      *effect = shift_by(a, cell, EXPR_SHL, by);
    else if (expr_ashr(a->exprs, cell, distance) == e)
      *effect = shift_by(a, cell, EXPR_ASHR, by);
    else
      continue;
    return true;
  }
  return false;
}

static void find_shifts(struct analysis *a) {
  for (size_t i = 0; i < a->path->effects.count; i++) {
    struct effect *effect = &a->path->effects.data[i];
    if (effect->kind == EFFECT_DERIVED && names_share(a->exprs, effect->value, name_of(a, i)))
      find_shift(a, name_of(a, i), effect);
  }
}

/* ---- all of them ---- */

bool effects_find(struct analysis *a) {
  const struct shape *shape = a->shape;
  for (size_t i = 0; i < shape->cells.count; i++) {
    struct expr *value = a->path->values.data[i];
    enum effect_kind kind = value == name_of(a, i) ? EFFECT_NONE : EFFECT_DERIVED;
    vec_push(&a->path->effects, ((struct effect){.kind = kind, .value = value}));
  }
  while (find_set_cells(a)) {
  }
  find_steps(a);
  find_curves(a);
  find_shifts(a);
  for (size_t i = 0; i < shape->cells.count; i++) {
    const struct effect *effect = &a->path->effects.data[i];
    if (effect->kind == EFFECT_DERIVED && effects_concern(a, effect->value, EFFECTS_DERIVED))
      return false;
    if (effect->kind != EFFECT_NONE && shape->cells.data[i].size == 0 &&
        shape->cells.data[i].place.frame != 0)
      return false;
    if (effect->kind != EFFECT_NONE &&
        (effects_concern(a, effect->value, EFFECTS_SET) ||
         (effect->kind == EFFECT_CURVE && effects_concern(a, effect->curve, EFFECTS_SET))))
      a->path->needs_sets = true;
  }
  return true;
}
