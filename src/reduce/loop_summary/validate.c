/* Running paths on numbers.

   From random values of the cells, the path is followed iteration by iteration until its condition
   fails. Exactly one of its ends must then say so: with the number of iterations, and with the
   values of all cells; or the state goes on beyond an iteration that comes before. Values are small
   numbers and those at the ends of ranges, so that many of the conditions hold, and terms wrap
   around. */
#include "reduce/loop_summary/validate.h"

#include "expr/expr.h"
#include "reduce/loop_summary/ends.h"
#include "util/random.h"

#include <stdlib.h>

enum { TRIALS = 48, MOST_ITERATIONS = 300 };

struct validation {
  struct exprs *exprs;
  const struct names *names;
  const struct shape *shape;
  const struct loop_path *path;
  struct random_source random;
};

static struct closed_form form_of(const struct validation *v, const expr_list *now) {
  return (struct closed_form){v->exprs, v->names, v->shape, v->path, now};
}

static uint64_t draw(struct validation *v, unsigned width) {
  uint64_t top = (uint64_t)1 << (width - 1), small = random_draw_below(&v->random, 12);
  switch (random_draw_below(&v->random, 6)) {
  case 0: return top - small;
  case 1: return top + small;
  case 2: return 0 - small;
  case 3: return random_draw(&v->random);
  default: return small;
  }
}

static void draw_values(struct validation *v, expr_list *values) {
  vec_clear(values);
  for (size_t i = 0; i < v->shape->cells.count; i++) {
    unsigned width = (unsigned)v->shape->cells.data[i].value->width;
    vec_push(values, expr_const(v->exprs, width, draw(v, width)));
  }
}

static bool is_same(const expr_list *a, const expr_list *b) {
  for (size_t i = 0; i < a->count; i++)
    if (a->data[i] != b->data[i]) return false;
  return true;
}

/* Follows the path at most that often, and returns how often it was taken. */
static uint64_t iterate(const struct validation *v, const expr_list *now, uint64_t most,
                        expr_list *values) {
  expr_list before = {0};
  uint64_t count = 0;
  struct closed_form form = form_of(v, &before);
  vec_clear(values);
  for (size_t i = 0; i < now->count; i++) vec_push(values, now->data[i]);
  for (; count < most; count++) {
    vec_clear(&before);
    for (size_t i = 0; i < values->count; i++) vec_push(&before, values->data[i]);
    if (!expr_is_true(closed_form_condition(&form))) break;
    closed_form_step(&form, values);
  }
  vec_free(&before);
  return count;
}

static bool has_values(const struct validation *v, const expr_list *now, struct expr *count,
                       bool is_over) {
  expr_list stepped = {0}, closed = {0};
  struct closed_form form = form_of(v, now);
  bool is_good = iterate(v, now, expr_const_value(count), &stepped) == expr_const_value(count);
  closed_form_values(&form, (struct iterations){count, is_over}, &closed);
  is_good = is_good && is_same(&stepped, &closed);
  form.now = &stepped;
  if (is_good) is_good = expr_is_true(closed_form_condition(&form)) == !is_over;
  vec_free(&stepped);
  vec_free(&closed);
  return is_good;
}

/* Ends that the guard has; *is_good: they are right. */
static unsigned count_ends(const struct validation *v, const expr_list *now, size_t guard,
                           uint64_t count, bool *is_good) {
  struct closed_form form = form_of(v, now);
  struct path_end end = ends_find(&form, guard);
  unsigned found = 0;
  if (end.count == NULL) {
    end.count = expr_const(v->exprs, v->path->width, count);
    end.condition = ends_at(&form, guard, end.count);
  }
  for (int is_small = ends_are_split(&form, guard); is_small >= 0; is_small--) {
    struct expr *first = ends_first(&form, guard, end.count, is_small);
    if (!expr_is_true(expr_and(v->exprs, end.condition, first))) continue;
    found++;
    *is_good &= expr_const_value(end.count) == count && has_values(v, now, end.count, true);
  }
  return found;
}

static bool is_right(const struct validation *v, const expr_list *now, uint64_t count) {
  struct closed_form form = form_of(v, now);
  bool is_good = true;
  unsigned found = 0;
  for (size_t i = 0; i < v->path->guards.count; i++)
    if (v->path->guards.data[i].rate != 0) found += count_ends(v, now, i, count, &is_good);
  struct expr *bound = closed_form_bound(&form);
  if (bound != NULL && expr_is_true(ends_beyond(&form, bound))) {
    found++;
    is_good &= expr_const_value(bound) < count && has_values(v, now, bound, false);
  }
  return is_good && found == 1;
}

/* The number of iterations until the path is not taken; 0: it is not taken now, or too often. */
static uint64_t count_iterations(const struct validation *v, const expr_list *now) {
  expr_list values = {0};
  uint64_t count = iterate(v, now, MOST_ITERATIONS, &values);
  vec_free(&values);
  return count < MOST_ITERATIONS ? count : 0;
}

bool validate_from(struct exprs *exprs, const struct names *names, const struct shape *shape,
                   const struct loop_path *path, const expr_list *now) {
  struct validation v = {exprs, names, shape, path, {{0}}};
  struct closed_form form = form_of(&v, now);
  uint64_t count = closed_form_fits(&form) ? count_iterations(&v, now) : 0;
  return count == 0 || is_right(&v, now, count);
}

bool validate_path(struct exprs *exprs, const struct names *names, const struct shape *shape,
                   const struct loop_path *path) {
  struct validation v = {exprs, names, shape, path, random_source_new(1, 0)};
  expr_list now = {0};
  bool is_good = true;
  for (unsigned i = 0; path->is_summarised && is_good && i < TRIALS; i++) {
    draw_values(&v, &now);
    is_good = validate_from(exprs, names, shape, path, &now);
  }
  vec_free(&now);
  return is_good;
}
