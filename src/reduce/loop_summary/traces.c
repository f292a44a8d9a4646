/* Depth-first search over the paths of a loop, with the state itself instead of a general one.

   A state at the head takes one of the paths, or none. For each path that it may take, there are
   states that have taken it as often as possible: one for each guard that may be the first to fail,
   and one that goes on beyond the iterations in which no term wraps around. The number of
   iterations is a formula, or, where there is none, a new input that is in no test. Each of these
   states is at the head again, and another path may follow. A state that takes none of the paths is
   a trace: it leaves the loop, fails, or takes a path that is not summarised.

   All of these exclude each other, and together they are all executions, except for those that
   iterate for ever.

   When a path is about to be taken for the second time, the paths since then may take turns. If
   each was taken a fixed number of times, which the solver can tell, their sequence is iterated
   like a single path, and the state that falls out of it goes on. */
#include "reduce/loop_summary/traces.h"

#include "exec/decide.h"
#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "reduce/loop_summary/ends.h"
#include "reduce/loop_summary/unroll.h"
#include "reduce/shape/relocate.h"

#include <assert.h>
#include <stdlib.h>

enum {
  MOST_NODES = 24,       /* states whose successors are looked for */
  MOST_TRACES = 24,      /* when there are more, no path is followed any further */
  MOST_STRETCHES = 48,   /* that are remembered */
  MOST_SEQUENCE = 48,    /* iterations of a sequence */
  MOST_CONFLICTS = 10000 /* of a query */
};

struct search {
  struct tracer *tracer;
  loop_trace_list open;
  bool is_known; /* the solver could decide what has been asked about the state at hand */
};

/* ---- traces ---- */

void loop_trace_free(struct machine *machine, struct loop_trace *trace) {
  if (trace->state != NULL) successor_free(machine, trace->state);
  vec_free(&trace->values);
  vec_free(&trace->stretches);
}

void loop_traces_free(struct machine *machine, loop_trace_list *list) {
  for (size_t i = 0; i < list->count; i++) loop_trace_free(machine, &list->data[i]);
  vec_free(list);
}

static struct loop_trace copy_trace(struct machine *machine, const struct loop_trace *trace) {
  struct loop_trace copy = {.state = successor_new(machine, trace->state), .over = trace->over};
  for (size_t i = 0; i < trace->values.count; i++) vec_push(&copy.values, trace->values.data[i]);
  for (size_t i = 0; i < trace->stretches.count; i++)
    vec_push(&copy.stretches, trace->stretches.data[i]);
  return copy;
}

void loop_trace_add_stretch(struct loop_trace *trace, uint32_t path, struct expr *count) {
  if (trace->stretches.count == MOST_STRETCHES) {
    for (size_t i = 1; i < MOST_STRETCHES; i++)
      trace->stretches.data[i - 1] = trace->stretches.data[i];
    trace->stretches.count--;
  }
  vec_push(&trace->stretches, ((struct stretch){path, count}));
}

static bool write_values(struct machine *machine, const struct shape *shape,
                         const expr_list *before, const struct relocation *relocation,
                         struct loop_trace *trace) {
  for (size_t i = 0; i < shape->cells.count; i++) {
    const struct cell *cell = &shape->cells.data[i];
    struct expr *value = trace->values.data[i];
    if (value == before->data[i]) continue;
    uint64_t address = relocation_apply(relocation, cell->address);
    if (cell->size == 0)
      successor_set(machine, trace->state, cell->place.reg,
                    cell_content(machine->exprs, cell, value));
    else if (!successor_write(machine, trace->state, address, cell->size, value))
      return false;
  }
  return true;
}

bool loop_trace_apply(struct machine *machine, const struct shape *shape, const expr_list *before,
                      struct loop_trace *trace) {
  struct relocation relocation = {0};
  bool is_good = !shape->moves_heap || relocation_find(&relocation, machine, shape, trace->state);
  is_good = is_good && write_values(machine, shape, before, &relocation, trace);
  relocation_free(&relocation);
  return is_good;
}

/* ---- one path ---- */

