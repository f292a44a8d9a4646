/* The reducer: which states it replaces, and by what (section 4.4 of the thesis).

   When a state comes to the head of a loop, the paths of the loop's body are explored once, from a
   general state. A state that comes to the head afterwards is replaced by the traces of the loop
   (traces.c): states at the same place that have taken its paths any number of times, and then take
   none of them. Nothing is said about what happens otherwise in the loop: these states go on from
   the head, and leave the loop, fail, or take another path.

   Only paths that some state has taken before are counted, so what they cover is known: the first
   state that comes to a loop takes each path once by itself.

   A state from which the loop cannot be left (automaton.c) is dropped: all that it will ever do has
   been done before.

   Bodies with inner loops are explored with such a reducer, too, which counts all paths.

   Loops that cannot be summarised are remembered. A state that has been replaced many times in one
   loop goes on by itself. */
#include "reduce/loop_summary/loop_summary.h"

#include "exec/explore/reducer.h"
#include "exec/explore/successor.h"
#include "exec/machine.h"
#include "exec/repetition.h"
#include "exec/symbol.h"
#include "exec/translate/op.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "reduce/loop_summary/body.h"
#include "reduce/loop_summary/notes.h"
#include "reduce/loop_summary/repeats.h"
#include "reduce/loop_summary/taken.h"
#include "solver/path_condition.h"
#include "util/word_map.h"

#include <stdlib.h>

enum {
  MOST_TRIES = 16,           /* explorations of one body */
  MOST_SHAPES = 4,           /* of states at one loop */
  FIRST_CREDIT = 64,         /* comparisons with earlier states at a loop … */
  CREDIT = 32,               /* … and more of them for each that was of use */
  MOST_PLACES = 1 << 12,     /* models keep memory alive */
  MOST_TURNS = 12,           /* replacements of a state in one loop */
  MOST_NESTING = 3,          /* loops in loops */
  SPARE_COMPARING = 1 << 22, /* work of comparing states, beyond its share */
  SPARE_WORK = 1 << 20,      /* of explorations of bodies, beyond their share */
  FIRST_WORK = 1 << 18,      /* of the first one of a loop … */
  MOST_WORK = 1 << 20,       /* … and the last one … */
  LEAST_WORK = 1 << 12,      /* … if there is so much: machine_work */
  QUIET = 64                 /* iterations without a fork after which a state is looked at */
};

struct loop_summary {
  struct reducer reducer;
  struct machine *machine;
  struct names names;
  struct bodies *bodies;
  struct loop_summary *inner, *outer; /* for inner loops, for outer ones; NULL: none */
  bool is_inner;
  bool records;            /* lists the loops */
  struct word_map numbers; /* of sites, plus 1, by their outlines */
  VEC(struct site *) sites;
  struct outline outline;
  uint64_t compared;     /* work of comparisons with earlier states */
  uint64_t spent, until; /* work of explorations of bodies; how much there may be in this one */
  uint64_t loops, hopeless, summaries, successors, undecided, endless, repeated;
  uint64_t kinds[INTERLEAVING_IRREGULAR + 1], niv;
};

/* ---- loops ---- */

static struct site *new_site(struct loop_summary *s) {
  struct site *site = alloc_zeroed(sizeof *site);
  site->credit = FIRST_CREDIT;
  vec_push(&s->sites, site);
  return site;
}

static struct site *find_site(struct loop_summary *s) {
  uint64_t *number = word_map_place(&s->numbers, outline_key(&s->outline));
  if (*number == 0) {
    new_site(s);
    *number = s->sites.count;
  }
  return s->sites.data[*number - 1];
}

static void count_site(struct loop_summary *s, const struct site *site) {
  s->loops++;
  s->kinds[site->automaton.interleaving]++;
  s->niv += site->automaton.has_niv;
}

/* What exploring a body may take now: half of what the run has done, and something to begin with.
   Inner loops share what their outer loop has. */
static uint64_t find_allowance(const struct loop_summary *s) {
  uint64_t now = machine_work(s->machine), share = now / 2 + SPARE_WORK;
  if (s->outer != NULL) return s->outer->until > now ? s->outer->until - now : 0;
  return s->spent < share ? share - s->spent : 0;
}

