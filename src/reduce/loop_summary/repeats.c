/* Loops that count and read inputs. A path changes some cells by constants, the counters, and
   others by what it reads; its conditions depend on both, so that no number of iterations has a
   closed form.

   Let A be a state at the head, and B the state after it has taken the path. Let A(j) be A with
   each counter further by j of its strides, and B(j) what becomes of A(j) along the path, under the
   condition that A(j) can take it and that no counter has wrapped around. If each concrete state of
   A(j + 1) that B(j + 1) comes from is also one of B(j), then those of B(j + 1) come of those of
   B(j) by another iteration; B(0) is B, which the program has reached; so all B(j) are reached, and
   j can be an input. That is an induction whose step is an inclusion of sets of states, and is
   asked like any other (kept.c). B with its unknown j stands for all further iterations.

   Left out: strides that are not constants. */
#include "reduce/loop_summary/repeats.h"

#include "exec/decide.h"
#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/repetition.h"
#include "exec/state.h"
#include "exec/symbol.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "reduce/loop_summary/kept.h"
#include "reduce/loop_summary/polynomial.h"
#include "reduce/loop_summary/taken.h"
#include "solver/path_condition.h"

#include <stdlib.h>

enum { MOST_CONFLICTS = 1000 };

struct repeat {
  struct machine *machine;
  const struct repeat_names *names;
  const struct shape *shape;
  const struct loop_path *path;
  const expr_list *before, *after; /* values of A and B */
  struct expr *input;              /* the new one … */
  struct expr *next, *previous;    /* … and what it is for j + 1 and j - 1 */
  struct expr *times;              /* j */
  struct repetition *repetition;   /* owned */
  struct expr *is_last;            /* j + 1 is too large for the input */
  struct expr *is_exact;           /* the counter has not wrapped around */
  expr_list shifted;               /* the values of A(j) */
};

static int64_t difference(struct exprs *exprs, struct expr *a, struct expr *b) {
  struct expr *step = polynomial_difference(exprs, a, b);
  if (!expr_is_const(step)) return 0;
  unsigned unused = 64 - (unsigned)a->width;
  return (int64_t)(expr_const_value(step) << unused) >> unused;
}

/* By how much the path changes the cell; 0: not by a constant. */
static int64_t stride_of(const struct repeat *r, size_t cell) {
  struct expr *name = r->shape->cells.data[cell].value, *value = r->path->values.data[cell];
  return name->width > 64 || value == name ? 0 : difference(r->machine->exprs, value, name);
}

/* The same, or by how much it has changed now: it may be computed from a counter. Whether it is so
   in each iteration is found out by the induction. */
static int64_t shift_of(const struct repeat *r, size_t cell) {
  struct expr *name = r->shape->cells.data[cell].value;
  int64_t stride = stride_of(r, cell);
  if (stride != 0 || name->width > 64 || r->path->values.data[cell] == name) return stride;
  return difference(r->machine->exprs, r->after->data[cell], r->before->data[cell]);
}

/* The counter by which iterations are counted, rather one that goes by steps of 1. */
static size_t choose_counter(const struct repeat *r) {
  size_t chosen = SIZE_MAX;
  for (size_t i = 0; i < r->shape->cells.count; i++) {
    int64_t stride = stride_of(r, i);
    if (stride == 1 || stride == -1) return i;
    if (stride != 0 && chosen == SIZE_MAX) chosen = i;
  }
  return chosen;
}

static struct expr *last_number(struct exprs *exprs, unsigned width, int64_t stride) {
  uint64_t top = (uint64_t)1 << (width - 1);
  return expr_const(exprs, width, stride > 0 ? top - 1 : top);
}

