/* Building the path dependency automaton.

   Its states are the paths from the head of the loop back to it. An edge from one to another means
   that the second can be taken in the iteration after one in which the first was taken: the solver
   finds values for which the condition of the first holds, and after its effect that of the second.
   The ways out of the loop are tested in the same manner.

   Without a cycle of two or more paths, the loop is sequential. A cycle is periodic if each of its
   paths is taken a fixed number of times before the next; the solver is asked for such a number,
   and then for another. Cycles that share paths are irregular.

   A path that reads inputs has a condition over values that are new in each iteration: as a
   successor it is tested without those conjuncts, so that there are rather too many edges. */
#include "reduce/loop_summary/automaton.h"

#include "exec/decide.h"
#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "reduce/loop_summary/closed_form.h"

#include <stdlib.h>

enum { MOST_CONFLICTS = 1000 };

struct builder {
  struct machine *machine;
  struct names *names;
  struct shape *shape;
  const loop_path_list *paths;
  struct automaton *automaton;
  struct state *general;
};

static struct expr *conjunction(const struct builder *b, const expr_list *condition,
                                struct substitution *after) {
  struct exprs *exprs = b->machine->exprs;
  struct expr *all = expr_const(exprs, 1, 1);
  for (size_t i = 0; i < condition->count; i++) {
    struct expr *conjunct = condition->data[i];
    if (after != NULL && !names_cover(b->names, conjunct)) continue;
    if (after != NULL) conjunct = substitution_apply(after, conjunct);
    all = expr_and(exprs, all, conjunct);
  }
  return all;
}

/* A general state in which the condition holds; NULL: it cannot. *is_known: the solver could tell.
 */
static struct state *assume(const struct builder *b, struct expr *condition, bool *is_known) {
  struct state *state = successor_new(b->machine, b->general);
  *is_known = true;
  if (!expr_is_false(condition) && successor_assume(b->machine, state, condition, is_known))
    return state;
  successor_free(b->machine, state);
  return NULL;
}

static bool may_hold(const struct builder *b, struct expr *condition) {
  bool is_known;
  struct state *state = assume(b, condition, &is_known);
  if (state != NULL) successor_free(b->machine, state);
  return state != NULL || !is_known;
}

static void add_edges(struct builder *b, uint32_t from, const loop_exit_list *exits) {
  struct exprs *exprs = b->machine->exprs;
  const struct loop_path *path = &b->paths->data[from];
  struct expr *taken = conjunction(b, &path->condition, NULL);
  if (!may_hold(b, taken)) return;
  b->automaton->first |= 1u << from;
  struct substitution *after = substitution_new(exprs);
  shape_substitute(b->names, b->shape, &path->values, after);
  for (uint32_t to = 0; to < b->paths->count; to++) {
    struct expr *next = conjunction(b, &b->paths->data[to].condition, after);
    if (may_hold(b, expr_and(exprs, taken, next))) b->automaton->follows[from] |= 1u << to;
  }
  for (size_t i = 0; i < exits->count && !(b->automaton->accepts >> from & 1); i++) {
    struct expr *next = conjunction(b, &exits->data[i].condition, after);
    if (may_hold(b, expr_and(exprs, taken, next))) b->automaton->accepts |= 1u << from;
  }
  substitution_free(after);
}

static void close_over(struct builder *b) {
  struct automaton *a = b->automaton;
  uint32_t count = (uint32_t)b->paths->count;
  for (uint32_t i = 0; i < count; i++) a->reaches[i] = a->follows[i];
  for (uint32_t via = 0; via < count; via++)
    for (uint32_t i = 0; i < count; i++)
      if (a->reaches[i] >> via & 1) a->reaches[i] |= a->reaches[via];
}

bool automaton_may_leave(const struct automaton *automaton, uint32_t path) {
  return ((automaton->reaches[path] | 1u << path) & automaton->accepts) != 0;
}

/* ---- periods ---- */

static uint64_t value_in(const struct builder *b, const struct state *state, struct expr *e) {
  struct evaluator *evaluator = evaluator_new(b->machine->exprs, state->witness->values);
  uint64_t value = evaluator_value(evaluator, e);
  evaluator_free(evaluator);
  return value;
}

/* Whether the guard can fail only after one number of iterations if the condition holds, or the
   condition cannot; `last` is that number less 1. Orders of terms are easier than equal numbers. */
