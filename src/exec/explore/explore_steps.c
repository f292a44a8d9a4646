/* Steps: a state runs to where it forks, ends or concerns a reducer, and what comes of it is dealt
   with. */
#include "exec/decide.h"
#include "exec/explore/explorer.h"
#include "exec/explore/fork_tree.h"
#include "exec/explore/observer.h"
#include "exec/explore/path_tree.h"
#include "exec/explore/reducer.h"
#include "exec/explore/searcher.h"
#include "exec/machine.h"
#include "exec/run.h"
#include "solver/solver.h"

/* Instructions that a state may execute before another is picked, by threaded code and by the
   symbolic interpreter, which is slower. Strategies count in picks, and most end at a fork after
   some dozens of instructions: with long slices a state in a loop that never ends would take all
   the time. So careful slices of a state that has used up PATIENCE of them without a fork become
   shorter, down to 1 / 2^SHORTEST. */
enum { SLICE = 1 << 13, CAREFUL_SLICE = 1 << 9, LONE_SLICE = 1 << 18, PATIENCE = 4, SHORTEST = 4 };

static const struct reducers *reducers_of(const struct state *state) {
  return &state->exploration->reducers;
}

/* Work of queries after which a slice ends at the next jump, and after which the state lets others
   run: about a quarter of a second, and the 16th part of one. */
#define SLICE_QUERIES ((uint64_t)1 << 22)
#define DEAR_QUERIES ((uint64_t)1 << 20)
/* A state whose queries are dear lets so many others have as much work as it had. */
enum { MOST_OTHERS = 64 };
/* After an attempt at a query that was put off, others do so many times its work before the next.
 */
enum { OTHERS_PART = 3 };
/* After so much work, some seconds, seeds are followed only every second time: their paths may
   never end. */
#define SEED_WORK ((uint64_t)1 << 26)
enum { SEED_TURNS = 2 };

enum step { STEP_ON, STEP_ENDED, STEP_DROPPED, STEP_PUT_OFF };

static bool has_ended(enum event event) {
  return event != EVENT_FUEL && event != EVENT_FORK && event != EVENT_JOIN &&
         event != EVENT_PUT_OFF;
}

/* The successors of a state that is about to be dropped take its place. They are handed over when
   the step is over (run_urgent): the searcher may not hold the state itself yet. */
static void take_successors(struct explorer *explorer, struct state *state) {
  struct machine *machine = explorer->machine;
  for (size_t i = 0; i < machine->successors.count; i++) {
    struct state *successor = machine->successors.data[i];
    successor->number = machine->next_state++;
    machine->counts.states_made++;
    fork_tree_split(state, successor);
    path_tree_succeed(machine, state, successor);
    explorer_enlist(explorer, successor);
    reducers_fork(reducers_of(state), state, successor);
    vec_push(&explorer->urgent, successor);
  }
  vec_clear(&machine->successors);
}

/* Asks the reducers about a state that has come to one of their places. */
static enum reducer_action ask(struct explorer *explorer, struct state *state) {
  unsigned places = state->arrived;
  state->arrived = 0;
  if (places == 0) return REDUCER_KEEP;
  if (state->top->depth < state->exploration->base_depth) {
    explorer->ending = (struct state_end){.cause = END_RETURNED, .place = state_place(state)};
    return REDUCER_DROP;
  }
  struct reducer *by;
  struct reducer_verdict verdict =
      reducers_arrive(reducers_of(state), state, places, state->exploration->alive, &by);
  if (by == NULL) return verdict.action;
  explorer->ending = (struct state_end){
      .cause = END_DROPPED, .place = state_place(state), .by = by, .verdict = verdict};
  state->exploration->paths.dropped[verdict.reason]++;
  if (verdict.reason == DROP_MERGED || verdict.action == REDUCER_REPLACE)
    explorer_leave_test(explorer, state);
  else
    explorer_leave_dropped(explorer, state);
  if (verdict.action == REDUCER_REPLACE) take_successors(explorer, state);
  return REDUCER_DROP;
}

static int64_t slice_of(const struct state *state) {
  if (state->exploration->alive == 1) return LONE_SLICE;
  if (state->next != NULL) return SLICE;
  return CAREFUL_SLICE >> state->slices / PATIENCE;
}