static bool assume(struct search *s, struct loop_trace *trace, struct expr *condition) {
  bool is_known = true;
  if (!s->is_known || expr_is_false(condition)) return false;
  bool is_possible = successor_assume(s->tracer->machine, trace->state, condition, &is_known);
  s->is_known &= is_known;
  return is_possible;
}

static struct closed_form form_of(const struct search *s, const struct loop_trace *from,
                                  const struct loop_path *path) {
  const struct tracer *t = s->tracer;
  return (struct closed_form){t->machine->exprs, t->names, t->site->shape, path, &from->values};
}

/* After so many iterations of the path, if the condition holds. */
static void add_trace(struct search *s, const struct loop_trace *from, const struct loop_path *path,
                      struct loop_trace trace, struct expr *condition, struct iterations count,
                      bool is_over) {
  struct closed_form form = form_of(s, from, path);
  if (!assume(s, &trace, condition)) {
    loop_trace_free(s->tracer->machine, &trace);
    return;
  }
  closed_form_values(&form, count, &trace.values);
  bool is_single = path->sequence.count == 1;
  for (size_t i = 0; i < path->sequence.count; i++)
    loop_trace_add_stretch(&trace, path->sequence.data[i], is_single ? count.value : NULL);
  trace.over = is_over ? path : NULL;
  if (is_over)
    vec_push(&s->open, trace);
  else
    vec_push(&s->tracer->done, trace);
}

/* Executions in which a sum overflows are assumed away. If that is the only guard that fails, no
   other path can be taken: they differ from this one by a conjunct that is asked before, and holds,
   or behind, and is never asked. With inner loops, a guard of this kind may also be what their
   traces say of conditions of the program. */
static bool is_assumed_away(const struct search *s, const struct guard *guard) {
  return guard->kind == GUARD_FITS && !s->tracer->site->has_inner &&
         s->tracer->machine->limits.assumes_no_overflow;
}

/* The guard fails first, after a number of iterations. */
static void add_end(struct search *s, const struct loop_trace *from, const struct loop_path *path,
                    size_t number, struct expr *taken) {
  struct machine *machine = s->tracer->machine;
  struct exprs *exprs = machine->exprs;
  struct closed_form form = form_of(s, from, path);
  struct path_end end = ends_find(&form, number);
  struct loop_trace trace = copy_trace(machine, from);
  if (end.count == NULL) {
    end.count = successor_make_input(machine, trace.state, "iterations", path->width);
    end.condition = ends_at(&form, number, end.count);
  }
  for (int is_small = ends_are_split(&form, number); is_small >= 0; is_small--) {
    struct expr *condition = expr_and(exprs, taken, end.condition);
    if (!expr_is_false(condition))
      condition = expr_and(exprs, condition, ends_first(&form, number, end.count, is_small));
    add_trace(s, from, path, copy_trace(machine, &trace), condition,
              (struct iterations){end.count, true}, true);
  }
  loop_trace_free(machine, &trace);
}

/* It goes on when a term is about to wrap around. */
static void add_beyond(struct search *s, const struct loop_trace *from,
                       const struct loop_path *path, struct expr *taken) {
  struct machine *machine = s->tracer->machine;
  struct closed_form form = form_of(s, from, path);
  struct expr *bound = closed_form_bound(&form);
  if (bound == NULL) return;
  struct expr *condition = expr_and(machine->exprs, taken, ends_beyond(&form, bound));
  add_trace(s, from, path, copy_trace(machine, from), condition, (struct iterations){bound, false},
            false);
}

/* The path is never left again. */
static bool is_endless(const struct closed_form *form) {
  for (size_t i = 0; i < form->path->guards.count; i++)
    if (form->path->guards.data[i].rate != 0) return false;
  return closed_form_bound(form) == NULL;
}

/* ---- all paths in one state ---- */

static bool may_count(const struct tracer *t, uint32_t number) {
  const struct loop_path *path = &t->site->paths.data[number];
  return !path->reads_inputs && (t->is_general || path->is_seen) &&
         (t->site->automaton.first >> number & 1);
}

