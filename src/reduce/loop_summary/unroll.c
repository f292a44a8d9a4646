/* Loops over strings and arrays: `while (s[i]) i++`, `value = 10 * value + s[i] - '0'`, `a[i] = 0`.

   Their conditions and effects have no closed form, but where the object ends, so does the loop:
   after so many iterations, none of its paths can be taken, whatever the inputs are. Then all
   numbers of iterations and all orders of paths are one state. In an iteration, the values of the
   cells are chosen by the path that is taken, which leaves the index a number if all paths
   increase it; after the loop, by the first iteration in which none is. That there is no further
   iteration is known at once, or asked of the solver after 2, 4, 8, … iterations: where the loop
   begins may be symbolic.

   The formulas grow with the bound, so it has to be small. */
#include "reduce/loop_summary/unroll.h"

#include "expr/assignment.h"
#include "expr/expr.h"

#include <stdlib.h>

enum { MOST_ITERATIONS = 128, MOST_EXPRESSIONS = 20000 };

struct iteration {
  expr_list values;      /* if all before have been taken */
  struct expr *is_taken; /* one of the paths, once more */
};
typedef VEC(struct iteration) iteration_list;

static struct closed_form form_of(const struct unrolling *u, size_t path, const expr_list *now) {
  return (struct closed_form){u->exprs, u->names, u->shape, u->paths[path], now};
}

static struct expr *condition_of(const struct unrolling *u, size_t path, const expr_list *now) {
  struct closed_form form = form_of(u, path, now);
  return closed_form_condition(&form);
}

/* One of the paths can be taken. */
static struct expr *find_taken(const struct unrolling *u, const expr_list *now) {
  struct expr *any = expr_const(u->exprs, 1, 0);
  for (size_t i = 0; i < u->count; i++) any = expr_or(u->exprs, any, condition_of(u, i, now));
  return any;
}

/* After one iteration, if one of the paths is taken. */
static void step(const struct unrolling *u, const expr_list *now, expr_list *values) {
  for (size_t i = 0; i < u->count; i++) {
    struct closed_form form = form_of(u, i, now);
    struct expr *condition = closed_form_condition(&form);
    if (expr_is_false(condition)) continue;
    expr_list next = {0};
    closed_form_step(&form, &next);
    for (size_t k = 0; k < next.count; k++) {
      if (k < values->count)
        values->data[k] = expr_ite(u->exprs, condition, next.data[k], values->data[k]);
      else
        vec_push(values, next.data[k]);
    }
    vec_free(&next);
  }
}

static bool is_power_of_two(size_t n) { return n > 1 && (n & (n - 1)) == 0; }

/* Iterations until none of the paths can be taken once more. */
static bool list_iterations(const struct unrolling *u, iteration_list *list) {
  size_t begun = exprs_count(u->exprs);
  struct expr *all = find_taken(u, u->now);
  if (expr_is_false(all)) return false;
  const expr_list *now = u->now;
  while (list->count < MOST_ITERATIONS && exprs_count(u->exprs) < begun + MOST_EXPRESSIONS) {
    struct iteration iteration = {0};
    step(u, now, &iteration.values);
    iteration.is_taken = find_taken(u, &iteration.values);
    all = expr_and(u->exprs, all, iteration.is_taken);
    bool is_last = expr_is_false(all);
    if (!is_last && u->is_impossible != NULL && is_power_of_two(list->count))
      is_last = u->is_impossible(u->context, all);
    vec_push(list, iteration);
    now = &vec_last(list).values;
    if (is_last) return true;
  }
  return false;
}

static struct expr *choose(const struct unrolling *u, const iteration_list *list, size_t cell) {
  struct expr *value = vec_last(list).values.data[cell];
  for (size_t i = list->count - 1; i-- > 0;)
    value = expr_ite(u->exprs, list->data[i].is_taken, value, list->data[i].values.data[cell]);
  return expr_ite(u->exprs, find_taken(u, u->now), value, u->now->data[cell]);
}

bool unroll_paths(const struct unrolling *u, expr_list *values) {
  iteration_list list = {0};
  bool is_bounded = list_iterations(u, &list);
  vec_clear(values);
  for (size_t i = 0; is_bounded && i < u->shape->cells.count; i++)
    vec_push(values, choose(u, &list, i));
  for (size_t i = 0; i < list.count; i++) vec_free(&list.data[i].values);
  vec_free(&list);
  return is_bounded;
}

/* ---- checking ---- */

static void evaluate(struct exprs *exprs, struct evaluator *evaluator, const expr_list *values,
                     expr_list *numbers) {
  vec_clear(numbers);
  for (size_t i = 0; i < values->count; i++)
    vec_push(numbers, expr_const(exprs, (unsigned)values->data[i]->width,
                                 evaluator_value(evaluator, values->data[i])));
}

static bool iterate(const struct unrolling *u, expr_list *numbers) {
  for (size_t i = 0; i < u->count; i++) {
    if (!expr_is_true(condition_of(u, i, numbers))) continue;
    expr_list next = {0};
    struct closed_form form = form_of(u, i, numbers);
    closed_form_step(&form, &next);
    vec_free(numbers);
    *numbers = next;
    return true;
  }
  return false;
}

bool unroll_is_right(const struct unrolling *u, const expr_list *values,
                     const struct assignment *inputs) {
  struct evaluator *evaluator = evaluator_new(u->exprs, inputs);
  expr_list numbers = {0}, wanted = {0};
  evaluate(u->exprs, evaluator, u->now, &numbers);
  evaluate(u->exprs, evaluator, values, &wanted);
  unsigned count = 0;
  while (count <= MOST_ITERATIONS && iterate(u, &numbers)) count++;
  bool is_right = count <= MOST_ITERATIONS;
  for (size_t i = 0; i < wanted.count; i++) is_right &= wanted.data[i] == numbers.data[i];
  vec_free(&numbers);
  vec_free(&wanted);
  evaluator_free(evaluator);
  return is_right;
}
