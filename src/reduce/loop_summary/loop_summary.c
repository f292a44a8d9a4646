/* The reducer: which states it replaces, and by what (section 4.4 of the thesis).

   When a state comes to the head of a loop, the paths of the loop's body are explored once, from a
   general state. When it comes back along one of them, from an iteration in which it forked, it is
   replaced by three states at the same place:

   - one that does not take the path again;
   - one that has taken it k more times, k >= 1, and does not take it once more. k is a new input
     that is in no test;
   - one that has taken it as often as can be counted before a term of the path's condition wraps
     around, and takes it once more.

   These are all executions: the first iteration that does not take the path either comes before
   something wraps around, or does not. Nothing is said about what happens otherwise in the loop:
   the states go on from the head, and leave the loop, fail, or take another path of it, for which
   the same is done when they come back. So a path of the body was always executed before it is
   counted, and what it covers is known.

   Loops that cannot be summarised are remembered. A state that has been replaced many times in one
   loop takes its paths in turns without end: it goes on by itself. */
#include "reduce/loop_summary/loop_summary.h"

#include "exec/decide.h"
#include "exec/explore/reducer.h"
#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/substitute.h"
#include "reduce/loop_summary/body.h"
#include "reduce/loop_summary/closed_form.h"
#include "util/word_map.h"

#include <stdlib.h>

enum {
  MOST_TRIES = 8,        /* explorations of one body */
  MOST_PLACES = 1 << 12, /* models keep memory alive */
  MOST_TURNS = 4,        /* replacements of a state in one loop */
  MOST_CONFLICTS = 10000 /* of a query */
};

/* A loop with the calls that lead to it. */
struct site {
  struct shape *shape; /* NULL: not known yet, or hopeless */
  loop_path_list paths;
  unsigned tries;
  uint32_t round; /* explorations so far: values of cells are those of the last one */
  bool is_hopeless;
};

/* How a state came to the head of a loop the last time. */
struct note {
  const struct site *site;
  uint64_t frame;
  uint32_t round, depth, turns;
  expr_list values;
};

struct loop_summary {
  struct reducer reducer;
  struct machine *machine;
  struct names names;
  struct bodies *bodies;
  struct word_map numbers; /* of sites, plus 1, by their outlines */
  VEC(struct site *) sites;
  struct outline outline;
  uint64_t loops, hopeless, summaries, successors, undecided;
};

/* ---- loops ---- */

static struct site *find_site(struct loop_summary *s) {
  uint64_t *number = word_map_place(&s->numbers, outline_key(&s->outline));
  if (*number == 0) {
    vec_push(&s->sites, (struct site *)alloc_zeroed(sizeof(struct site)));
    *number = s->sites.count;
  }
  return s->sites.data[*number - 1];
}

static void clear_site(struct loop_summary *s, struct site *site) {
  for (size_t i = 0; i < site->paths.count; i++) loop_path_free(&site->paths.data[i]);
  vec_free(&site->paths);
  if (site->shape != NULL) shape_free(s->machine, site->shape);
  site->shape = NULL;
}

static bool has_summary(const struct site *site) {
  for (size_t i = 0; i < site->paths.count; i++)
    if (site->paths.data[i].is_summarised) return true;
  return false;
}

/* The shape is that of the state, or was made wide enough for it. */
static void explore_body(struct loop_summary *s, struct site *site) {
  site->round++;
  if (bodies_explore(s->bodies, site->shape, &site->paths) && has_summary(site)) {
    s->loops++;
    return;
  }
  clear_site(s, site);
  site->is_hopeless = true;
  s->hopeless++;
}

/* The values of the cells in the state; false: the loop is to be left alone. */
static bool find_values(struct loop_summary *s, struct site *site, struct state *state,
                        expr_list *values) {
  struct machine *machine = s->machine;
  while (!site->is_hopeless) {
    enum fit fit = FIT_UNLIKE;
    if (site->shape != NULL) fit = shape_fit(machine, site->shape, state, &s->outline, values);
    if (fit == FITS) return true;
    if (site->tries++ >= MOST_TRIES) return false;
    if (fit != FIT_DIFFERS || !shape_widen(machine, &s->names, site->shape, state)) {
      clear_site(s, site);
      site->shape = shape_new(machine, &s->names, state, false);
      if (site->shape == NULL) return false;
    }
    explore_body(s, site);
    if (!outline_take(machine, state, false, &s->outline)) return false;
  }
  return false;
}

