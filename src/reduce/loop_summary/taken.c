/* Paths that states of the program have taken.

   The conditions of all paths exclude each other, so the path that a state took in an iteration is
   the one whose condition held under the state's witness at its beginning. Inputs that the path
   read in the scratch exploration stand for those that the state has read since then, in their
   order.

   A path that reads inputs has no closed form (section 4.4.2.5 of the thesis, NIV conditions). But
   often it forgets: what it changes depends only on the new inputs and on what it does not change.
   When a state comes back along such a path for the second time, and what the path does not change
   is as after the first time, then whatever its cells are now, they could have been after the first
   time. So nothing can come of it that does not come of its ancestor, with fewer iterations. */
#include "reduce/loop_summary/taken.h"

#include "exec/decide.h"
#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/state.h"
#include "exec/symbol.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/substitute.h"

#include <stdlib.h>

/* ---- the path of an iteration ---- */

bool taken_map_inputs(struct exprs *exprs, const struct loop_path *path, uint32_t inputs,
                      const struct state *state, struct substitution *now) {
  size_t count = state->symbols != NULL ? state->symbols->count - inputs : 0;
  if (count != path->inputs.count) return false;
  const struct symbol *symbol = state->symbols;
  for (size_t i = count; i-- > 0; symbol = symbol->before) {
    const struct expr_array *from = expr_find_array(exprs, path->inputs.data[i].array);
    if (symbol->is_hidden != path->inputs.data[i].is_hidden ||
        symbol->size != path->inputs.data[i].size || from == NULL)
      return false;
    if (from == symbol->array) continue;
    for (uint64_t k = 0; k < symbol->size; k++)
      substitution_add(now, expr_input(exprs, from, k), expr_input(exprs, symbol->array, k));
  }
  return true;
}

static struct expr *condition_of(struct exprs *exprs, const struct loop_path *path,
                                 struct substitution *now) {
  struct expr *all = expr_const(exprs, 1, 1);
  for (size_t i = 0; i < path->condition.count; i++)
    all = expr_and(exprs, all, substitution_apply(now, path->condition.data[i]));
  return all;
}

static bool does_hold(struct exprs *exprs, struct expr *condition, const struct state *state) {
  struct evaluator *evaluator = evaluator_new(exprs, state->witness->values);
  bool holds = evaluator_value(evaluator, condition) != 0;
  evaluator_free(evaluator);
  return holds;
}

struct expr *taken_find(struct machine *machine, const struct names *names,
                        const struct shape *shape, const loop_path_list *paths,
                        const expr_list *before, uint32_t inputs, const struct state *state,
                        uint32_t *number) {
  enum { MOST_INPUTS = 64 };
  struct exprs *exprs = machine->exprs;
  for (uint32_t i = 0; state->witness != NULL && i < paths->count; i++) {
    const struct loop_path *path = &paths->data[i];
    if (path->has_hidden || path->inputs.count > MOST_INPUTS) continue;
    struct substitution *now = substitution_new(exprs);
    struct expr *condition = NULL;
    shape_substitute(names, shape, before, now);
    if (taken_map_inputs(exprs, path, inputs, state, now))
      condition = condition_of(exprs, path, now);
    substitution_free(now);
    if (condition == NULL || !does_hold(exprs, condition, state)) continue;
    *number = i;
    return condition;
  }
  return NULL;
}

struct expr *taken_with_inner(struct machine *machine, const struct names *names,
                              const struct shape *shape, const struct loop_path *path,
                              const expr_list *before, uint32_t inputs, const struct state *state,
                              const expr_list *values) {
  struct exprs *exprs = machine->exprs;
  struct substitution *now = substitution_new(exprs);
  struct expr *all = NULL;
  shape_substitute(names, shape, before, now);
  if (taken_map_inputs(exprs, path, inputs, state, now)) {
    all = condition_of(exprs, path, now);
    for (size_t i = 0; i < values->count && !expr_is_false(all); i++) {
      struct expr *value = substitution_apply(now, path->values.data[i]);
      all = expr_and(exprs, all, expr_eq(exprs, value, values->data[i]));
    }
    if (!does_hold(exprs, all, state)) all = NULL;
  }
  substitution_free(now);
  return all;
}

bool taken_is_certain(struct machine *machine, struct state *state, struct expr *condition) {
  enum { MOST_CONFLICTS = 1000 };
  struct state *other = successor_new(machine, state);
  int64_t conflicts = decide_limit_conflicts(machine, MOST_CONFLICTS);
  bool is_known;
  bool is_other = successor_assume(machine, other, expr_not(machine->exprs, condition), &is_known);
  machine->limits.max_conflicts = conflicts;
  successor_free(machine, other);
  return is_known && !is_other;
}

/* ---- forgetful paths ---- */

static bool depends_on_changed(const struct names *names, const struct shape *shape,
                               const struct loop_path *path, const struct expr *e) {
  for (size_t i = 0; i < shape->cells.count; i++)
    if (path->values.data[i] != shape->cells.data[i].value &&
        names_share(names->exprs, e, shape->cells.data[i].value))
      return true;
  return false;
}

bool forgets_find(const struct names *names, const struct shape *shape,
                  const struct loop_path *path) {
  if (path->has_hidden) return false;
  for (size_t i = 0; i < shape->cells.count; i++)
    if (path->values.data[i] != shape->cells.data[i].value &&
        depends_on_changed(names, shape, path, path->values.data[i]))
      return false;
  for (size_t i = 0; i < path->condition.count; i++)
    if (!names_cover(names, path->condition.data[i]) &&
        depends_on_changed(names, shape, path, path->condition.data[i]))
      return false;
  return true;
}

bool forgets_repeats(const struct shape *shape, const struct loop_path *path,
                     const expr_list *earlier, const expr_list *now) {
  for (size_t i = 0; i < shape->cells.count; i++)
    if (path->values.data[i] == shape->cells.data[i].value && earlier->data[i] != now->data[i])
      return false;
  return true;
}
