/* Loops over strings: `while (s[i]) i++`, `value = 10 * value + s[i] - '0'`.

   Their conditions and effects have no closed form, but where the index is known, and the object
   ends, so does the loop: after so many iterations the condition is false whatever the inputs are.
   Then all numbers of iterations are one state, whose values are chosen by the first condition that
   fails. The formulas grow with the bound, so it has to be small. */
#include "reduce/loop_summary/unroll.h"

#include "expr/expr.h"

#include <stdlib.h>

enum { MOST_ITERATIONS = 64, MOST_EXPRESSIONS = 20000 };

struct unrolled {
  expr_list values;
  struct expr *is_taken; /* once more */
};
typedef VEC(struct unrolled) unrolled_list;

/* Iterations until the path is certainly not taken once more. */
static bool list_iterations(const struct closed_form *form, unrolled_list *list) {
  struct closed_form next = *form;
  size_t begun = exprs_count(form->exprs);
  while (list->count < MOST_ITERATIONS && exprs_count(form->exprs) < begun + MOST_EXPRESSIONS) {
    struct unrolled iteration = {0};
    closed_form_step(&next, &iteration.values);
    next.now = &iteration.values;
    iteration.is_taken = closed_form_condition(&next);
    vec_push(list, iteration);
    next.now = &vec_last(list).values;
    if (expr_is_false(iteration.is_taken)) return true;
  }
  return false;
}

static struct expr *choose(const struct closed_form *form, const unrolled_list *list, size_t cell) {
  struct expr *value = vec_last(list).values.data[cell];
  for (size_t i = list->count - 1; i-- > 0;)
    value = expr_ite(form->exprs, list->data[i].is_taken, value, list->data[i].values.data[cell]);
  return value;
}

bool unroll_path(const struct closed_form *form, expr_list *values, struct expr **is_over) {
  unrolled_list list = {0};
  bool is_bounded = list_iterations(form, &list);
  if (is_bounded) {
    vec_clear(values);
    for (size_t i = 0; i < form->shape->cells.count; i++) vec_push(values, choose(form, &list, i));
    struct closed_form end = *form;
    end.now = values;
    *is_over = expr_not(form->exprs, closed_form_condition(&end));
  }
  for (size_t i = 0; i < list.count; i++) vec_free(&list.data[i].values);
  vec_free(&list);
  return is_bounded;
}