struct question {
  struct machine *machine;
  struct state *state;
};

static bool is_impossible(void *context, struct expr *condition) {
  enum { FEW_CONFLICTS = 200 };
  const struct question *question = context;
  struct state *copy = successor_new(question->machine, question->state);
  int64_t conflicts = decide_limit_conflicts(question->machine, FEW_CONFLICTS);
  bool is_known;
  bool is_possible = successor_assume(question->machine, copy, condition, &is_known);
  question->machine->limits.max_conflicts = conflicts;
  successor_free(question->machine, copy);
  return is_known && !is_possible;
}

/* Takes the trace, and keeps it if the condition can hold. */
static void add_if(struct search *s, struct loop_trace *trace, struct expr *condition,
                   loop_trace_list *where) {
  if (assume(s, trace, condition))
    vec_push(where, *trace);
  else
    loop_trace_free(s->tracer->machine, trace);
}

/* Two states: no iteration, and one or more of them, after which the cells have the values. */
static void add_iterated(struct search *s, const struct loop_trace *from, const expr_list *values,
                         struct expr *is_taken) {
  struct machine *machine = s->tracer->machine;
  struct loop_trace none = copy_trace(machine, from), some = copy_trace(machine, from);
  vec_clear(&some.values);
  for (size_t i = 0; i < values->count; i++) vec_push(&some.values, values->data[i]);
  some.over = none.over = NULL;
  vec_clear(&some.stretches);
  vec_clear(&none.stretches);
  add_if(s, &some, is_taken, &s->tracer->done);
  add_if(s, &none, expr_not(machine->exprs, is_taken), &s->tracer->done);
}

/* Paths without closed forms, and others with them, are taken as often as possible, in one state.
   False: that does not work. */
static bool add_unrolled(struct search *s, const struct loop_trace *from) {
  enum { MOST_FAILURES = 3 };
  struct tracer *t = s->tracer;
  const struct loop_path *paths[AUTOMATON_MOST];
  struct question question = {t->machine, from->state};
  struct unrolling all = {t->machine->exprs,
                          t->names,
                          t->site->shape,
                          paths,
                          0,
                          &from->values,
                          t->is_general ? NULL : is_impossible,
                          &question};
  size_t open = 0; /* paths without closed forms */
  for (uint32_t i = 0; i < t->site->paths.count; i++) {
    if (!may_count(t, i)) continue;
    paths[all.count++] = &t->site->paths.data[i];
    open += !t->site->paths.data[i].is_summarised;
  }
  /* In a body, what a path covers is known when a state has taken it: once, at least, and alone. */
  if (t->is_general && all.count > 1) return false;
  /* With more closed forms than not, these say more, and the rest is hard to solve. */
  if (2 * open <= all.count || t->site->unroll_failures >= MOST_FAILURES) return false;
  expr_list values = {0};
  if (!unroll_paths(&all, &values)) {
    vec_free(&values);
    t->site->unroll_failures++;
    return false;
  }
  const struct witness *witness = from->state->witness;
  if (t->is_general) {
    struct closed_form form = form_of(s, from, paths[0]);
    add_iterated(s, from, &values, closed_form_condition(&form));
    vec_free(&values);
    return true;
  }
  assert(witness == NULL || unroll_is_right(&all, &values, witness->values));
  (void)witness;
  struct loop_trace trace = copy_trace(t->machine, from);
  vec_free(&trace.values);
  trace.values = values;
  trace.over = NULL;
  vec_clear(&trace.stretches);
  vec_push(&t->done, trace);
  return true;
}