/* ---- which path was taken ---- */

static bool holds_before(struct loop_summary *s, const struct note *note, struct state *state,
                         const struct loop_path *path) {
  struct closed_form form = {s->machine, &s->names, note->site->shape, path, &note->values};
  struct expr *condition = closed_form_condition(&form, NULL);
  struct evaluator *evaluator = evaluator_new(s->machine->exprs, state->witness->values);
  bool holds = evaluator_value(evaluator, condition) != 0;
  evaluator_free(evaluator);
  return holds;
}

/* The path of the last iteration, under the state's witness. */
static const struct loop_path *find_last_path(struct loop_summary *s, const struct note *note,
                                              struct state *state) {
  if (state->witness == NULL) return NULL;
  for (size_t i = 0; i < note->site->paths.count; i++) {
    const struct loop_path *path = &note->site->paths.data[i];
    if (holds_before(s, note, state, path)) return path->is_summarised ? path : NULL;
  }
  return NULL;
}

/* ---- successors ---- */

struct replacement {
  struct loop_summary *summary;
  struct state *state;
  const struct note *note;
  struct closed_form form;
  struct state *successors[3];
  size_t count;
  bool is_known; /* the solver could decide which of them there are */
};

static bool assume(struct replacement *r, struct state *successor, struct expr *condition) {
  bool is_known;
  bool is_possible = successor_assume(r->form.machine, successor, condition, &is_known);
  r->is_known &= is_known;
  return is_possible;
}

static void note_values(struct replacement *r, struct state *successor, expr_list *values) {
  struct note *note = alloc_zeroed(sizeof *note);
  *note = *r->note;
  note->values = *values;
  note->depth = UINT32_MAX; /* the next iteration counts as one with a fork */
  note->turns++;
  *reducer_place_of_note(&r->summary->reducer, successor) = note;
}

static void forget_note(struct loop_summary *s, struct state *state) {
  struct note *note = reducer_note(&s->reducer, state);
  if (note == NULL) return;
  vec_free(&note->values);
  free(note);
  *reducer_place_of_note(&s->reducer, state) = NULL;
}

static void free_successor(struct replacement *r, struct state *successor) {
  forget_note(r->summary, successor);
  successor_free(r->form.machine, successor);
}

/* Conditions come first: most successors that do not exist end there. */
static void add_successor(struct replacement *r, struct state *successor, struct expr *condition,
                          struct expr *count) {
  expr_list values = {0};
  bool is_possible = r->is_known && assume(r, successor, condition);
  closed_form_values(&r->form, count, &values);
  if (is_possible && !closed_form_apply(&r->form, &values, successor))
    r->is_known = is_possible = false;
  if (!is_possible) {
    vec_free(&values);
    successor_free(r->form.machine, successor);
    return;
  }
  note_values(r, successor, &values);
  r->successors[r->count++] = successor;
}

static void add_first_exit(struct replacement *r) {
  struct exprs *exprs = r->form.machine->exprs;
  struct expr *taken = closed_form_condition(&r->form, NULL);
  add_successor(r, successor_new(r->form.machine, r->state), expr_not(exprs, taken),
                expr_const(exprs, r->form.path->width, 0));
}