/* With steps of 1, the new input is the counter itself: sums of sums would be hard to solve. */
static void count(struct repeat *r, struct state *state, struct expr *from, int64_t stride) {
  struct exprs *exprs = r->machine->exprs;
  unsigned width = (unsigned)from->width;
  struct expr *one = expr_const(exprs, width, 1);
  struct expr *last = last_number(exprs, width, stride);
  r->input = successor_make_input(r->machine, state, "repetitions", width);
  struct expr *by = stride == -1 ? expr_neg(exprs, one) : one;
  r->next = expr_add(exprs, r->input, by);
  r->previous = expr_sub(exprs, r->input, by);
  r->is_last = expr_eq(exprs, r->input, last);
  if (stride == 1) {
    r->times = expr_sub(exprs, r->input, from);
    r->is_exact = expr_sle(exprs, from, r->input);
  } else if (stride == -1) {
    r->times = expr_sub(exprs, from, r->input);
    r->is_exact = expr_sle(exprs, r->input, from);
  } else {
    struct expr *room = stride > 0 ? expr_sub(exprs, last, from) : expr_sub(exprs, from, last);
    uint64_t rate = stride > 0 ? (uint64_t)stride : -(uint64_t)stride;
    r->times = r->input;
    r->is_last = expr_eq(exprs, r->input, expr_const(exprs, width, UINT64_MAX));
    r->is_exact = expr_ule(exprs, r->input, expr_udiv(exprs, room, expr_const(exprs, width, rate)));
  }
}

static struct expr *resize(struct exprs *exprs, struct expr *e, unsigned width) {
  if (e->width == width) return e;
  return e->width < width ? expr_zext(exprs, e, width) : expr_extract(exprs, e, 0, width);
}

/* False: nothing counts. */
static bool shift_all(struct repeat *r, struct state *state) {
  struct exprs *exprs = r->machine->exprs;
  size_t counter = choose_counter(r);
  if (counter == SIZE_MAX) return false;
  int64_t first = stride_of(r, counter);
  count(r, state, r->before->data[counter], first);
  for (size_t i = 0; i < r->shape->cells.count; i++) {
    struct expr *value = r->before->data[i];
    int64_t stride = shift_of(r, i);
    unsigned width = (unsigned)value->width;
    if (i == counter && (first == 1 || first == -1))
      value = r->input;
    else if (stride != 0)
      value = polynomial_normalise(
          exprs, expr_add(exprs, value,
                          expr_mul(exprs, expr_const(exprs, width, (uint64_t)stride),
                                   resize(exprs, r->times, width))));
    vec_push(&r->shifted, value);
  }
  return true;
}

static bool assume(struct repeat *r, struct state *state, struct expr *condition) {
  bool is_known = true;
  return !expr_is_false(condition) && successor_assume(r->machine, state, condition, &is_known);
}

/* B(j). The state is B. False: it cannot be, or differs from B(0). */
static bool make_state(struct repeat *r, const struct note *note, struct state *state,
                       struct loop_trace *trace) {
  struct exprs *exprs = r->machine->exprs;
  struct substitution *now = substitution_new(exprs);
  shape_substitute(r->names->own, r->shape, &r->shifted, now);
  bool is_good = taken_map_inputs(exprs, r->path, note->before.inputs, state, now);
  successor_shorten_path(trace->state, note->before.depth);
  is_good = is_good && assume(r, trace->state, r->is_exact);
  for (size_t i = 0; is_good && i < r->path->condition.count; i++)
    is_good = assume(r, trace->state, substitution_apply(now, r->path->condition.data[i]));
  for (size_t i = 0; is_good && i < r->path->values.count; i++)
    vec_push(&trace->values, substitution_apply(now, r->path->values.data[i]));
  substitution_free(now);
  return is_good;
}

/* The input of j + 1 in place of that of j. */
static struct substitution *substitute_next(const struct repeat *r, const struct state *state) {
  struct exprs *exprs = r->machine->exprs;
  struct substitution *next = substitution_new(exprs);
  const struct symbol *symbol = state->symbols;
  for (uint32_t i = 0; i < symbol->size; i++) {
    unsigned rest = (unsigned)r->next->width - 8 * i;
    struct expr *byte = expr_extract(exprs, r->next, 8 * i, rest < 8 ? rest : 8);
    substitution_add(next, expr_input(exprs, symbol->array, i), expr_zext(exprs, byte, 8));
  }
  return next;
}