/* A loop that took too long is tried again with more. */
static enum body_result list_paths(struct loop_summary *s, struct site *site,
                                   struct loop_body *body) {
  uint64_t allowance = find_allowance(s), begun = machine_work(s->machine);
  if (allowance < LEAST_WORK || allowance < site->work) return BODY_LIMITED;
  uint64_t work = allowance < MOST_WORK ? allowance : MOST_WORK;
  if (s->outer == NULL && work > 4 * site->work) work = 4 * site->work;
  if (work < FIRST_WORK) work = allowance < FIRST_WORK ? allowance : FIRST_WORK;
  s->until = begun + work;
  enum body_result result = bodies_explore(s->bodies, site->shape, work, body);
  s->spent += machine_work(s->machine) - begun;
  if (result != BODY_LIMITED) return result;
  site->work = 2 * work;
  return work >= MOST_WORK ? BODY_HOPELESS : BODY_LIMITED;
}

/* The shape is that of the state, or was made wide enough for it. */
static void explore_body(struct loop_summary *s, struct site *site) {
  struct loop_body body = {0};
  struct shape *shape = site->shape;
  site->shape = NULL;
  site_clear(s->machine, site);
  site->shape = shape;
  site->round++;
  if (site->is_hopeless) return;
  uint64_t before = s->inner != NULL ? s->inner->summaries : 0;
  enum body_result result = list_paths(s, site, &body);
  site->has_inner = s->inner != NULL && s->inner->summaries != before;
  site->is_waiting = result == BODY_LIMITED;
  site->is_hopeless = result == BODY_HOPELESS;
  s->hopeless += site->is_hopeless;
  if (result == BODY_EXPLORED) {
    site_complete(s->machine, &s->names, site, &body);
    count_site(s, site);
  }
  loop_body_clear(&body);
}

/* Whether the state fits the shape of the site, which is made wider if needed; then these are the
   values of the cells. */
static bool fit_site(struct loop_summary *s, struct site *site, unsigned *tries,
                     struct state *state, expr_list *values) {
  struct machine *machine = s->machine;
  for (;;) {
    enum fit fit = FIT_DIFFERS;
    if (site->shape != NULL) fit = shape_fit(machine, site->shape, state, &s->outline, values);
    bool is_waiting = site->is_waiting && find_allowance(s) >= site->work + LEAST_WORK;
    if (fit == FIT_UNLIKE || (fit == FITS && !is_waiting)) return fit == FITS;
    if ((*tries)++ >= MOST_TRIES) return false;
    if (site->shape == NULL)
      site->shape = shape_new(machine, &s->names, state, false);
    else if (fit == FIT_DIFFERS && !shape_widen(machine, &s->names, site->shape, state))
      return false;
    if (site->shape == NULL) return false;
    explore_body(s, site);
    if (!outline_take(machine, state, false, &s->outline)) return false;
  }
}

/* The site, of those of the loop, whose shape the state has; NULL: the loop is to be left alone. */
static struct site *choose_site(struct loop_summary *s, struct state *state, expr_list *values) {
  struct site *first = find_site(s), *site = first;
  for (unsigned count = 1; !fit_site(s, site, &first->tries, state, values); count++) {
    if (site->other == NULL) {
      if (count == MOST_SHAPES || site->shape == NULL || first->tries >= MOST_TRIES) return NULL;
      struct site *other = new_site(s);
      other->loc = site->loc;
      site->other = other;
    }
    site = site->other;
  }
  return site;
}

/* ---- notes ---- */

static void forget_notes(struct loop_summary *s, struct state *state) {
  struct notes *notes = reducer_note(&s->reducer, state);
  if (notes == NULL) return;
  notes_free(s->machine, notes);
  *reducer_place_of_note(&s->reducer, state) = NULL;
}

static struct notes *have_notes(struct loop_summary *s, struct state *state) {
  struct notes **place = (struct notes **)reducer_place_of_note(&s->reducer, state);
  if (*place == NULL) *place = alloc_zeroed(sizeof(struct notes));
  return *place;
}

static void copy_notes(struct reducer *reducer, struct state *state, struct state *sibling) {
  const struct notes *notes = reducer_note(reducer, state);
  void **place = reducer_place_of_note(reducer, sibling);
  if (notes != NULL && *place == NULL) *place = notes_copy(notes);
}

/* ---- iterations ---- */

static uint32_t count_inputs(const struct state *state) {
  return state->symbols != NULL ? state->symbols->count : 0;
}

static void note_position(struct note *note, const struct state *state) {
  note->inputs = count_inputs(state);
  note->depth_of_path = path_condition_depth(state->path);
}

