/* Steps: a state runs to where it forks, ends or concerns a reducer, and what comes of it is dealt
   with. */
#include "exec/explore/explorer.h"
#include "exec/explore/fork_tree.h"
#include "exec/explore/observer.h"
#include "exec/explore/path_tree.h"
#include "exec/explore/reducer.h"
#include "exec/explore/searcher.h"
#include "exec/machine.h"
#include "exec/run.h"

/* Instructions that a state may execute before another is picked, by threaded code and by the
   symbolic interpreter, which is slower. Strategies count in picks, and most end at a fork after
   some dozens of instructions: with long slices a state in a loop that never ends would take all
   the time. So careful slices of a state that has used up PATIENCE of them without a fork become
   shorter, down to 1 / 2^SHORTEST. */
enum { SLICE = 1 << 13, CAREFUL_SLICE = 1 << 9, LONE_SLICE = 1 << 18, PATIENCE = 4, SHORTEST = 4 };

static const struct reducers *reducers_of(const struct state *state) {
  return &state->exploration->reducers;
}

enum step { STEP_ON, STEP_ENDED, STEP_DROPPED };

static bool has_ended(enum event event) {
  return event != EVENT_FUEL && event != EVENT_FORK && event != EVENT_JOIN;
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
    reducers_fork(reducers_of(state), state, sibling);
    if (ask(explorer, sibling) == REDUCER_DROP)
      explorer_drop(explorer, sibling, &explorer->ending);
    else if (sibling->is_urgent || !is_held)
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
    enum reducer_action action = ask(explorer, state);
    if (action == REDUCER_DROP) return STEP_DROPPED;
    state->is_waiting = action == REDUCER_WAIT;
    if (event != EVENT_JOIN || action == REDUCER_WAIT || fuel < 0) return STEP_ON;
    reducers_leave(reducers_of(state), state);
  }
}

/* States that are about to fail fail before anything else runs; what does not fail
   after all joins the others. */
static void run_urgent(struct explorer *explorer, struct state *parent) {
  while (explorer->urgent.count > 0) {
    struct state *state = vec_pop(&explorer->urgent);
    bool was_urgent = state->is_urgent;
    state->is_urgent = false;
    if (was_urgent) {
      explorer_activate(explorer, state);
      reducers_leave(reducers_of(state), state);
      if (step(explorer, false) != STEP_ON) {
        explorer_drop(explorer, state, &explorer->ending);
        continue;
      }
    }
    explorer_hand_over(state, parent);
  }
}

static struct state *pick(const struct exploration *exploration) {
  struct state *state = exploration->alive > 1 ? reducers_pick(&exploration->reducers) : NULL;
  return state ? state : exploration->searcher->class->pick(exploration->searcher);
}

void explorer_run_picked(struct explorer *explorer) {
  struct state *state = pick(explorer->portfolio.turn);
  struct searcher *searcher = state->exploration->searcher;
  explorer_activate(explorer, state);
  reducers_leave(reducers_of(state), state);
  enum step outcome = step(explorer, true);
  struct state_end ending = explorer->ending; /* running others changes it */
  run_urgent(explorer, state);
  if (outcome != STEP_ON) {
    explorer_release(explorer, state, &ending);
  } else if (searcher->class->update != NULL) {
    searcher->class->update(searcher, state);
  }
}