static void add_later_exit(struct replacement *r) {
  struct exprs *exprs = r->form.machine->exprs;
  unsigned width = r->form.path->width;
  struct state *successor = successor_new(r->form.machine, r->state);
  struct expr *count = successor_make_input(r->form.machine, successor, "iterations", width);
  struct expr *one = expr_const(exprs, width, 1);
  struct expr *condition = expr_ule(exprs, one, count);
  condition = expr_and(exprs, condition, expr_ule(exprs, count, closed_form_bound(&r->form)));
  condition = expr_and(exprs, condition, closed_form_condition(&r->form, NULL));
  struct expr *last = expr_sub(exprs, count, one);
  condition = expr_and(exprs, condition, closed_form_condition(&r->form, last));
  struct expr *after = closed_form_condition(&r->form, count);
  condition = expr_and(exprs, condition, expr_not(exprs, after));
  add_successor(r, successor, condition, count);
}

static void add_beyond(struct replacement *r) {
  struct exprs *exprs = r->form.machine->exprs;
  struct expr *bound = closed_form_bound(&r->form);
  struct expr *condition = closed_form_condition(&r->form, NULL);
  condition = expr_and(exprs, condition, closed_form_condition(&r->form, bound));
  add_successor(r, successor_new(r->form.machine, r->state), condition, bound);
}

static bool replace(struct replacement *r) {
  struct machine *machine = r->form.machine;
  int64_t conflicts = decide_limit_conflicts(machine, MOST_CONFLICTS);
  add_first_exit(r);
  if (r->is_known) add_later_exit(r);
  if (r->is_known) add_beyond(r);
  machine->limits.max_conflicts = conflicts;
  bool is_good = r->is_known && r->count > 0;
  for (size_t i = 0; i < r->count; i++)
    if (is_good)
      successor_give(machine, r->successors[i]);
    else
      free_successor(r, r->successors[i]);
  r->summary->successors += is_good ? r->count : 0;
  return is_good;
}

/* ---- states ---- */

static bool try_replace(struct loop_summary *s, struct state *state, const struct note *note,
                        const expr_list *values) {
  const struct loop_path *path = find_last_path(s, note, state);
  if (path == NULL) return false;
  struct replacement r = {.summary = s, .state = state, .note = note, .is_known = true};
  r.form = (struct closed_form){s->machine, &s->names, note->site->shape, path, values};
  if (!closed_form_fits(&r.form)) return false;
  bool is_replaced = replace(&r);
  s->summaries += is_replaced;
  s->undecided += !is_replaced;
  return is_replaced;
}

static bool is_next_iteration(const struct note *note, const struct site *site,
                              const struct state *state) {
  return note->site == site && note->frame == state->top->serial && note->round == site->round;
}

static struct note *have_note(struct loop_summary *s, struct state *state) {
  struct note **place = (struct note **)reducer_place_of_note(&s->reducer, state);
  if (*place == NULL) *place = alloc_zeroed(sizeof(struct note));
  return *place;
}

/* Whether the state was replaced. */
static bool look_at(struct loop_summary *s, struct state *state) {
  expr_list values = {0};
  if (!bodies_are_simple(s->bodies, state) || s->sites.count >= MOST_PLACES ||
      !outline_take(s->machine, state, false, &s->outline))
    return false;
  struct site *site = find_site(s);
  if (!find_values(s, site, state, &values)) {
    vec_free(&values);
    return false;
  }
  struct note *note = have_note(s, state);
  uint32_t turns = 0;
  if (is_next_iteration(note, site, state)) {
    turns = note->turns;
    if (note->depth != state->depth && turns < MOST_TURNS && try_replace(s, state, note, &values)) {
      vec_free(&values);
      return true;
    }
  }
  vec_free(&note->values);
  *note = (struct note){site, state->top->serial, site->round, state->depth, turns, values};
  return false;
}

static struct reducer_verdict arrive(struct reducer *reducer, struct state *state,
                                     unsigned places) {
  struct loop_summary *s = (struct loop_summary *)reducer;
  struct reducer_verdict keep = {.action = REDUCER_KEEP};
  (void)places;
  const struct explore_options *limits = &s->machine->limits;
  if (limits->path != NULL || limits->test != NULL)
    return keep; /* they steer general states, too */
  if (state->symbols == NULL || state->is_closing || !look_at(s, state)) return keep;
  return (struct reducer_verdict){REDUCER_REPLACE, DROP_SUMMARISED, s->summaries};
}