/* Takes the values. Whether the state repeats what an ancestor did. */
static bool note_iteration(struct loop_summary *s, struct note *note, struct state *state,
                           expr_list *values, bool is_new) {
  uint32_t number;
  const struct site *site = note->site;
  struct expr *taken = NULL;
  if (!is_new)
    taken = taken_find(s->machine, &s->names, site->shape, &site->paths, &note->trace.values,
                       note->inputs, state, &number);
  note->taken = taken;
  if (taken != NULL) {
    site->paths.data[number].is_seen = true;
    loop_trace_add_stretch(&note->trace, number, NULL);
  } else {
    vec_clear(&note->trace.stretches);
  }
  note->trace.over = NULL;
  vec_free(&note->before.values);
  note->before = (struct iteration){note->trace.values, note->inputs, note->depth_of_path};
  note->trace.values = *values;
  note_position(note, state);
  return taken != NULL && note_arrival(note, number) && taken_is_certain(s->machine, state, taken);
}

/* ---- replacing states ---- */

static bool apply_all(struct loop_summary *s, const struct note *note, loop_trace_list *traces) {
  for (size_t i = 0; i < traces->count; i++)
    if (!loop_trace_apply(s->machine, note->site->shape, &note->trace.values, &traces->data[i]))
      return false;
  return true;
}

/* Takes the trace. Notes of loops around it stay. */
static void give(struct loop_summary *s, struct state *from, struct loop_trace *trace) {
  struct state *state = trace->state;
  trace->state = NULL;
  copy_notes(&s->reducer, from, state);
  struct notes *notes = have_notes(s, state);
  struct note *note = &vec_last(&notes->list);
  loop_trace_free(s->machine, &note->trace);
  note->trace = *trace;
  note->depth = UINT32_MAX; /* the next iteration counts as one with a fork */
  note_position(note, state);
  note->turns++;
  state->depth++;
  successor_give(s->machine, state);
  s->successors++;
}

static uint32_t head_location(const struct state *state) {
  const struct ir_func *func = state->top->code->func;
  return func->ins.data[state_place(state).ins].loc;
}

static void note_endless(struct loop_summary *s, struct site *site, const struct state *state,
                         uint64_t count) {
  if (count == 0) return;
  s->endless += count;
  site->endless += count;
  if (s->records && !s->is_inner && site->example == NULL && !repetition_is_any(state->symbols))
    site->example = site_show_inputs(state);
}

static bool try_replace(struct loop_summary *s, struct state *state, const struct note *note) {
  struct tracer tracer = {
      .machine = s->machine, .names = &s->names, .site = note->site, .is_general = s->is_inner};
  bool is_replaced = tracer_follow(&tracer, state, &note->trace);
  if (is_replaced && !apply_all(s, note, &tracer.done)) {
    is_replaced = false;
    s->undecided++;
  }
  for (size_t i = 0; is_replaced && i < tracer.done.count; i++)
    give(s, state, &tracer.done.data[i]);
  if (is_replaced) {
    s->summaries++;
    note->site->replaced++;
    note_endless(s, note->site, state, tracer.endless);
    vec_clear(&tracer.done);
  }
  loop_traces_free(s->machine, &tracer.done);
  return is_replaced;
}

/* Whether all that the state will ever do has been done: it cannot leave the loop, and takes paths
   that were taken before. */
static bool is_caught(const struct loop_summary *s, struct state *state, const struct note *note) {
  const struct automaton *automaton = &note->site->automaton;
  if (note->taken == NULL) return false;
  uint32_t last = vec_last(&note->trace.stretches).path;
  if (automaton_may_leave(automaton, last)) return false;
  for (uint32_t i = 0; i < note->site->paths.count; i++)
    if ((automaton->reaches[last] >> i & 1) && !s->is_inner && !note->site->paths.data[i].is_seen)
      return false;
  return taken_is_certain(s->machine, state, note->taken);
}

enum look { LOOK_KEEP, LOOK_REPLACED, LOOK_CAUGHT, LOOK_REPEATED };

static const struct names *outer_names(const struct loop_summary *s) {
  return s->outer != NULL ? &s->outer->names : NULL;
}

/* Whether states are compared with earlier ones: not where closed forms say more. A path that has
   none because of its conditions is no reason, but one that reads inputs is. */
static bool is_compared(const struct note *note) {
  const struct site *site = note->site;
  bool is_any = false;
  if (note->taken != NULL && !site->paths.data[vec_last(&note->trace.stretches).path].is_summarised)
    return true;
  if (site->is_hopeless || site->is_waiting) return true;
  for (size_t i = 0; i < site->paths.count; i++) {
    if (site->paths.data[i].reads_inputs) return true;
    is_any |= site->paths.data[i].is_summarised;
  }
  return !is_any;
}

