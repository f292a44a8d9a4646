/* The states of an exploration: which are alive, which runs, and the end of each. */
#include "exec/explore/explorer.h"
#include "exec/explore/fork_tree.h"
#include "exec/explore/observer.h"
#include "exec/explore/path_tree.h"
#include "exec/explore/reducer.h"
#include "exec/explore/searcher.h"
#include "exec/machine.h"

#include <stdlib.h>
#include <string.h>

static const struct reducers *reducers_of(const struct state *state) {
  return &state->exploration->reducers;
}

/* Where the running state stops; a reducer may be interested only while others are alive. */
static void set_stops(struct explorer *explorer) {
  struct machine *machine = explorer->machine;
  const struct state *state = machine->state;
  machine->stops = 0;
  if (state == NULL || machine->places == 0) return;
  machine->stops = (uint8_t)reducers_places(reducers_of(state), state->exploration->alive);
  if (exploration_is_scratch(state->exploration)) machine->stops |= REDUCER_RETURN;
}

void explorer_enlist(struct explorer *explorer, struct state *state) {
  struct explore_counts *counts = &explorer->machine->counts;
  state->place = (uint32_t)explorer->states.count;
  vec_push(&explorer->states, state);
  counts->states_alive = explorer->states.count;
  if (counts->states_alive > counts->states_most) counts->states_most = counts->states_alive;
  struct exploration *exploration = state->exploration;
  if (++exploration->alive > exploration->most) exploration->most = exploration->alive;
  set_stops(explorer);
}

void explorer_hand_over(struct state *state, struct state *parent) {
  struct searcher *searcher = state->exploration->searcher;
  searcher->class->add(searcher, state, parent);
}

void explorer_activate(struct explorer *explorer, struct state *state) {
  struct machine *machine = explorer->machine;
  if (machine->state == state) return;
  /* Else drop has done it; in the end nothing reads memory any more, and states may be many. */
  if (machine->state != NULL && !explorer->is_ending) memory_forget_all(&machine->memory);
  machine->state = state;
  exploration_use(machine, state->exploration);
  set_stops(explorer);
}

static void strike_out(struct explorer *explorer, struct state *state) {
  struct state *last = vec_last(&explorer->states);
  explorer->states.data[state->place] = last;
  last->place = state->place;
  explorer->states.count--;
  explorer->machine->counts.states_alive = explorer->states.count;
  state->exploration->alive--;
}

/* Few states follow seeds at the same time: each runs to its end before the next. */
static void forget_seeded(struct explorer *explorer, const struct state *state) {
  size_t kept = 0;
  for (size_t i = 0; i < explorer->seeded.count; i++)
    if (explorer->seeded.data[i] != state) explorer->seeded.data[kept++] = explorer->seeded.data[i];
  explorer->seeded.count = kept;
}

/* The state has ended and is known to nobody else any more. */
void explorer_drop(struct explorer *explorer, struct state *state, const struct state_end *end) {
  struct machine *machine = explorer->machine;
  if (!state->is_probe) reducers_end(reducers_of(state), state, end);
  path_tree_end(machine, state, end);
  strike_out(explorer, state);
  if (explorer->seeded.count > 0) forget_seeded(explorer, state);
  state->exploration->forks = fork_tree_remove(state->exploration->forks, state);
  if (machine->state == state) {
    memory_forget_all(&machine->memory);
    machine->state = NULL;
  }
  set_stops(explorer);
  state_free(&machine->memory, state);
}

void explorer_release(struct explorer *explorer, struct state *state, const struct state_end *end) {
  if (explorer->is_ending && explorer->options->leaves_states) {
    strike_out(explorer, state);
    return;
  }
  struct searcher *searcher = state->exploration->searcher;
  if (state->wait != WAIT_NOT)
    put_off_remove(state->exploration, state);
  else
    searcher->class->remove(searcher, state);
  explorer_drop(explorer, state, end);
}

static int compare_numbers(const void *x, const void *y) {
  const struct state *a = *(struct state *const *)x, *b = *(struct state *const *)y;
  return a->number < b->number ? -1 : a->number > b->number;
}

struct state **explorer_list_by_age(const struct explorer *explorer) {
  size_t count = explorer->states.count;
  struct state **list = alloc_bytes((count + 1) * sizeof *list);
  if (count > 0) memcpy(list, explorer->states.data, count * sizeof *list);
  qsort(list, count, sizeof *list, compare_numbers);
  return list;
}