/* All that may come of taking the path, if it is taken. */
static void add_path(struct search *s, const struct loop_trace *from, const struct loop_path *path,
                     struct expr *taken) {
  struct machine *machine = s->tracer->machine;
  struct closed_form form = form_of(s, from, path);
  if (!closed_form_fits(&form)) {
    struct loop_trace trace = copy_trace(machine, from);
    struct expr *one = expr_const(machine->exprs, path->width, 1);
    if (!assume(s, &trace, taken)) {
      loop_trace_free(machine, &trace);
      return;
    }
    closed_form_step(&form, &trace.values);
    for (size_t i = 0; i < path->sequence.count; i++)
      loop_trace_add_stretch(&trace, path->sequence.data[i], one);
    trace.over = NULL;
    vec_push(&s->open, trace);
    return;
  }
  if (is_endless(&form)) {
    struct loop_trace trace = copy_trace(machine, from);
    s->tracer->endless += assume(s, &trace, taken);
    loop_trace_free(machine, &trace);
    return;
  }
  for (size_t i = 0; s->is_known && i < path->guards.count; i++)
    if (path->guards.data[i].rate != 0 && !is_assumed_away(s, &path->guards.data[i]))
      add_end(s, from, path, i, taken);
  if (s->is_known) add_beyond(s, from, path, taken);
}

/* ---- sequences ---- */

/* The number of iterations, if there is only one: by the solver. 0: none. */
static uint64_t find_period(struct search *s, const struct loop_trace *trace, struct expr *count) {
  struct machine *machine = s->tracer->machine;
  if (count == NULL) return 1;
  if (expr_is_const(count)) return expr_const_value(count);
  if (trace->state->witness == NULL) return 0;
  struct evaluator *evaluator = evaluator_new(machine->exprs, trace->state->witness->values);
  uint64_t value = evaluator_value(evaluator, count);
  evaluator_free(evaluator);
  if (value > MOST_SEQUENCE) return 0;
  struct loop_trace other = copy_trace(machine, trace);
  struct expr *number = expr_const(machine->exprs, (unsigned)count->width, value);
  bool is_known = true;
  struct expr *differs = expr_ne(machine->exprs, count, number);
  bool is_other = successor_assume(machine, other.state, differs, &is_known) || !is_known;
  loop_trace_free(machine, &other);
  return is_other ? 0 : value;
}

/* The paths from a stretch on as a sequence; NULL: they have no rhythm. */
static const struct loop_path *find_sequence(struct search *s, const struct loop_trace *trace,
                                             size_t first) {
  struct tracer *t = s->tracer;
  VEC(uint32_t) numbers = {0};
  bool is_good = true;
  for (size_t i = first; is_good && i < trace->stretches.count; i++) {
    const struct stretch *stretch = &trace->stretches.data[i];
    uint64_t period = find_period(s, trace, stretch->count);
    is_good = period != 0 && numbers.count + period <= MOST_SEQUENCE;
    for (uint64_t k = 0; is_good && k < period; k++) vec_push(&numbers, stretch->path);
  }
  const struct loop_path *path = NULL;
  if (is_good && numbers.count > 1)
    path = site_find_sequence(t->machine->exprs, t->names, t->site, numbers.data, numbers.count);
  vec_free(&numbers);
  return path != NULL && path->is_summarised ? path : NULL;
}

/* A sequence that the state may repeat now; *taken is its condition. */
static const struct loop_path *find_rhythm(struct search *s, const struct loop_trace *trace,
                                           struct expr **taken) {
  const struct tracer *t = s->tracer;
  for (size_t i = trace->stretches.count; i-- > 0;) {
    const struct loop_path *first = &t->site->paths.data[trace->stretches.data[i].path];
    if (i + 1 == trace->stretches.count) continue;
    struct closed_form form = form_of(s, trace, first);
    if (expr_is_false(closed_form_condition(&form))) continue;
    const struct loop_path *path = find_sequence(s, trace, i);
    if (path == NULL || path == trace->over) continue;
    form = form_of(s, trace, path);
    *taken = closed_form_condition(&form);
    if (expr_is_false(*taken) || !closed_form_fits(&form)) continue;
    struct loop_trace copy = copy_trace(t->machine, trace);
    bool is_possible = assume(s, &copy, *taken);
    loop_trace_free(t->machine, &copy);
    if (is_possible) return path;
  }
  return NULL;
}

/* ---- the search ---- */

