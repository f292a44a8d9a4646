/* Substituting numbers of iterations into the effects and the guards of a path.

   A number of iterations is a formula of the values at the head: an order that a term approaches by
   steps of one ends after as many iterations as the gap is wide. So a counter mostly disappears
   when the values are simplified: i + (n - i) is n. */
#include "reduce/loop_summary/closed_form.h"

#include "expr/expr.h"
#include "expr/overflow.h"
#include "expr/substitute.h"
#include "reduce/loop_summary/polynomial.h"

#include <stdlib.h>

static struct expr *resize(struct exprs *exprs, struct expr *e, unsigned width) {
  if (e->width == width) return e;
  return e->width < width ? expr_zext(exprs, e, width) : expr_extract(exprs, e, 0, width);
}

static struct substitution *substitute(const struct closed_form *form, const expr_list *values) {
  struct substitution *substitution = substitution_new(form->exprs);
  shape_substitute(form->names, form->shape, values, substitution);
  return substitution;
}

/* count * (count - 1) / 2 modulo 2^width: the division needs a bit more. */
static struct expr *pairs(struct exprs *exprs, struct expr *count, unsigned width) {
  struct expr *wide = resize(exprs, count, width + 1);
  struct expr *less = expr_sub(exprs, wide, expr_const(exprs, width + 1, 1));
  return expr_extract(exprs, expr_mul(exprs, wide, less), 1, width);
}

static struct expr *curve_by(struct exprs *exprs, struct expr *curve, struct expr *count) {
  unsigned width = (unsigned)curve->width;
  if (expr_is_const(curve) && expr_const_value(curve) % 2 == 0) {
    struct expr *times = resize(exprs, count, width);
    struct expr *less = expr_sub(exprs, times, expr_const(exprs, width, 1));
    struct expr *half = expr_const(exprs, width, expr_const_value(curve) / 2);
    return expr_mul(exprs, half, expr_mul(exprs, times, less));
  }
  return expr_mul(exprs, curve, pairs(exprs, count, width));
}

/* All bits are gone after so many iterations, or all are the sign. */
static struct expr *shift_by(struct exprs *exprs, const struct effect *effect, struct expr *value,
                             struct expr *count) {
  unsigned width = (unsigned)value->width;
  unsigned wide = (count->width > width ? (unsigned)count->width : width) + 8;
  struct expr *distance = expr_const(exprs, wide, expr_const_value(effect->value));
  distance = expr_mul(exprs, expr_zext(exprs, count, wide), distance);
  struct expr *limit = expr_const(exprs, wide, width);
  struct expr *is_far = expr_ule(exprs, limit, distance);
  distance = expr_extract(exprs, distance, 0, width);
  distance = expr_ite(exprs, is_far, expr_const(exprs, width, width), distance);
  return expr_binary(exprs, effect->shift, value, distance);
}

static struct expr *value_after(const struct closed_form *form, size_t cell, struct expr *count,
                                struct substitution *now) {
  struct exprs *exprs = form->exprs;
  const struct effect *effect = &form->path->effects.data[cell];
  struct expr *value = form->now->data[cell];
  if (effect->kind == EFFECT_SHIFT) return shift_by(exprs, effect, value, count);
  if (effect->kind != EFFECT_STEP && effect->kind != EFFECT_CURVE) return value;
  struct expr *step = substitution_apply(now, effect->value);
  struct expr *times = resize(exprs, count, (unsigned)value->width);
  struct expr *sum = expr_add(exprs, value, expr_mul(exprs, step, times));
  if (effect->kind == EFFECT_CURVE)
    sum = expr_add(exprs, sum, curve_by(exprs, substitution_apply(now, effect->curve), count));
  return polynomial_normalise(exprs, sum);
}

/* After that many iterations; cells that are set or derived, on which nothing depends, are left as
   they are. */
static struct substitution *substitute_after(const struct closed_form *form, struct expr *count) {
  struct substitution *now = substitute(form, form->now);
  expr_list values = {0};
  for (size_t i = 0; i < form->shape->cells.count; i++)
    vec_push(&values, value_after(form, i, count, now));
  struct substitution *after = substitute(form, &values);
  substitution_free(now);
  vec_free(&values);
  return after;
}

bool closed_form_fits(const struct closed_form *form) {
  if (!form->path->needs_sets) return true;
  struct substitution *now = substitute(form, form->now);
  bool fits = true;
  for (size_t i = 0; fits && i < form->shape->cells.count; i++) {
    const struct effect *effect = &form->path->effects.data[i];
    if (effect->kind == EFFECT_SET)
      fits = substitution_apply(now, effect->value) == form->now->data[i];
  }
  substitution_free(now);
  return fits;
}

struct expr *closed_form_condition(const struct closed_form *form) {
  struct substitution *now = substitute(form, form->now);
  struct expr *all = expr_const(form->exprs, 1, 1);
  for (size_t i = 0; i < form->path->condition.count; i++)
    all = expr_and(form->exprs, all, substitution_apply(now, form->path->condition.data[i]));
  substitution_free(now);
  return all;
}

