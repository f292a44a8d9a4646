/* Queries about one byte (or a smaller input): all its values are tried. The set of values that
   satisfy a conjunct is computed once and kept, so a path that grows by a conjunct costs the
   evaluation of that conjunct and an intersection of sets. The model gets the least of the
   remaining values; other inputs keep their values of the witness. */
#include "solver/links.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/spread.h"
#include "solver/solver.h"
#include "util/alloc.h"

#include <stdlib.h>

struct enumeration_link {
  struct solver solver;
  struct exprs *exprs;
  struct spread *spread;
};

static bool is_about(const struct query *query, uint32_t support) {
  for (size_t i = query->count; i-- > 0;)
    if (query->conjuncts[i]->support != support) return false;
  return true;
}

/* The values that satisfy all conjuncts, starting with the last. Conjuncts that remove no value are
   not in the core. */
static bool find_values(struct enumeration_link *link, const struct query *query,
                        const struct spread_input *input, struct value_set *values,
                        bool *is_in_core) {
  for (size_t i = query->count; i-- > 0 && !value_set_is_empty(values);) {
    struct value_set set;
    if (!spread_condition(link->spread, query->conjuncts[i], input, &set, &link->solver.work))
      return false;
    bool has_lost = value_set_intersect(values, &set);
    if (is_in_core != NULL) is_in_core[i] = has_lost;
  }
  return true;
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct enumeration_link *link = (struct enumeration_link *)solver;
  struct spread_input input;
  uint32_t support = query->count > 0 ? query->conjuncts[query->count - 1]->support : 0;
  if (query->count == 0 || !spread_find_input(link->exprs, support, &input) ||
      !is_about(query, support))
    return solver_ask_next(solver, query, result);
  const struct expr_array *array = expr_find_array(link->exprs, input.array);
  struct value_set values = value_set_all(array->element_width);
  bool *core = query->wants_core ? alloc_zeroed(query->count * sizeof *core) : NULL;
  if (!find_values(link, query, &input, &values, core)) {
    free(core);
    return solver_ask_next(solver, query, result);
  }
  if (value_set_is_empty(&values)) {
    result->in_core = core;
    return ANSWER_UNSAT;
  }
  free(core);
  if (!query->wants_model) return ANSWER_SAT;
  result->model = query->witness ? assignment_copy(query->witness) : assignment_new();
  assignment_set(result->model, input.array, input.index, value_set_least(&values));
  return ANSWER_SAT;
}

static void free_link(struct solver *solver) {
  struct enumeration_link *link = (struct enumeration_link *)solver;
  spread_free(link->spread);
  free(link);
}

static const struct solver_class class = {"enumeration", check, NULL, free_link};

struct solver *link_enumeration_new(struct exprs *exprs, struct solver *next) {
  struct enumeration_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->exprs = exprs;
  link->spread = spread_new(exprs);
  return &link->solver;
}