static bool may_follow(const struct search *s, const struct loop_trace *trace, uint32_t number) {
  const struct tracer *t = s->tracer;
  const struct loop_path *path = &t->site->paths.data[number];
  if (path->reads_inputs || path == trace->over || (!t->is_general && !path->is_seen)) return false;
  if (!(t->site->automaton.first >> number & 1)) return false;
  if (trace->stretches.count == 0) return true;
  uint32_t last = vec_last(&trace->stretches).path;
  return t->site->automaton.follows[last] >> number & 1;
}

/* It was just taken. */
static bool is_last(const struct loop_trace *trace, uint32_t number) {
  return trace->stretches.count > 0 && vec_last(&trace->stretches).path == number;
}

/* What is left when none of the paths is taken. */
static void add_rest(struct search *s, const struct loop_trace *from, struct expr *none,
                     const struct loop_path *over, loop_trace_list *where) {
  struct loop_trace trace = copy_trace(s->tracer->machine, from);
  if (over != NULL) trace.over = over;
  add_if(s, &trace, none, where);
}

/* Successors of a state, in s->open. False: there is no path to follow. */
static bool expand(struct search *s, const struct loop_trace *trace) {
  struct tracer *t = s->tracer;
  struct exprs *exprs = t->machine->exprs;
  struct expr *taken, *none = expr_const(exprs, 1, 1);
  if (add_unrolled(s, trace)) return true;
  const struct loop_path *rhythm = find_rhythm(s, trace, &taken);
  if (rhythm != NULL) {
    add_path(s, trace, rhythm, taken);
    add_rest(s, trace, expr_not(exprs, taken), rhythm, &s->open);
    return true;
  }
  bool is_any = false;
  size_t open = s->open.count, done = t->done.count;
  uint64_t endless = t->endless;
  for (uint32_t i = 0; s->is_known && i < t->site->paths.count; i++) {
    const struct loop_path *path = &t->site->paths.data[i];
    if (!may_follow(s, trace, i)) continue;
    struct closed_form form = form_of(s, trace, path);
    taken = closed_form_condition(&form);
    if (expr_is_false(taken)) continue;
    if (!path->is_summarised || (is_last(trace, i) && !closed_form_fits(&form))) continue;
    add_path(s, trace, path, taken);
    is_any = true;
    none = expr_and(exprs, none, expr_not(exprs, taken));
  }
  /* That it takes none of them is no condition then, and would hide what other paths are like. */
  if (s->open.count == open && t->done.count == done && t->endless == endless) return false;
  if (is_any && s->is_known) add_rest(s, trace, none, NULL, &t->done);
  return is_any;
}

/* Takes the trace. False: it is a trace as it is. */
static bool try_expand(struct search *s, struct loop_trace *trace) {
  struct tracer *t = s->tracer;
  size_t open = s->open.count, done = t->done.count;
  uint64_t endless = t->endless;
  s->is_known = true;
  if (expand(s, trace) && s->is_known) return true;
  while (s->open.count > open) {
    struct loop_trace dropped = vec_pop(&s->open);
    loop_trace_free(t->machine, &dropped);
  }
  while (t->done.count > done) {
    struct loop_trace dropped = vec_pop(&t->done);
    loop_trace_free(t->machine, &dropped);
  }
  t->endless = endless;
  return false;
}

bool tracer_follow(struct tracer *tracer, struct state *state, const struct loop_trace *start) {
  struct machine *machine = tracer->machine;
  struct search s = {.tracer = tracer};
  struct loop_trace first = *start;
  first.state = state;
  int64_t conflicts = decide_limit_conflicts(machine, MOST_CONFLICTS);
  bool is_expanded = try_expand(&s, &first);
  for (unsigned nodes = 1; s.open.count > 0; nodes++) {
    struct loop_trace trace = vec_pop(&s.open);
    bool is_limited = nodes >= MOST_NODES || s.open.count + tracer->done.count >= MOST_TRACES ||
                      decide_must_end(machine);
    if (!is_limited && try_expand(&s, &trace))
      loop_trace_free(machine, &trace);
    else
      vec_push(&tracer->done, trace);
  }
  vec_free(&s.open);
  machine->limits.max_conflicts = conflicts;
  return is_expanded;
}