/* What the state may execute: fuel is used up when it falls below 0. */
static int64_t fuel_of(const struct explorer *explorer, const struct state *state) {
  int64_t slice = slice_of(state);
  uint64_t most = explorer->options->max_instructions;
  uint64_t done = explorer->machine->counts.instructions;
  if (most == 0 || most > done + (uint64_t)slice) return slice;
  return most > done ? (int64_t)(most - done) - 1 : 0;
}

/* Takes in what the running state has forked off. */
static void take_siblings(struct explorer *explorer, bool is_held) {
  struct machine *machine = explorer->machine;
  struct state *state = machine->state;
  for (size_t i = 0; i < machine->forked.count; i++) {
    struct state *sibling = machine->forked.data[i];
    sibling->slices = state->slices = 0;
    explorer_enlist(explorer, sibling);
    if (sibling->seeds != NULL) vec_push(&explorer->seeded, sibling);
    if (sibling->pending != NULL && !sibling->is_unasked) {
      put_off_add(sibling->exploration, sibling);
      continue;
    }
    reducers_fork(reducers_of(state), state, sibling);
    if (ask(explorer, sibling) == REDUCER_DROP)
      explorer_drop(explorer, sibling, &explorer->ending);
    else if ((sibling->is_urgent && !sibling->is_unasked) || !is_held)
      vec_push(&explorer->urgent, sibling);
    else
      explorer_hand_over(sibling, state);
  }
  vec_clear(&machine->forked);
}

/* Reducers of all explorations hear of edges that were covered for the first time. */
static void report_covered(struct machine *machine) {
  for (size_t i = 0; i < machine->found.coverage.fresh.count; i++) {
    const struct covered_edge *edge = &machine->found.coverage.fresh.data[i];
    for (size_t k = 0; k < machine->explorations.count; k++)
      reducers_covered(&machine->explorations.data[k]->reducers, edge->func, edge->edge);
  }
  vec_clear(&machine->found.coverage.fresh);
}

/* Runs the running state on and takes in what it forks off. At joins where nothing comes of
   it, the state just goes on. */
static enum step step(struct explorer *explorer, bool is_held) {
  struct machine *machine = explorer->machine;
  struct state *state = machine->state;
  int64_t fuel = fuel_of(explorer, state);
  machine->patience = state->patience;
  machine->is_tired = false;
  machine->tires_at = solver_work(machine->solver) + SLICE_QUERIES;
  for (;;) {
    enum event event = run_state(machine, fuel);
    fuel = machine->fuel;
    if (event == EVENT_FUEL && state->slices < PATIENCE * SHORTEST) state->slices++;
    if (machine->found.coverage.fresh.count > 0) report_covered(machine);
    take_siblings(explorer, is_held);
    if (has_ended(event)) {
      explorer_finish(explorer, event, run_last_place(machine));
      return STEP_ENDED;
    }
    state->patience = machine->patience;
    if (event == EVENT_PUT_OFF) return STEP_PUT_OFF;
    enum reducer_action action = ask(explorer, state);
    if (action == REDUCER_DROP) return STEP_DROPPED;
    state->is_waiting = action == REDUCER_WAIT;
    if (event != EVENT_JOIN || action == REDUCER_WAIT || fuel < 0 || machine->is_tired)
      return STEP_ON;
    reducers_leave(reducers_of(state), state);
  }
}

/* States that are about to fail fail before anything else runs; what does not fail
   after all joins the others. */
static void run_urgent(struct explorer *explorer, struct state *parent) {
  while (explorer->urgent.count > 0) {
    struct state *state = vec_pop(&explorer->urgent);
    enum step outcome = STEP_ON;
    if (state->is_urgent && state->pending == NULL) {
      state->is_urgent = false;
      explorer_activate(explorer, state);
      reducers_leave(reducers_of(state), state);
      outcome = step(explorer, false);
    }
    if (outcome == STEP_ON)
      explorer_hand_over(state, parent);
    else if (outcome == STEP_PUT_OFF)
      put_off_add(state->exploration, state);
    else
      explorer_drop(explorer, state, &explorer->ending);
  }
}

/* ---- picks ---- */

static void leave_searcher(struct state *state) {
  struct searcher *searcher = state->exploration->searcher;
  searcher->class->remove(searcher, state);
}