/* ---- guards ---- */

static struct expr *sum_fits_after(const struct closed_form *form, const struct guard *guard,
                                   struct expr *count) {
  struct exprs *exprs = form->exprs;
  const struct effect *effect = &form->path->effects.data[guard->cell];
  struct expr *value = form->now->data[guard->cell];
  unsigned width = (unsigned)value->width, more = (unsigned)count->width + 2;
  unsigned wide = width + (effect->kind == EFFECT_CURVE ? 2 * more : more);
  struct substitution *now = substitute(form, form->now);
  struct expr *step = expr_sext(exprs, substitution_apply(now, effect->value), wide);
  struct expr *times = expr_zext(exprs, count, wide);
  times = expr_add(exprs, times, expr_const(exprs, wide, 1)); /* the sum of this iteration too */
  struct expr *sum = expr_add(exprs, expr_sext(exprs, value, wide), expr_mul(exprs, step, times));
  if (effect->kind == EFFECT_CURVE) {
    struct expr *curve = expr_sext(exprs, substitution_apply(now, effect->curve), wide);
    sum = expr_add(exprs, sum, expr_mul(exprs, curve, pairs(exprs, times, wide)));
  }
  substitution_free(now);
  struct expr *low = expr_extract(exprs, sum, 0, width);
  return expr_eq(exprs, sum, expr_sext(exprs, low, wide));
}

struct expr *closed_form_guard_fails(const struct closed_form *form, const struct guard *guard,
                                     struct expr *count) {
  struct substitution *after = substitute_after(form, count);
  struct expr *holds = substitution_apply(after, guard->condition);
  substitution_free(after);
  return expr_not(form->exprs, holds);
}

struct expr *closed_form_guard(const struct closed_form *form, const struct guard *guard,
                               struct expr *count) {
  if (guard->kind == GUARD_FITS) return sum_fits_after(form, guard, count);
  return expr_not(form->exprs, closed_form_guard_fails(form, guard, count));
}

struct expr *closed_form_last(const struct closed_form *form, const struct guard *guard,
                              struct expr **is_there) {
  struct exprs *exprs = form->exprs;
  unsigned width = form->path->width;
  struct expr *zero = expr_const(exprs, width, 0), *one = expr_const(exprs, width, 1);
  *is_there = expr_const(exprs, 1, 1);
  if (guard->kind == GUARD_EQUALS) return zero;
  if (guard->kind == GUARD_FITS || guard->kind == GUARD_SHRINKS) return NULL;
  struct substitution *now = substitute(form, form->now);
  struct expr *gap = polynomial_normalise(exprs, substitution_apply(now, guard->gap));
  substitution_free(now);
  gap = resize(exprs, gap, width);
  struct expr *rate = expr_const(exprs, width, guard->rate);
  if (guard->kind == GUARD_DIFFERS) *is_there = expr_eq(exprs, expr_urem(exprs, gap, rate), zero);
  if (guard->kind == GUARD_DIFFERS || guard->is_strict)
    gap = polynomial_normalise(exprs, expr_sub(exprs, gap, one));
  return expr_udiv(exprs, gap, rate);
}

/* A term that its guard, or another about the same term, does not let wrap around. With an edge,
   this holds if that is not the end of the range: then *edge is set. */
static bool is_safe(const struct loop_path *path, const struct smooth_term *smooth,
                    const struct guard *guard, struct expr **edge) {
  for (size_t i = 0; i < path->smooth.count; i++) {
    const struct smooth_term *other = &path->smooth.data[i];
    if (other->term != smooth->term || other->stride != smooth->stride ||
        other->is_signed != smooth->is_signed)
      continue;
    if (guard != NULL && guard != &path->guards.data[other->guard]) continue;
    if (other->is_safe) return true;
    if (guard != NULL && other->edge != NULL) *edge = other->edge;
  }
  return false;
}

static struct expr *last_of_range(struct exprs *exprs, const struct smooth_term *smooth) {
  unsigned width = (unsigned)smooth->term->width;
  uint64_t top = (uint64_t)1 << (width - 1);
  if (!smooth->is_signed) return expr_const(exprs, width, smooth->stride > 0 ? UINT64_MAX : 0);
  return expr_const(exprs, width, smooth->stride > 0 ? top - 1 : top);
}

static bool is_limit(struct exprs *exprs, const struct loop_path *path,
                     const struct smooth_term *smooth) {
  return smooth->is_safe && smooth->is_signed && smooth->term->width == path->width &&
         (smooth->stride == 1 || smooth->stride == -1) && smooth->edge != NULL &&
         path->guards.data[smooth->guard].is_strict && smooth->edge == last_of_range(exprs, smooth);
}

