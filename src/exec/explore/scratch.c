/* Running scratch explorations inside a run.

   The explorer that asked the reducer is in the middle of a step, so everything that a step leaves
   in the machine is put aside and restored: the running state, the siblings that have not been
   taken in yet, the event. What the run finds out (exec/findings.h) is put aside, too. */
#include "exec/explore/scratch.h"

#include "exec/decide.h"
#include "exec/explore/explorer.h"
#include "exec/explore/fork_tree.h"
#include "exec/explore/path_tree.h"
#include "exec/explore/searcher.h"
#include "exec/machine.h"
#include "util/fault.h"

#include <stdlib.h>

/* Each state in turn, so that one that never ends does not keep the others from ending. States are
   few. */
struct turns {
  struct searcher searcher;
  state_list states;
  size_t last; /* the state picked last */
};

struct scratch {
  struct machine *machine;
  struct exploration exploration;
  struct findings found;
  struct turns turns;
};

static void add(struct searcher *searcher, struct state *state, struct state *parent) {
  (void)parent;
  vec_push(&((struct turns *)searcher)->states, state);
}

static void remove_state(struct searcher *searcher, struct state *state) {
  struct turns *turns = (struct turns *)searcher;
  state_list *states = &turns->states;
  size_t i = 0;
  while (states->data[i] != state) i++;
  if (i < turns->last) turns->last--;
  for (; i + 1 < states->count; i++) states->data[i] = states->data[i + 1];
  states->count--;
}

static struct state *pick(struct searcher *searcher) {
  struct turns *turns = (struct turns *)searcher;
  turns->last = turns->last + 1 < turns->states.count ? turns->last + 1 : 0;
  return turns->states.data[turns->last];
}

static const struct searcher_class turns_class = {
    .name = "turns", .add = add, .remove = remove_state, .pick = pick};

struct scratch *scratch_new(struct machine *machine, struct reducer *const *reducers,
                            size_t count) {
  struct scratch *scratch = alloc_zeroed(sizeof *scratch);
  scratch->machine = machine;
  scratch->turns.searcher.class = &turns_class;
  scratch->exploration.searcher = &scratch->turns.searcher;
  scratch->exploration.number = UINT32_MAX;
  findings_init(&scratch->found, machine->program);
  for (size_t i = 0; i < count; i++)
    exploration_add_reducer(machine, &scratch->exploration, reducers[i]);
  return scratch;
}

void scratch_free(struct scratch *scratch) {
  exploration_clear(scratch->machine, &scratch->exploration);
  findings_clear(&scratch->found, scratch->machine->program);
  vec_free(&scratch->turns.states);
  free(scratch);
}

bool scratch_is_exact(const struct scratch *scratch) { return findings_is_exact(&scratch->found); }

/* What a step of the run has left in the machine. */
struct aside {
  struct state *state;
  struct exploration *exploration;
  struct findings found;
  state_list forked, successors;
  const struct op *stopped_at;
  const char *stop_reason;
  struct error error;
  int64_t fuel;
  enum event event;
  int last_status;
  uint64_t states_alive, unknown;
  bool is_careful, is_cut_off;
  uint8_t stops;
};

static struct aside put_aside(struct machine *machine) {
  struct aside aside = {.state = machine->state,
                        .exploration = machine->exploration,
                        .found = machine->found,
                        .forked = machine->forked,
                        .successors = machine->successors,
                        .stopped_at = machine->stopped_at,
                        .stop_reason = machine->stop_reason,
                        .error = machine->error,
                        .fuel = machine->fuel,
                        .event = machine->event,
                        .last_status = machine->last_status,
                        .states_alive = machine->counts.states_alive,
                        .unknown = machine->counts.unknown,
                        .is_careful = machine->is_careful,
                        .is_cut_off = machine->is_cut_off,
                        .stops = machine->stops};
  memory_forget_all(&machine->memory);
  machine->state = NULL;
  machine->forked = (state_list){0};
  machine->successors = (state_list){0};
  machine->error = (struct error){0};
  return aside;
}