/* Whether earlier states at the head stand for the state; else it is one of them. */
static bool is_covered(struct loop_summary *s, struct state *state, const struct note *note) {
  struct site *site = note->site;
  uint64_t begun = machine_work(s->machine);
  if (!is_compared(note) || site->credit <= 0) return false;
  if (s->compared > begun / 2 + SPARE_COMPARING) return false;
  site->credit--;
  bool is_covered = kept_cover(s->machine, &site->kept, state, &note->trace.values);
  site->repeated += is_covered;
  if (is_covered)
    site->credit += CREDIT;
  else
    kept_add(s->machine, outer_names(s), &site->kept, state, &note->trace.values, note->entered);
  s->compared += machine_work(s->machine) - begun;
  return is_covered;
}

/* Replaces the state by one that has repeated its last iteration any number of times. */
static bool try_repeat(struct loop_summary *s, struct state *state, const struct note *note) {
  struct site *site = note->site;
  if (site->is_hopeless || site->is_waiting || note->turns >= MOST_TURNS ||
      s->compared > machine_work(s->machine) / 2 + SPARE_COMPARING)
    return false;
  uint64_t begun = machine_work(s->machine);
  struct loop_trace trace = {0};
  struct repeat_names names = {&s->names, outer_names(s)};
  bool is_found = repeats_find(s->machine, &names, note, state, &trace) &&
                  loop_trace_apply(s->machine, site->shape, &note->trace.values, &trace);
  if (is_found) {
    kept_add(s->machine, outer_names(s), &site->kept, trace.state, &trace.values, note->entered);
    give(s, state, &trace);
    s->summaries++;
    site->replaced++;
  } else {
    loop_trace_free(s->machine, &trace);
  }
  s->compared += machine_work(s->machine) - begun;
  return is_found;
}

static enum look look_at_loop(struct loop_summary *s, struct state *state, struct note *note) {
  struct site *site = note->site;
  if (is_covered(s, state, note)) return LOOK_REPEATED;
  if (try_repeat(s, state, note)) return LOOK_REPLACED;
  if (site->is_hopeless || site->is_waiting) return LOOK_KEEP;
  if (is_caught(s, state, note)) {
    note_endless(s, site, state, 1);
    return LOOK_CAUGHT;
  }
  return note->turns < MOST_TURNS && try_replace(s, state, note) ? LOOK_REPLACED : LOOK_KEEP;
}

static enum look look_at(struct loop_summary *s, struct state *state) {
  expr_list values = {0};
  if (!bodies_are_simple(s->bodies, state) || s->sites.count >= MOST_PLACES ||
      !outline_take(s->machine, state, false, &s->outline))
    return LOOK_KEEP;
  struct site *site = choose_site(s, state, &values);
  if (site == NULL) {
    vec_free(&values);
    return LOOK_KEEP;
  }
  if (site->loc == 0) site->loc = head_location(state);
  bool is_new;
  struct note *note = notes_find(s->machine, have_notes(s, state), site, state, &is_new);
  if (is_new) note->entered = count_inputs(state);
  bool has_forked = s->is_inner || is_new || note->depth != state->depth;
  bool is_repeated = note_iteration(s, note, state, &values, is_new);
  note->quiet = has_forked ? 0 : note->quiet + 1;
  note->depth = state->depth;
  if (is_repeated) return LOOK_REPEATED;
  if (!has_forked && note->quiet % QUIET != 0) return LOOK_KEEP;
  return look_at_loop(s, state, note);
}

static struct reducer_verdict arrive(struct reducer *reducer, struct state *state,
                                     unsigned places) {
  struct loop_summary *s = (struct loop_summary *)reducer;
  struct reducer_verdict keep = {.action = REDUCER_KEEP};
  (void)places;
  const struct explore_options *limits = &s->machine->limits;
  if (limits->path != NULL || limits->test != NULL)
    return keep; /* they steer general states, too */
  if ((state->symbols == NULL && !s->is_inner) || state->is_closing) return keep;
  switch (look_at(s, state)) {
  case LOOK_REPLACED:
    if (s->machine->successors.count > 0)
      return (struct reducer_verdict){REDUCER_REPLACE, DROP_SUMMARISED, s->summaries};
    return (struct reducer_verdict){REDUCER_DROP, DROP_SUMMARISED, s->summaries};
  case LOOK_CAUGHT: return (struct reducer_verdict){REDUCER_DROP, DROP_SUMMARISED, s->summaries};
  case LOOK_REPEATED:
    s->repeated++;
    return (struct reducer_verdict){REDUCER_DROP, DROP_COVERED_BY, s->repeated};
  default: return keep;
  }
}

/* Which of them its witness is from is not known. */
static void joined(struct reducer *reducer, struct state *into, struct state *from) {
  (void)from;
  forget_notes((struct loop_summary *)reducer, into);
}

