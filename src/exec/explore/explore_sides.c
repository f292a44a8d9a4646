/* Two explorations in one run: beginning the second, taking turns, and what is left of one when the
   other has finished. */
#include "exec/explore/explorer.h"
#include "exec/explore/fork_tree.h"
#include "exec/machine.h"
#include "exec/translate/code.h"

#include <stdlib.h>

void explorer_move_to_own_code(struct machine *machine, struct state *state) {
  struct place place = state_place(state);
  machine_forget_codes(machine, state->side);
  machine_use_side(machine, state->side);
  state->top = frame_unshare(&machine->memory.pool, state->top);
  state->top->code = code_translate(machine, place.func);
  state->next = NULL;
  state->ins = place.ins;
  machine_use_side(machine, SIDE_FIRST); /* whose states run */
}

static void begin_beside(struct explorer *explorer) {
  struct machine *machine = explorer->machine;
  const struct explore_beside *beside = &explorer->options->beside;
  struct state *start = explorer->sides.start;
  explorer->sides.start = NULL;
  explorer->sides.beside = BESIDE_RUNNING;
  explorer->sides.list[SIDE_FIRST].work = 0; /* shares are of what is done from now on */
  beside->begin(beside->context);
  explorer_move_to_own_code(machine, start);
  start->number = machine->next_state++;
  machine->counts.states_made++;
  machine->fork_roots[SIDE_BESIDE] = fork_tree_new(start);
  explorer_enlist(explorer, start);
  explorer_hand_over(explorer, start, NULL);
}

/* Ends a side before it has finished. Only what nothing else has covered leaves a test. */
static void abandon(struct explorer *explorer, unsigned side) {
  size_t count = explorer->states.count;
  struct state **list = explorer_list_by_age(explorer);
  struct state_end end = {.cause = END_ABANDONED};
  for (size_t i = 0; i < count; i++) {
    if (list[i]->side != side) continue;
    explorer_leave_test(explorer, list[i]);
    explorer_paths_of(explorer, list[i])->multiplicity += list[i]->multiplicity;
    explorer_release(explorer, list[i], &end);
  }
  free(list);
}

void explorer_give_up_beside(struct explorer *explorer) {
  abandon(explorer, SIDE_BESIDE);
  explorer->sides.beside = BESIDE_GIVEN_UP;
}

/* Sides take turns. One that was cut off somewhere cannot come to the end of all paths. */
void explorer_take_turns(struct explorer *explorer) {
  struct sides *sides = &explorer->sides;
  sides_account(sides, explorer->machine);
  if (sides_is_due(sides, &explorer->options->beside)) begin_beside(explorer);
  if (sides->beside == BESIDE_RUNNING && explorer->machine->counts.others.early > 0)
    explorer_give_up_beside(explorer);
  sides_choose(sides);
}

/* A side has finished, or a limit was met. The counts become those of the side that finished. */
void explorer_end_sides(struct explorer *explorer) {
  struct sides *sides = &explorer->sides;
  struct explore_counts *counts = &explorer->machine->counts;
  if (sides->start != NULL) state_free(&explorer->machine->memory, sides->start);
  if (explorer->stop_reason == NULL && sides->list[SIDE_FIRST].alive > 0) {
    abandon(explorer, SIDE_FIRST);
    struct explore_paths paths = counts->paths;
    counts->paths = counts->others;
    counts->others = paths;
    explorer->machine->finished = SIDE_BESIDE;
  } else if (sides->beside == BESIDE_RUNNING) {
    abandon(explorer, SIDE_BESIDE);
  }
}