static void copy_note(struct reducer *reducer, struct state *state, struct state *sibling) {
  const struct note *note = reducer_note(reducer, state);
  void **place = reducer_place_of_note(reducer, sibling);
  if (note == NULL || *place != NULL) return;
  struct note *copy = *place = alloc_zeroed(sizeof *copy);
  *copy = *note;
  copy->values = (expr_list){0};
  for (size_t i = 0; i < note->values.count; i++) vec_push(&copy->values, note->values.data[i]);
}

/* Which of them its witness is from is not known. */
static void joined(struct reducer *reducer, struct state *into, struct state *from) {
  (void)from;
  forget_note((struct loop_summary *)reducer, into);
}

static void end(struct reducer *reducer, struct state *state, const struct state_end *ending) {
  (void)ending;
  forget_note((struct loop_summary *)reducer, state);
}

/* ---- expressions that are kept ---- */

static void mark_list(struct exprs *exprs, const expr_list *list) {
  for (size_t i = 0; i < list->count; i++) expr_mark_root(exprs, list->data[i]);
}

static void mark(struct reducer *reducer, struct state *state, struct exprs *exprs,
                 uint32_t round) {
  const struct note *note = reducer_note(reducer, state);
  (void)round;
  if (note != NULL) mark_list(exprs, &note->values);
}

static void mark_path(struct exprs *exprs, const struct loop_path *path) {
  mark_list(exprs, &path->condition);
  mark_list(exprs, &path->values);
  for (size_t i = 0; i < path->effects.count; i++)
    expr_mark_root(exprs, path->effects.data[i].value);
  for (size_t i = 0; i < path->smooth.count; i++) expr_mark_root(exprs, path->smooth.data[i].term);
}

static void mark_roots(struct reducer *reducer, struct exprs *exprs) {
  const struct loop_summary *s = (const struct loop_summary *)reducer;
  for (size_t i = 0; i < s->sites.count; i++) {
    const struct site *site = s->sites.data[i];
    if (site->shape == NULL) continue;
    machine_mark_state(s->machine, site->shape->model);
    for (size_t k = 0; k < site->shape->cells.count; k++)
      expr_mark_root(exprs, site->shape->cells.data[k].value);
    for (size_t k = 0; k < site->paths.count; k++) mark_path(exprs, &site->paths.data[k]);
  }
}

/* ---- the reducer ---- */

static void list(const struct reducer *reducer, reducer_figure *figure, void *context) {
  const struct loop_summary *s = (const struct loop_summary *)reducer;
  figure(context, "loops", (double)s->loops);
  figure(context, "hopeless_loops", (double)s->hopeless);
  figure(context, "summaries", (double)s->summaries);
  figure(context, "successors", (double)s->successors);
  figure(context, "undecided", (double)s->undecided);
}

static void free_loop_summary(struct reducer *reducer) {
  struct loop_summary *s = (struct loop_summary *)reducer;
  for (size_t i = 0; i < s->sites.count; i++) {
    clear_site(s, s->sites.data[i]); /* models use the code of bodies */
    free(s->sites.data[i]);
  }
  vec_free(&s->sites);
  word_map_free(&s->numbers);
  bodies_free(s->bodies);
  names_free(&s->names);
  outline_free(&s->outline);
  free(s);
}

const struct reducer_class loop_summary_class = {.name = "loop-summary",
                                                 .keeps = KEEPS_ALL,
                                                 .arrive = arrive,
                                                 .fork = copy_note,
                                                 .joined = joined,
                                                 .end = end,
                                                 .mark = mark,
                                                 .mark_roots = mark_roots,
                                                 .list = list,
                                                 .free = free_loop_summary};

struct reducer *loop_summary_new(struct machine *machine) {
  struct loop_summary *s = alloc_zeroed(sizeof *s);
  s->reducer = (struct reducer){.class = &loop_summary_class, .places = REDUCER_LOOP};
  s->machine = machine;
  s->names = (struct names){.exprs = machine->exprs};
  s->bodies = bodies_new(machine, &s->names);
  return &s->reducer;
}