/* Whether each A(j + 1) that can take the path is a B(j), or one of fewer repetitions. */
static bool is_inductive(struct repeat *r, const struct note *note,
                         const struct loop_trace *trace) {
  struct exprs *exprs = r->machine->exprs;
  kept_list list = {0};
  expr_list values = {0};
  struct state *rest = successor_new(r->machine, trace->state);
  struct substitution *next = substitute_next(r, rest);
  successor_shorten_path(rest, note->before.depth);
  r->repetition = alloc_zeroed(sizeof *r->repetition);
  r->repetition->times = r->times;
  r->repetition->counter = r->input;
  r->repetition->previous = r->previous;
  r->repetition->next = r->next;
  r->repetition->inputs = (uint32_t)r->path->inputs.count;
  r->repetition->has_inner = r->path->has_hidden;
  bool is_good = assume(r, rest, expr_and(exprs, r->is_exact, expr_not(exprs, r->is_last)));
  uint32_t depth = path_condition_depth(trace->state->path);
  for (uint32_t i = note->before.depth; is_good && i < depth; i++)
    is_good = assume(r, rest, substitution_apply(next, path_condition_at(trace->state->path, i)));
  for (size_t i = 0; i < r->shifted.count; i++)
    vec_push(&values, substitution_apply(next, r->shifted.data[i]));
  substitution_free(next);
  if (is_good)
    kept_add(r->machine, r->names->outer, &list, trace->state, &trace->values, note->entered);
  is_good = is_good && list.count == 1 &&
            kept_repeats(r->machine, list.data[0], r->input, rest, &values, note->before.inputs,
                         r->repetition);
  kept_clear(&list);
  vec_free(&values);
  successor_free(r->machine, rest);
  return is_good;
}

/* The path that the state has taken, and the condition of that; NULL: not known. */
static const struct loop_path *find_path(const struct repeat *r, const struct note *note,
                                         const struct state *state, struct expr **taken) {
  const loop_path_list *paths = &note->site->paths;
  *taken = note->taken;
  if (note->taken != NULL) return &paths->data[vec_last(&note->trace.stretches).path];
  for (size_t i = 0; state->witness != NULL && i < paths->count; i++) {
    if (!paths->data[i].has_hidden) continue;
    *taken = taken_with_inner(r->machine, r->names->own, r->shape, &paths->data[i], r->before,
                              note->before.inputs, state, &note->trace.values);
    if (*taken != NULL) return &paths->data[i];
  }
  return NULL;
}

bool repeats_find(struct machine *machine, const struct repeat_names *names,
                  const struct note *note, struct state *state, struct loop_trace *trace) {
  const struct site *site = note->site;
  struct repeat r = {.machine = machine,
                     .names = names,
                     .shape = site->shape,
                     .before = &note->before.values,
                     .after = &note->trace.values};
  struct expr *taken;
  if (note->before.values.count != site->shape->cells.count) return false;
  r.path = find_path(&r, note, state, &taken);
  if (r.path == NULL || r.path->is_summarised) return false;
  int64_t conflicts = decide_limit_conflicts(machine, MOST_CONFLICTS);
  trace->state = successor_new(machine, state);
  bool is_good = shift_all(&r, trace->state) && taken_is_certain(machine, state, taken) &&
                 make_state(&r, note, state, trace) && is_inductive(&r, note, trace);
  machine->limits.max_conflicts = conflicts;
  vec_free(&r.shifted);
  if (is_good)
    repetition_attach(machine, trace->state, r.repetition);
  else if (r.repetition != NULL)
    repetition_free(r.repetition);
  for (size_t i = 0; is_good && i < note->trace.stretches.count; i++)
    vec_push(&trace->stretches, note->trace.stretches.data[i]);
  return is_good;
}