static const struct smooth_term *find_limit(const struct closed_form *form,
                                            const struct guard *guard) {
  const struct loop_path *path = form->path;
  for (size_t i = 0; i < path->smooth.count; i++)
    if (&path->guards.data[path->smooth.data[i].guard] == guard &&
        is_limit(form->exprs, path, &path->smooth.data[i]))
      return &path->smooth.data[i];
  return NULL;
}

bool closed_form_is_limit(const struct closed_form *form, const struct guard *guard) {
  return find_limit(form, guard) != NULL;
}

bool closed_form_implies_limit(const struct closed_form *form, const struct guard *guard,
                               const struct guard *limit) {
  const struct smooth_term *smooth = find_limit(form, limit);
  struct expr *edge;
  return smooth != NULL && is_safe(form->path, smooth, guard, &edge);
}

struct expr *closed_form_limit(const struct closed_form *form, const struct guard *guard,
                               struct expr *count) {
  const struct smooth_term *limit = find_limit(form, guard);
  struct substitution *now = substitute(form, form->now);
  struct expr *value = substitution_apply(now, limit->term);
  substitution_free(now);
  return limit->stride > 0 ? expr_signed_sum_fits(form->exprs, value, count)
                           : expr_signed_difference_fits(form->exprs, value, count);
}

/* Whether a limit is about the term. */
static bool has_limit(const struct closed_form *form, const struct smooth_term *smooth) {
  for (size_t i = 0; i < form->path->smooth.count; i++) {
    const struct smooth_term *other = &form->path->smooth.data[i];
    if (other->term == smooth->term && other->stride == smooth->stride &&
        other->is_signed == smooth->is_signed && is_limit(form->exprs, form->path, other))
      return true;
  }
  return false;
}

struct expr *closed_form_is_smooth(const struct closed_form *form, const struct guard *guard,
                                   struct expr *count, bool without_limits) {
  struct exprs *exprs = form->exprs;
  struct substitution *now = substitute(form, form->now);
  struct expr *all = expr_const(exprs, 1, 1);
  for (size_t i = 0; i < form->path->smooth.count; i++) {
    const struct smooth_term *smooth = &form->path->smooth.data[i];
    struct expr *edge = NULL, *is_good;
    if (is_safe(form->path, smooth, guard, &edge)) continue;
    if (without_limits && has_limit(form, smooth)) continue;
    if (edge != NULL) {
      is_good = expr_ne(exprs, substitution_apply(now, edge), last_of_range(exprs, smooth));
    } else {
      struct expr *bound = smooth_term_bound(exprs, smooth, substitution_apply(now, smooth->term));
      is_good = expr_ule(exprs, count, resize(exprs, bound, form->path->width));
    }
    all = expr_and(exprs, all, is_good);
  }
  substitution_free(now);
  return all;
}

struct expr *closed_form_bound(const struct closed_form *form) {
  struct exprs *exprs = form->exprs;
  struct substitution *now = substitute(form, form->now);
  struct expr *least = NULL, *edge;
  for (size_t i = 0; i < form->path->smooth.count; i++) {
    const struct smooth_term *smooth = &form->path->smooth.data[i];
    if (is_safe(form->path, smooth, NULL, &edge)) continue;
    struct expr *bound = smooth_term_bound(exprs, smooth, substitution_apply(now, smooth->term));
    bound = resize(exprs, bound, form->path->width);
    least = least == NULL ? bound : expr_ite(exprs, expr_ult(exprs, bound, least), bound, least);
  }
  substitution_free(now);
  return least;
}

/* ---- values ---- */

void closed_form_values(const struct closed_form *form, struct iterations count,
                        expr_list *values) {
  struct exprs *exprs = form->exprs;
  unsigned width = (unsigned)count.value->width;
  struct expr *last = expr_sub(exprs, count.value, expr_const(exprs, width, 1));
  struct expr *is_some = count.is_positive
                             ? expr_const(exprs, 1, 1)
                             : expr_ne(exprs, count.value, expr_const(exprs, width, 0));
  struct substitution *now = substitute(form, form->now);
  struct substitution *before = substitute_after(form, polynomial_normalise(exprs, last));
  vec_clear(values);
  for (size_t i = 0; i < form->shape->cells.count; i++) {
    const struct effect *effect = &form->path->effects.data[i];
    struct expr *value = value_after(form, i, count.value, now);
    if (effect->kind == EFFECT_DERIVED || effect->kind == EFFECT_SET) {
      struct expr *result = polynomial_normalise(exprs, substitution_apply(before, effect->value));
      value = expr_ite(exprs, is_some, result, value);
    }
    vec_push(values, value);
  }
  substitution_free(before);
  substitution_free(now);
}

void closed_form_step(const struct closed_form *form, expr_list *values) {
  struct substitution *now = substitute(form, form->now);
  vec_clear(values);
  for (size_t i = 0; i < form->shape->cells.count; i++)
    vec_push(values, polynomial_normalise(form->exprs,
                                          substitution_apply(now, form->path->values.data[i])));
  substitution_free(now);
}