static void finish(struct reducer *reducer, struct state *state) {
  const struct loop_summary *s = (const struct loop_summary *)reducer;
  if (state == s->machine->state) repetition_shorten(s->machine);
}

static void end(struct reducer *reducer, struct state *state, const struct state_end *ending) {
  (void)ending;
  forget_notes((struct loop_summary *)reducer, state);
}

/* ---- expressions that are kept ---- */

static void mark(struct reducer *reducer, struct state *state, struct exprs *exprs,
                 uint32_t round) {
  const struct notes *notes = reducer_note(reducer, state);
  (void)round;
  if (notes != NULL) notes_mark(notes, exprs);
}

static void mark_roots(struct reducer *reducer, struct exprs *exprs) {
  for (const struct loop_summary *s = (const struct loop_summary *)reducer; s != NULL; s = s->inner)
    for (size_t i = 0; i < s->sites.count; i++) site_mark(s->machine, s->sites.data[i]);
  (void)exprs;
}

/* ---- the reducer ---- */

static void list(const struct reducer *reducer, reducer_figure *figure, void *context) {
  const struct loop_summary *s = (const struct loop_summary *)reducer;
  figure(context, "loops", (double)s->loops);
  figure(context, "sequential_loops", (double)s->kinds[INTERLEAVING_SEQUENTIAL]);
  figure(context, "periodic_loops", (double)s->kinds[INTERLEAVING_PERIODIC]);
  figure(context, "irregular_loops", (double)s->kinds[INTERLEAVING_IRREGULAR]);
  figure(context, "niv_loops", (double)s->niv);
  figure(context, "hopeless_loops", (double)s->hopeless);
  figure(context, "summaries", (double)s->summaries);
  figure(context, "successors", (double)s->successors);
  figure(context, "undecided", (double)s->undecided);
  figure(context, "endless", (double)s->endless);
  figure(context, "repeated", (double)s->repeated);
}

static void add_text(const struct reducer *reducer, struct buffer *out) {
  const struct loop_summary *s = (const struct loop_summary *)reducer;
  if (!s->records) return;
  for (size_t i = 0; i < s->sites.count; i++)
    if (s->sites.data[i]->loc != 0) site_print(s->machine, s->sites.data[i], out);
}

static void free_loop_summary(struct reducer *reducer) {
  struct loop_summary *s = (struct loop_summary *)reducer;
  for (size_t i = 0; i < s->sites.count; i++) {
    site_clear(s->machine, s->sites.data[i]); /* models use the code of bodies */
    free(s->sites.data[i]->example);
    free(s->sites.data[i]);
  }
  vec_free(&s->sites);
  word_map_free(&s->numbers);
  bodies_free(s->bodies);
  if (s->inner != NULL) free_loop_summary(&s->inner->reducer);
  names_free(&s->names);
  outline_free(&s->outline);
  free(s);
}

const struct reducer_class loop_summary_class = {.name = "loop-summary",
                                                 .keeps = KEEPS_ALL,
                                                 .arrive = arrive,
                                                 .fork = copy_notes,
                                                 .joined = joined,
                                                 .finish = finish,
                                                 .end = end,
                                                 .mark = mark,
                                                 .mark_roots = mark_roots,
                                                 .list = list,
                                                 .add_text = add_text,
                                                 .free = free_loop_summary};

/* Another scratch exploration begins: nothing comes of earlier states. */
static void forget_states(struct reducer *reducer) {
  for (struct loop_summary *s = (struct loop_summary *)reducer; s != NULL; s = s->inner)
    for (size_t i = 0; i < s->sites.count; i++) {
      kept_clear(&s->sites.data[i]->kept);
      s->sites.data[i]->credit = FIRST_CREDIT;
    }
}

static struct loop_summary *make(struct machine *machine, unsigned nesting) {
  struct loop_summary *s = alloc_zeroed(sizeof *s);
  s->reducer = (struct reducer){.class = &loop_summary_class, .places = REDUCER_LOOP};
  s->machine = machine;
  bool is_microc = machine->program->is_microc;
  s->names = (struct names){
      .exprs = machine->exprs, .moves_heap = is_microc, .moves_pointers = !is_microc};
  s->is_inner = nesting > 0;
  if (nesting < MOST_NESTING) {
    s->inner = make(machine, nesting + 1);
    s->inner->outer = s;
  }
  s->bodies =
      bodies_new(machine, &s->names, s->inner != NULL ? &s->inner->reducer : NULL, forget_states);
  return s;
}

struct reducer *loop_summary_new(struct machine *machine,
                                 const struct loop_summary_options *options) {
  struct loop_summary *s = make(machine, 0);
  s->records = options->records;
  return &s->reducer;
}
