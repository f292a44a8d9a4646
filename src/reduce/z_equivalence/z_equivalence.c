/* The reducer: at returns, loop heads and joins it compares a state with all that were kept there,
   whether they still run or not. A state with the same snapshot is dropped: whatever its
   continuations do, those of the kept one do. So it works with any search, and a loop over a few
   live states ends although it reads new inputs for ever.

   Why no error is lost: take an error that a dropped state would have run into, with the inputs
   that it still had to read. The kept state contains the same concrete state, so it runs into the
   error with the same inputs, unless it is dropped on the way, for a third state that is as close
   to the error; since the distance shrinks, one of them gets there. Should a kept state be cut off
   by a limit, the run is reported as incomplete, as always.

   Comparing takes time in proportion to the path condition. A state is therefore compared at the
   first MANY places of a kind that it comes to after a fork, and then ever more rarely: without a
   fork it is one path that goes on. And comparing must pay: effort.h. Skipping a comparison loses a
   reduction, never a state. */
#include "reduce/z_equivalence/z_equivalence.h"

#include "exec/explore/reducer.h"
#include "exec/machine.h"
#include "exec/symbol.h"
#include "ir/ir.h"
#include "reduce/shape/dead_variables.h"
#include "reduce/z_equivalence/differences.h"
#include "reduce/z_equivalence/effort.h"
#include "reduce/z_equivalence/returns.h"
#include "reduce/z_equivalence/seen.h"
#include "util/clock.h"
#include "util/json.h"

#include <stdlib.h>
#include <string.h>

enum {
  KINDS = 3, /* of places: in the order of enum z_places */
  MANY = 8,
  MOST_SEEN = 1 << 16 /* snapshots keep memory alive: beyond that, start again */
};

/* What is noted of a state. */
struct note {
  uint32_t depth[KINDS];  /* forks on its path when it was last compared, … */
  uint32_t visits[KINDS]; /* … and places it has come to since */
  uint32_t place;         /* in the list of states */
  VEC(uint32_t) entered;  /* by depth of the stack: inputs there were when the frame was made */
};

struct z_equivalence {
  struct reducer reducer;
  struct machine *machine;
  struct z_equivalence_options options;
  struct dead_variables *dead; /* NULL: all memory is live */
  struct snapshots snapshots;
  struct seen seen;
  struct returns returns;
  struct differences *differences; /* NULL: they are not recorded */
  VEC(struct state *) states;      /* all that there are, for Z_CALLEES */
  struct id_map alive;             /* numbers of kept states to their addresses; 0: it has ended */
  struct effort effort;
  uint64_t compared, skipped, kept, refused, forgotten, dropped[KINDS];
  double multiplicity; /* of the dropped states */
  bool has_left_out;   /* dead variables, of a state that was dropped */
  double seconds;
};

static struct z_equivalence *self_of(struct reducer *reducer) {
  return (struct z_equivalence *)reducer;
}

static struct note *have_note(struct z_equivalence *z, struct state *state) {
  void **place = reducer_place_of_note(&z->reducer, state);
  if (*place != NULL) return *place;
  struct note *note = *place = alloc_zeroed(sizeof(struct note));
  note->place = (uint32_t)z->states.count;
  vec_push(&z->states, state);
  return note;
}

/* ---- which states are compared ---- */

static int kind_of(unsigned places) {
  if (places & REDUCER_RETURN) return Z_AT_RETURNS;
  return places & REDUCER_LOOP ? Z_AT_LOOPS : Z_AT_JOINS;
}

static bool is_due(struct note *note, const struct state *state, int kind) {
  if (state->symbols == NULL) return false; /* nothing is symbolic yet */
  if (note->depth[kind] != state->depth) {
    note->depth[kind] = state->depth;
    note->visits[kind] = 0;
  }
  uint32_t visits = ++note->visits[kind];
  return visits <= MANY || (visits & (visits - 1)) == 0;
}

/* How many of its inputs are known to the caller. */
static uint32_t rigid_inputs(const struct z_equivalence *z, const struct note *note,
                             const struct state *state, int kind) {
  if (z->options.observable == Z_LIVE) return 0;
  uint32_t depth = state->top->depth + (kind == Z_AT_RETURNS);
  return depth < note->entered.count ? note->entered.data[depth] : UINT32_MAX;
}

static void enter(struct note *note, const struct state *state) {
  uint32_t depth = state->top->depth;
  while (note->entered.count <= depth) vec_push(&note->entered, UINT32_MAX);
  note->entered.data[depth] = state->symbols ? state->symbols->count : 0;
}

/* ---- verdicts ---- */

static void note_kept(struct z_equivalence *z, struct state *state) {
  uint64_t *place = id_map_find(&z->alive, state->number + 1);
  if (place == NULL) id_map_add(&z->alive, state->number + 1, (uint64_t)(uintptr_t)state);
}

/* The state that was kept, if it still runs. */
static struct state *find_kept(const struct z_equivalence *z, uint64_t number) {
  uint64_t *place = id_map_find(&z->alive, number + 1);
  return place ? (struct state *)(uintptr_t)*place : NULL;
}