static bool is_unique(const struct builder *b, const struct closed_form *form,
                      const struct guard *guard, struct expr *condition, struct expr *last) {
  struct exprs *exprs = b->machine->exprs;
  bool is_known;
  struct state *state = assume(b, condition, &is_known);
  if (state == NULL) return is_known;
  uint64_t value = value_in(b, state, last);
  successor_free(b->machine, state);
  unsigned width = form->path->width;
  struct expr *is_later = closed_form_guard(form, guard, expr_const(exprs, width, value + 1));
  if (may_hold(b, expr_and(exprs, condition, is_later))) return false;
  if (value == 0) return true;
  struct expr *holds = closed_form_guard(form, guard, expr_const(exprs, width, value));
  return !may_hold(b, expr_and(exprs, condition, expr_not(exprs, holds)));
}

/* Whether the path is taken a fixed number of times in a row, when it was entered from `before`. */
static bool has_period(const struct builder *b, uint32_t before, uint32_t path) {
  struct exprs *exprs = b->machine->exprs;
  const struct loop_path *p = &b->paths->data[path];
  if (!(b->automaton->follows[path] >> path & 1)) return true; /* once */
  if (!p->is_summarised) return false;
  expr_list now = {0};
  for (size_t i = 0; i < b->paths->data[before].values.count; i++)
    vec_push(&now, b->paths->data[before].values.data[i]);
  struct closed_form form = {exprs, b->names, b->shape, p, &now};
  struct expr *begins = expr_and(exprs, conjunction(b, &b->paths->data[before].condition, NULL),
                                 closed_form_condition(&form));
  bool is_good = closed_form_fits(&form);
  for (size_t i = 0; is_good && i < p->guards.count; i++) {
    struct expr *is_there, *last;
    if (p->guards.data[i].rate == 0) continue;
    last = closed_form_last(&form, &p->guards.data[i], &is_there);
    if (last == NULL) {
      is_good = false;
      break;
    }
    struct expr *ends = expr_and(exprs, begins, is_there);
    struct expr *count = expr_add(exprs, last, expr_const(exprs, p->width, 1));
    ends = expr_and(exprs, ends, closed_form_is_smooth(&form, &p->guards.data[i], count, false));
    for (size_t k = 0; k < p->guards.count; k++)
      if (k != i) ends = expr_and(exprs, ends, closed_form_guard(&form, &p->guards.data[k], last));
    is_good = is_unique(b, &form, &p->guards.data[i], ends, last);
  }
  vec_free(&now);
  return is_good;
}

/* The only other path of the cycle that comes next; UINT32_MAX: there are several. */
static uint32_t next_in_cycle(const struct automaton *a, uint32_t path, uint32_t cycle) {
  uint32_t next = a->follows[path] & cycle & ~(1u << path);
  return next != 0 && (next & (next - 1)) == 0 ? (uint32_t)__builtin_ctz(next) : UINT32_MAX;
}

static enum interleaving classify_cycle(const struct builder *b, uint32_t start, uint32_t cycle) {
  uint32_t path = start;
  do {
    uint32_t next = next_in_cycle(b->automaton, path, cycle);
    if (next == UINT32_MAX) return INTERLEAVING_IRREGULAR;
    if (!has_period(b, path, next)) return INTERLEAVING_IRREGULAR;
    path = next;
  } while (path != start);
  return INTERLEAVING_PERIODIC;
}

static void classify(struct builder *b) {
  struct automaton *a = b->automaton;
  for (uint32_t i = 0; i < b->paths->count; i++) {
    uint32_t cycle = 1u << i;
    for (uint32_t k = 0; k < b->paths->count; k++)
      if ((a->reaches[i] >> k & 1) && (a->reaches[k] >> i & 1)) cycle |= 1u << k;
    if ((cycle & (cycle - 1)) == 0 || (cycle & ((1u << i) - 1)) != 0) continue;
    enum interleaving kind = classify_cycle(b, i, cycle);
    if (kind > a->interleaving) a->interleaving = kind;
  }
  for (size_t i = 0; i < b->paths->count; i++)
    a->has_niv |= b->paths->data[i].is_niv || b->paths->data[i].reads_inputs;
}

void automaton_build(struct machine *machine, struct names *names, struct shape *shape,
                     const loop_path_list *paths, const loop_exit_list *exits,
                     struct automaton *automaton) {
  *automaton = (struct automaton){0};
  struct state *general = shape_make_general(machine, shape);
  struct builder b = {machine, names, shape, paths, automaton, general};
  int64_t conflicts = decide_limit_conflicts(machine, MOST_CONFLICTS);
  for (uint32_t i = 0; i < paths->count; i++) {
    if (general != NULL) {
      add_edges(&b, i, exits);
      continue;
    }
    automaton->follows[i] = (1u << paths->count) - 1;
    automaton->first |= 1u << i;
    automaton->accepts |= 1u << i;
  }
  close_over(&b);
  if (general != NULL) {
    classify(&b);
    successor_free(machine, general);
  }
  machine->limits.max_conflicts = conflicts;
}
