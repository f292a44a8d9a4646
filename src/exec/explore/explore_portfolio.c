/* Several explorations in one run: beginning them, taking turns, and what is left of the others
   when one has finished. */
#include "exec/explore/explorer.h"
#include "exec/explore/fork_tree.h"
#include "exec/explore/path_tree.h"
#include "exec/explore/searcher.h"
#include "exec/machine.h"
#include "exec/seeds.h"
#include "exec/state.h"
#include "util/fault.h"

#include <stdlib.h>

static void begin(struct explorer *explorer, struct exploration *exploration, struct state *start) {
  exploration->phase = EXPLORATION_RUNNING;
  exploration->forks = fork_tree_new(start);
  path_tree_begin(explorer->machine, start);
  explorer->machine->counts.states_made++;
  explorer_enlist(explorer, start);
  explorer_hand_over(start, NULL);
}

/* Code stops where the reducers of its exploration want to be asked: the state at the start of the
   program, translated before they were known, gets code anew. */
static void translate_anew(struct machine *machine) {
  struct exploration *first = machine->explorations.data[0];
  if (first->reducers.list.count == 0) return;
  struct place start = state_place(machine->state);
  exploration_forget_codes(machine, first);
  exploration_adopt(machine, first, machine->state, start);
}

static uint64_t count_found(const struct machine *machine) {
  return machine->found.coverage.news + machine->counts.errors;
}

void explorer_begin_portfolio(struct explorer *explorer, struct searcher *searcher) {
  struct machine *machine = explorer->machine;
  struct exploration *first = machine->explorations.data[0];
  uint64_t work = machine_work(machine);
  first->searcher = searcher;
  first->full_parts = first->parts;
  explorer->portfolio = (struct portfolio){.list = machine->explorations.data,
                                           .count = machine->explorations.count,
                                           .turn = first,
                                           .counted = work,
                                           .found = count_found(machine)};
  if (explorer->options->takes_phases && machine->explorations.count == 2)
    phases_begin(&explorer->portfolio.phases, explorer->options->search_phase);
  translate_anew(machine); /* before others share its frame, and with it the code */
  for (size_t i = 1; i < machine->explorations.count; i++) {
    struct exploration *exploration = machine->explorations.data[i];
    REQUIRE(machine->state->path == NULL && machine->state->symbols == NULL); /* nothing to mark */
    exploration->start = machine_fork_state(machine);
    exploration->start->exploration = exploration;
  }
  seeds_begin(machine, machine->state);
  if (machine->state->seeds != NULL) vec_push(&explorer->seeded, machine->state);
  begin(explorer, first, machine->state);
}

static void begin_further(struct explorer *explorer, struct exploration *exploration) {
  struct machine *machine = explorer->machine;
  struct state *start = exploration->start;
  exploration->start = NULL;
  exploration->full_parts = exploration->parts;
  if (exploration->begin != NULL) exploration->begin(exploration->context, exploration);
  exploration_adopt(machine, exploration, start, state_place(start));
  start->number = machine->next_state++;
  begin(explorer, exploration, start);
  portfolio_begin_rounds(&explorer->portfolio);
}

/* Ends an exploration before it has finished. Only what nothing else has covered leaves a test. */
static void abandon(struct explorer *explorer, struct exploration *exploration) {
  size_t count = explorer->states.count;
  struct state **list = explorer_list_by_age(explorer);
  struct state_end end = {.cause = END_ABANDONED};
  for (size_t i = 0; i < count; i++) {
    if (list[i]->exploration != exploration) continue;
    explorer_leave_test(explorer, list[i]);
    end.place = state_place(list[i]);
    if (list[i]->pending == NULL) exploration->paths.multiplicity += list[i]->multiplicity;
    explorer_release(explorer, list[i], &end);
  }
  free(list);
}

void explorer_give_up(struct explorer *explorer, struct exploration *exploration,
                      const char *reason) {
  abandon(explorer, exploration);
  reducers_shrink(&exploration->reducers);
  exploration->phase = EXPLORATION_GIVEN_UP;
  exploration->given_up = reason;
}

/* One that was cut off somewhere cannot come to the end of all paths, and one without its reducer
   will not; the first reports what is left of it. */
static void give_up_hopeless(struct explorer *explorer) {
  const struct portfolio *portfolio = &explorer->portfolio;
  for (size_t i = 1; i < portfolio->count; i++) {
    struct exploration *exploration = portfolio->list[i];
    if (exploration->phase != EXPLORATION_RUNNING) continue;
    if (exploration->is_in_vain)
      explorer_give_up(explorer, exploration, "its reducer can do nothing for this program");
    else if (exploration->paths.early > 0)
      explorer_give_up(explorer, exploration, "a path of it was cut off");
  }
}

void explorer_take_turns(struct explorer *explorer) {
  struct portfolio *portfolio = &explorer->portfolio;
  portfolio_charge(portfolio, machine_work(explorer->machine));
  portfolio_credit(portfolio, count_found(explorer->machine));
  if (portfolio->count == 1) return;
  struct exploration *due = portfolio_find_due(portfolio);
  if (due != NULL) begin_further(explorer, due);
  give_up_hopeless(explorer);
  portfolio_judge(portfolio);
  portfolio_choose(portfolio, explorer->machine->found.coverage.news);
}

void explorer_end_portfolio(struct explorer *explorer) {
  struct portfolio *portfolio = &explorer->portfolio;
  portfolio_charge(portfolio, machine_work(explorer->machine));
  struct exploration *finished =
      explorer->stop_reason == NULL ? portfolio_find_finished(portfolio) : NULL;
  const struct exploration *counts = finished ? finished : portfolio->list[0];
  for (size_t i = 0; i < portfolio->count; i++) {
    struct exploration *exploration = portfolio->list[i];
    if (exploration != counts && exploration->phase == EXPLORATION_RUNNING)
      abandon(explorer, exploration);
  }
  explorer->machine->finished = counts->number;
}