static void take_back(struct machine *machine, const struct aside *aside) {
  memory_forget_all(&machine->memory);
  vec_free(&machine->forked);
  vec_free(&machine->successors);
  error_clear(&machine->error);
  machine->state = aside->state;
  machine->found = aside->found;
  machine->forked = aside->forked;
  machine->successors = aside->successors;
  machine->stopped_at = aside->stopped_at;
  machine->stop_reason = aside->stop_reason;
  machine->error = aside->error;
  machine->fuel = aside->fuel;
  machine->event = aside->event;
  machine->last_status = aside->last_status;
  machine->counts.states_alive = aside->states_alive;
  machine->counts.unknown = aside->unknown;
  machine->is_careful = aside->is_careful;
  machine->is_cut_off = aside->is_cut_off;
  exploration_use(machine, aside->exploration);
  machine->stops = aside->stops;
}

static bool is_at_limit(const struct scratch *scratch, const struct scratch_limits *limits,
                        uint64_t begun, uint64_t steps) {
  if (limits->max_work != 0 && machine_work(scratch->machine) - begun >= limits->max_work)
    return true;
  if (limits->max_states != 0 && scratch->exploration.alive > limits->max_states) return true;
  return limits->max_steps != 0 && steps >= limits->max_steps;
}

static bool must_stop(struct machine *machine) {
  if (machine->watch->must_stop || machine->watch->is_interrupted) return true;
  return machine->look_at != 0 && machine_held_bytes(machine) >= machine->look_at;
}

static enum scratch_end follow(struct explorer *explorer, struct scratch *scratch,
                               const struct scratch_limits *limits) {
  struct machine *machine = scratch->machine;
  uint64_t begun = machine_work(machine), steps = 0;
  enum scratch_end end = SCRATCH_DONE;
  while (scratch->exploration.alive > 0 && end == SCRATCH_DONE) {
    explorer_run_picked(explorer);
    if (scratch->exploration.alive == 0) break;
    if (must_stop(machine)) end = SCRATCH_STOPPED;
    if (is_at_limit(scratch, limits, begun, ++steps)) end = SCRATCH_LIMITED;
  }
  struct state_end cut_off = {.cause = END_CUT_OFF, .limit = "limit of the scratch exploration"};
  while (explorer->states.count > 0) {
    struct state *state = vec_last(&explorer->states);
    explorer_activate(explorer, state);
    scratch->exploration.paths.early++;
    cut_off.place = state_place(state);
    explorer_release(explorer, state, &cut_off);
  }
  return end;
}

enum scratch_end scratch_run(struct scratch *scratch, struct state *start,
                             const struct scratch_limits *limits) {
  struct machine *machine = scratch->machine;
  struct exploration *exploration = &scratch->exploration;
  REQUIRE(exploration->alive == 0);
  int64_t conflicts = decide_limit_conflicts(machine, limits->max_conflicts);
  struct explore_options options = machine->limits;
  struct explorer explorer = {.machine = machine, .options = &options};
  struct aside aside = put_aside(machine);
  findings_forget(&scratch->found);
  machine->found = scratch->found;
  exploration->base_depth = start->top->depth;
  exploration->paths = (struct explore_paths){0};
  exploration->phase = EXPLORATION_RUNNING;
  start->number = machine->next_state++;
  start->covers_new = false;
  exploration_adopt(machine, exploration, start, state_place(start));
  exploration->forks = fork_tree_new(start);
  path_tree_begin(machine, start);
  explorer.portfolio = (struct portfolio){.list = &exploration, .count = 1, .turn = exploration};
  explorer_enlist(&explorer, start);
  explorer_hand_over(start, NULL);
  enum scratch_end end = follow(&explorer, scratch, limits);
  scratch->found = machine->found;
  vec_free(&explorer.states);
  vec_free(&explorer.urgent);
  take_back(machine, &aside);
  machine->limits.max_conflicts = conflicts;
  return end;
}