/* Tries once more whether a state that waits is a path. */
static void settle(struct explorer *explorer, struct state *state) {
  struct machine *machine = explorer->machine;
  explorer_activate(explorer, state);
  if (state->is_probe) {
    explorer->ending = (struct state_end){.cause = END_ASSUMED, .place = state_place(state)};
    if (decide_probe(machine))
      explorer_drop(explorer, state, &explorer->ending);
    else
      put_off_add(state->exploration, state);
    return;
  }
  switch (decide_pending(machine)) {
  case DECIDE_TRUE:
    vec_push(&explorer->urgent, state);
    run_urgent(explorer, NULL);
    return;
  case DECIDE_FALSE:
    explorer->ending = (struct state_end){.cause = END_ASSUMED, .place = state_place(state)};
    explorer_drop(explorer, state, &explorer->ending);
    return;
  case DECIDE_STOP: break;
  }
  if (machine->event == EVENT_PUT_OFF) {
    put_off_add(state->exploration, state);
    return;
  }
  explorer->ending = (struct state_end){
      .cause = END_CUT_OFF, .place = state_place(state), .limit = "the solver gave up"};
  explorer_drop(explorer, state, &explorer->ending);
}

/* The state has run to the end of its slice, or was put off. */
static void keep(struct state *state, enum step outcome, uint64_t queries) {
  struct exploration *exploration = state->exploration;
  bool is_dear =
      queries > DEAR_QUERIES && exploration->reducers.list.count == 0 && state->seeds == NULL;
  size_t others = put_off_count_held(exploration) - 1;
  if (outcome == STEP_PUT_OFF) {
    leave_searcher(state);
    put_off_add(exploration, state);
  } else if (is_dear && others > 0 && !exploration_is_scratch(exploration)) {
    leave_searcher(state);
    put_off_rest(exploration, state, queries * (others < MOST_OTHERS ? others : MOST_OTHERS));
  } else if (exploration->searcher->class->update != NULL) {
    exploration->searcher->class->update(exploration->searcher, state);
  }
}

static void run_held(struct explorer *explorer, struct state *state) {
  struct machine *machine = explorer->machine;
  uint64_t before = solver_work(machine->solver);
  explorer_activate(explorer, state);
  reducers_leave(reducers_of(state), state);
  enum step outcome = step(explorer, true);
  struct state_end ending = explorer->ending; /* running others changes it */
  uint64_t queries = solver_work(machine->solver) - before;
  run_urgent(explorer, state);
  if (outcome == STEP_ON || outcome == STEP_PUT_OFF)
    keep(state, outcome, queries);
  else
    explorer_release(explorer, state, &ending);
}

/* A state that follows seeds, which go first. */
static struct state *find_seeded(struct explorer *explorer, const struct exploration *exploration) {
  if (explorer->seeded.count > 0 && exploration->total_work > SEED_WORK &&
      ++explorer->seed_turns % SEED_TURNS != 0)
    return NULL;
  while (explorer->seeded.count > 0) {
    struct state *state = vec_last(&explorer->seeded);
    if (state->exploration != exploration) return NULL;
    if (state->seeds != NULL && state->wait == WAIT_NOT) return state;
    vec_pop(&explorer->seeded);
  }
  return NULL;
}

static struct state *pick(const struct exploration *exploration) {
  struct state *state = exploration->alive > 1 ? reducers_pick(&exploration->reducers) : NULL;
  if (state != NULL && state->wait == WAIT_NOT) return state;
  return exploration->searcher->class->pick(exploration->searcher);
}

void explorer_run_picked(struct explorer *explorer) {
  struct exploration *exploration = explorer->portfolio.turn;
  struct state *state = find_seeded(explorer, exploration);
  if (state != NULL) {
    run_held(explorer, state);
    return;
  }
  while ((state = put_off_take_rested(exploration)) != NULL) explorer_hand_over(state, NULL);
  uint64_t before = machine_work(explorer->machine);
  state = put_off_take_unanswered(exploration, before >= explorer->portfolio.retry_at);
  if (state == NULL) {
    state = pick(exploration);
    if (state->pending == NULL) {
      run_held(explorer, state);
    } else {
      leave_searcher(state);
      settle(explorer, state);
    }
    return;
  }
  if (state->pending != NULL) {
    settle(explorer, state);
  } else {
    explorer_hand_over(state, NULL);
    run_held(explorer, state);
  }
  uint64_t work = machine_work(explorer->machine);
  explorer->portfolio.retry_at = work + OTHERS_PART * (work - before);
}
