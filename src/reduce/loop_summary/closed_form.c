/* Substituting numbers of iterations into the effects of a path. */
#include "reduce/loop_summary/closed_form.h"

#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "expr/expr.h"
#include "expr/substitute.h"

#include <stdlib.h>

static struct expr *resize(struct exprs *exprs, struct expr *e, unsigned width) {
  if (e->width == width) return e;
  return e->width < width ? expr_zext(exprs, e, width) : expr_extract(exprs, e, 0, width);
}

static struct substitution *substitute_now(const struct closed_form *form) {
  struct substitution *substitution = substitution_new(form->machine->exprs);
  shape_substitute(form->names, form->shape, form->now, substitution);
  return substitution;
}

static struct expr *step_by(const struct closed_form *form, size_t cell, struct expr *count,
                            struct substitution *now) {
  struct exprs *exprs = form->machine->exprs;
  struct expr *value = form->now->data[cell];
  struct expr *step = substitution_apply(now, form->path->effects.data[cell].value);
  struct expr *times = resize(exprs, count, (unsigned)value->width);
  return expr_add(exprs, value, expr_mul(exprs, step, times));
}

/* After that many iterations; derived cells, on which nothing depends, are left as they are. */
static struct substitution *substitute_after(const struct closed_form *form, struct expr *count) {
  if (count == NULL) return substitute_now(form);
  struct substitution *now = substitute_now(form);
  expr_list values = {0};
  for (size_t i = 0; i < form->shape->cells.count; i++) {
    bool steps = form->path->effects.data[i].kind == EFFECT_STEP;
    vec_push(&values, steps ? step_by(form, i, count, now) : form->now->data[i]);
  }
  struct substitution *after = substitution_new(form->machine->exprs);
  shape_substitute(form->names, form->shape, &values, after);
  substitution_free(now);
  vec_free(&values);
  return after;
}

bool closed_form_fits(const struct closed_form *form) {
  struct substitution *now = substitute_now(form);
  bool fits = true;
  for (size_t i = 0; fits && i < form->shape->cells.count; i++) {
    const struct effect *effect = &form->path->effects.data[i];
    if (effect->kind == EFFECT_SET)
      fits = substitution_apply(now, effect->value) == form->now->data[i];
  }
  substitution_free(now);
  return fits;
}

struct expr *closed_form_condition(const struct closed_form *form, struct expr *count) {
  struct exprs *exprs = form->machine->exprs;
  struct substitution *after = substitute_after(form, count);
  struct expr *all = expr_const(exprs, 1, 1);
  for (size_t i = 0; i < form->path->condition.count; i++)
    all = expr_and(exprs, all, substitution_apply(after, form->path->condition.data[i]));
  substitution_free(after);
  return all;
}

struct expr *closed_form_bound(const struct closed_form *form) {
  struct exprs *exprs = form->machine->exprs;
  struct substitution *now = substitute_now(form);
  struct expr *least = NULL;
  for (size_t i = 0; i < form->path->smooth.count; i++) {
    const struct smooth_term *smooth = &form->path->smooth.data[i];
    struct expr *bound = smooth_term_bound(exprs, smooth, substitution_apply(now, smooth->term));
    bound = resize(exprs, bound, form->path->width);
    least = least == NULL ? bound : expr_ite(exprs, expr_ult(exprs, bound, least), bound, least);
  }
  substitution_free(now);
  return least;
}

void closed_form_values(const struct closed_form *form, struct expr *count, expr_list *values) {
  struct exprs *exprs = form->machine->exprs;
  struct expr *one = expr_const(exprs, (unsigned)count->width, 1);
  struct substitution *now = substitute_now(form);
  struct substitution *before = substitute_after(form, expr_sub(exprs, count, one));
  struct expr *is_none = expr_eq(exprs, count, expr_const(exprs, (unsigned)count->width, 0));
  vec_clear(values);
  for (size_t i = 0; i < form->shape->cells.count; i++) {
    const struct effect *effect = &form->path->effects.data[i];
    struct expr *value = form->now->data[i];
    if (effect->kind == EFFECT_STEP) value = step_by(form, i, count, now);
    if (effect->kind == EFFECT_DERIVED)
      value = expr_ite(exprs, is_none, value, substitution_apply(before, effect->value));
    vec_push(values, value);
  }
  substitution_free(before);
  substitution_free(now);
}

bool closed_form_apply(const struct closed_form *form, const expr_list *values,
                       struct state *successor) {
  for (size_t i = 0; i < values->count; i++) {
    const struct cell *cell = &form->shape->cells.data[i];
    struct expr *value = values->data[i];
    if (value == form->now->data[i]) continue;
    if (cell->size == 0)
      successor_set(form->machine, successor, cell->place.reg, value);
    else if (!successor_write(form->machine, successor, cell->address, cell->size, value))
      return false;
  }
  return true;
}