static struct reducer_verdict drop(struct z_equivalence *z, struct state *state,
                                   struct seen_state *stands, int kind) {
  struct state *kept = find_kept(z, stands->state);
  z->has_left_out |= z->snapshots.has_left_out;
  stands->multiplicity += state->multiplicity;
  if (kept != NULL && kept != state) kept->multiplicity += state->multiplicity;
  z->multiplicity += state->multiplicity;
  z->dropped[kind]++;
  return (struct reducer_verdict){REDUCER_DROP, DROP_COVERED_BY, stands->state};
}

static bool forget_all(struct z_equivalence *z) {
  if (z->seen.count == 0) return false;
  if (z->differences != NULL) differences_forget(z->differences);
  seen_clear(&z->seen, &z->snapshots);
  id_map_clear(&z->alive);
  z->forgotten++;
  return true;
}

static struct reducer_verdict compare(struct z_equivalence *z, struct state *state,
                                      struct note *note, int kind) {
  static const struct reducer_verdict keep = {.action = REDUCER_KEEP};
  struct snapshot snapshot;
  uint32_t rigid = rigid_inputs(z, note, state, kind);
  if (!snapshot_take(&z->snapshots, state, kind == Z_AT_RETURNS, rigid, &snapshot)) {
    z->refused++;
    return keep;
  }
  z->compared++;
  struct seen_state *stands = NULL;
  enum seen_answer answer = seen_find(&z->seen, &z->snapshots, &snapshot, &stands);
  if (answer != SEEN_NEW) {
    snapshot_free(&z->snapshots, &snapshot);
    z->refused += answer == SEEN_NOT_COMPARABLE;
    return answer == SEEN_BEFORE ? drop(z, state, stands, kind) : keep;
  }
  if (z->seen.count == MOST_SEEN) forget_all(z);
  seen_add(&z->seen, &z->snapshots, &snapshot, state->number);
  note_kept(z, state);
  z->kept++;
  return keep;
}

/* A caller goes on when all paths of the callee have returned: then as many as possible are
   compared before one of them runs, and the multiplicities are those of the paper. */
static struct state *pick(struct reducer *reducer) {
  struct z_equivalence *z = self_of(reducer);
  if (z->options.order == Z_SEARCH) return NULL;
  struct state *deepest = NULL;
  for (size_t i = 0; i < z->states.count; i++) {
    struct state *state = z->states.data[i];
    if (deepest == NULL || state->top->depth > deepest->top->depth) deepest = state;
  }
  return deepest;
}

static struct reducer_verdict arrive(struct reducer *reducer, struct state *state,
                                     unsigned places) {
  struct z_equivalence *z = self_of(reducer);
  struct note *note = have_note(z, state);
  struct reducer_verdict verdict = {.action = REDUCER_KEEP};
  if (places & REDUCER_CALL) {
    enter(note, state);
    return verdict;
  }
  int kind = kind_of(places);
  if (!is_due(note, state, kind)) return verdict;
  struct effort_place *place = effort_place(&z->effort, state, kind);
  if (!effort_allows(&z->effort, place, machine_work(z->machine))) {
    z->skipped++;
    return verdict;
  }
  double before = clock_thread_seconds();
  uint64_t work = z->snapshots.work;
  verdict = compare(z, state, note, kind);
  effort_add(&z->effort, place, z->snapshots.work - work, verdict.action == REDUCER_DROP);
  if (kind == Z_AT_RETURNS) returns_count(&z->returns, state, verdict.action == REDUCER_DROP);
  z->seconds += clock_thread_seconds() - before;
  if (z->differences != NULL)
    differences_note(z->differences, state, kind, rigid_inputs(z, note, state, kind),
                     verdict.action == REDUCER_DROP);
  bool waits = z->options.order == Z_CALLEES && kind == Z_AT_RETURNS;
  if (waits && verdict.action == REDUCER_KEEP) verdict.action = REDUCER_WAIT;
  return verdict;
}

/* ---- notes ---- */

static void copy_note(struct reducer *reducer, struct state *state, struct state *sibling) {
  struct z_equivalence *z = self_of(reducer);
  const struct note *note = have_note(z, state);
  struct note *copy = have_note(z, sibling);
  memcpy(copy->depth, note->depth, sizeof copy->depth);
  memcpy(copy->visits, note->visits, sizeof copy->visits);
  vec_clear(&copy->entered);
  for (size_t i = 0; i < note->entered.count; i++) vec_push(&copy->entered, note->entered.data[i]);
}

/* So that all states are known. */
static void leave(struct reducer *reducer, struct state *state) {
  have_note(self_of(reducer), state);
}

/* See dead_variables.c. In a portfolio others go on, so that nothing is lost. */
static void note_wild_access(struct z_equivalence *z, struct exploration *exploration,
                             const struct state_end *end) {
  if (!z->has_left_out || !z->machine->has_wild_access) return;
  z->has_left_out = false;
  if (exploration->number > 0) {
    exploration->is_in_vain = true;
    return;
  }
  const struct ir_func *func = z->machine->program->funcs.data[end->place.func];
  findings_add_incomplete(&z->machine->found,
                          "a number used as an address may be that of a variable that "
                          "z-equivalence has left out",
                          func->ins.data[end->place.ins].loc);
}

