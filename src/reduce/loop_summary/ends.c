/* The end of an iterated path.

   Each guard that can fail is the first to do so in some executions: other guards hold at least
   until the iteration before. If two fail in the same iteration, one of them counts: rather one of
   the program's own than one that a sum overflows.

   Whether a sum has overflowed is said as the program itself asks for it, where the number of
   iterations is not negative as a signed number: then an outer loop, of whose condition this
   becomes a part, can be summarised, too. */
#include "reduce/loop_summary/ends.h"

#include "expr/expr.h"
#include "reduce/loop_summary/polynomial.h"

#include <stdlib.h>

struct path_end ends_find(const struct closed_form *form, size_t guard) {
  struct exprs *exprs = form->exprs;
  struct path_end end = {0};
  struct expr *one = expr_const(exprs, form->path->width, 1);
  struct expr *last = closed_form_last(form, &form->path->guards.data[guard], &end.condition);
  if (last == NULL) return end;
  end.count = polynomial_normalise(exprs, expr_add(exprs, last, one));
  end.condition = expr_and(exprs, end.condition, expr_ule(exprs, one, end.count));
  return end;
}

struct expr *ends_at(const struct closed_form *form, size_t guard, struct expr *count) {
  struct exprs *exprs = form->exprs;
  const struct guard *g = &form->path->guards.data[guard];
  struct expr *one = expr_const(exprs, form->path->width, 1);
  struct expr *holds = closed_form_guard(form, g, expr_sub(exprs, count, one));
  struct expr *fails = closed_form_guard_fails(form, g, count);
  return expr_and(exprs, expr_ule(exprs, one, count), expr_and(exprs, holds, fails));
}

static unsigned rank_of(const struct closed_form *form, const struct guard *guard) {
  return guard->kind == GUARD_FITS ? 2 : closed_form_is_limit(form, guard) ? 1 : 0;
}

/* Whether the guard counts as the first if both fail in the same iteration. */
static bool goes_first(const struct closed_form *form, size_t guard, size_t other) {
  const struct guard *guards = form->path->guards.data;
  unsigned rank = rank_of(form, &guards[guard]), other_rank = rank_of(form, &guards[other]);
  return rank != other_rank ? rank < other_rank : guard < other;
}

/* The guard is the first to fail: others hold at least as long. If the number of iterations is
   small, limits are said in the program's words. */
static struct expr *is_first_to_fail(const struct closed_form *form, size_t guard,
                                     struct expr *count, bool is_small) {
  struct exprs *exprs = form->exprs;
  const struct loop_path *path = form->path;
  struct expr *last = expr_sub(exprs, count, expr_const(exprs, path->width, 1));
  struct expr *all = expr_const(exprs, 1, 1);
  for (size_t i = 0; i < path->guards.count && !expr_is_false(all); i++) {
    const struct guard *other = &path->guards.data[i];
    struct expr *holds;
    if (i == guard || other->rate == 0) continue;
    bool is_longer = goes_first(form, i, guard);
    if (!is_longer && closed_form_implies_limit(form, &path->guards.data[guard], other)) continue;
    if (is_small && !is_longer && closed_form_is_limit(form, other))
      holds = closed_form_limit(form, other, count);
    else
      holds = closed_form_guard(form, other, is_longer ? count : last);
    all = expr_and(exprs, all, holds);
  }
  return all;
}

bool ends_are_split(const struct closed_form *form, size_t guard) {
  const struct guard *guards = form->path->guards.data;
  if (closed_form_is_limit(form, &guards[guard])) return false;
  for (size_t i = 0; i < form->path->guards.count; i++)
    if (i != guard && closed_form_is_limit(form, &guards[i]) &&
        !closed_form_implies_limit(form, &guards[guard], &guards[i]))
      return true;
  return false;
}

struct expr *ends_first(const struct closed_form *form, size_t guard, struct expr *count,
                        bool is_small) {
  struct exprs *exprs = form->exprs;
  struct expr *all = expr_const(exprs, 1, 1);
  if (ends_are_split(form, guard)) {
    struct expr *is_huge = expr_slt(exprs, count, expr_const(exprs, form->path->width, 0));
    all = is_small ? expr_not(exprs, is_huge) : is_huge;
  }
  if (expr_is_false(all)) return all;
  const struct guard *g = &form->path->guards.data[guard];
  all = expr_and(exprs, all, closed_form_is_smooth(form, g, count, is_small));
  if (expr_is_false(all)) return all;
  return expr_and(exprs, all, is_first_to_fail(form, guard, count, is_small));
}

struct expr *ends_beyond(const struct closed_form *form, struct expr *bound) {
  struct exprs *exprs = form->exprs;
  struct expr *all = expr_const(exprs, 1, 1);
  for (size_t i = 0; i < form->path->guards.count; i++) {
    const struct guard *guard = &form->path->guards.data[i];
    struct expr *is_there, *holds;
    if (guard->rate == 0) continue;
    if (guard->kind == GUARD_ORDER || (guard->kind == GUARD_DIFFERS && guard->rate == 1))
      holds = expr_ule(exprs, bound, closed_form_last(form, guard, &is_there));
    else
      holds = closed_form_guard(form, guard, bound);
    all = expr_and(exprs, all, holds);
  }
  return all;
}