static void forget_state(struct reducer *reducer, struct state *state,
                         const struct state_end *end) {
  struct z_equivalence *z = self_of(reducer);
  note_wild_access(z, state->exploration, end);
  uint64_t *place = id_map_find(&z->alive, state->number + 1);
  if (place != NULL) *place = 0;
  struct note *note = reducer_note(reducer, state);
  if (note == NULL) return;
  struct state *last = vec_pop(&z->states);
  if (last != state) {
    struct note *moved = reducer_note(reducer, last);
    moved->place = note->place;
    z->states.data[note->place] = last;
  }
  vec_free(&note->entered);
  free(note);
  *reducer_place_of_note(reducer, state) = NULL;
}

static void mark_roots(struct reducer *reducer, struct exprs *exprs) {
  struct z_equivalence *z = self_of(reducer);
  form_variables_mark(&z->snapshots.variables, exprs);
  seen_mark(&z->seen, &z->snapshots);
  differences_mark(z->differences);
}

/* Snapshots keep memory of ended states alive. Without them later states are kept that could have
   been dropped. */
static bool shrink(struct reducer *reducer) { return forget_all(self_of(reducer)); }

/* ---- figures ---- */

static void list(const struct reducer *reducer, reducer_figure *figure, void *context) {
  const struct z_equivalence *z = (const struct z_equivalence *)reducer;
  figure(context, "compared", (double)z->compared);
  figure(context, "not_compared", (double)z->skipped);
  figure(context, "kept", (double)z->kept);
  figure(context, "dropped_at_returns", (double)z->dropped[Z_AT_RETURNS]);
  figure(context, "dropped_at_loop_heads", (double)z->dropped[Z_AT_LOOPS]);
  figure(context, "dropped_at_joins", (double)z->dropped[Z_AT_JOINS]);
  figure(context, "dropped_multiplicity", z->multiplicity);
  figure(context, "forms", (double)z->snapshots.forms);
  figure(context, "eliminated_equations", (double)z->snapshots.equations);
  figure(context, "not_comparable", (double)z->refused);
  figure(context, "forgotten", (double)z->forgotten);
  figure(context, "comparison_seconds", z->seconds);
  figure(context, "analysis_seconds", z->dead != NULL ? dead_variables_seconds(z->dead) : 0);
}

static void add_json(const struct reducer *reducer, struct json *json) {
  const struct z_equivalence *z = (const struct z_equivalence *)reducer;
  json_begin_object(json, "z_equivalence");
  returns_add_json(&z->returns, z->machine->program, json);
  if (z->differences != NULL) differences_add_json(z->differences, json);
  json_end_object(json);
}

static void add_text(const struct reducer *reducer, struct buffer *out) {
  const struct z_equivalence *z = (const struct z_equivalence *)reducer;
  if (z->differences != NULL) differences_add_text(z->differences, out);
}

static void free_reducer(struct reducer *reducer) {
  struct z_equivalence *z = self_of(reducer);
  differences_free(z->differences);
  seen_clear(&z->seen, &z->snapshots);
  snapshots_free(&z->snapshots);
  if (z->dead != NULL) dead_variables_free(z->dead);
  vec_free(&z->returns.functions);
  vec_free(&z->states);
  effort_free(&z->effort);
  id_map_free(&z->alive);
  free(z);
}

const struct reducer_class z_equivalence_class = {.name = "z-equivalence",
                                                  .keeps = KEEPS_ERRORS | KEEPS_COVERAGE,
                                                  .arrive = arrive,
                                                  .leave = leave,
                                                  .pick = pick,
                                                  .fork = copy_note,
                                                  .end = forget_state,
                                                  .mark_roots = mark_roots,
                                                  .shrink = shrink,
                                                  .list = list,
                                                  .add_text = add_text,
                                                  .add_json = add_json,
                                                  .free = free_reducer};

struct reducer *z_equivalence_new(struct machine *machine,
                                  const struct z_equivalence_options *options) {
  struct z_equivalence *z = alloc_zeroed(sizeof *z);
  unsigned places = REDUCER_RETURN;
  if (options->places >= Z_AT_LOOPS) places |= REDUCER_LOOP;
  if (options->places >= Z_AT_JOINS) places |= REDUCER_JOIN;
  if (options->observable == Z_CALLER) places |= REDUCER_CALL;
  z->reducer = (struct reducer){.class = &z_equivalence_class, .places = places};
  z->machine = machine;
  z->options = *options;
  snapshots_init(&z->snapshots, machine);
  if (!options->is_all_live && options->observable == Z_LIVE)
    z->snapshots.dead = z->dead = dead_variables_new(machine);
  z->snapshots.moves_heap = options->moves_heap;
  z->snapshots.solves_equations = options->solves_equations;
  if (options->records) z->differences = differences_new(machine, &z->snapshots);
  return &z->reducer;
}
