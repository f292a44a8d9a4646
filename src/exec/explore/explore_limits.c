/* What ends an exploration before all paths are done: time, memory, counts, the user. */
#include "exec/explore/collect.h"
#include "exec/explore/explorer.h"
#include "exec/explore/observer.h"
#include "exec/machine.h"
#include "solver/solver.h"
#include "util/clock.h"
#include "util/process_memory.h"

#include <malloc.h>
#include <stdlib.h>

enum { TICK_MILLISECONDS = 50 };
/* The memory limit is looked at each time its 1/LOOKS has been taken since the last look. */
enum { LOOKS = 32 };

static void cut_off_held(struct explorer *explorer, struct state *state, const char *reason) {
  explorer_cut_off(explorer, state, reason);
  explorer_release(explorer, state, &explorer->ending);
}

/* The states of the first exploration that were made last go first: what they explore is the least
   different from what is left. One stays. */
static void shed(struct explorer *explorer) {
  const struct exploration *first = explorer->portfolio.list[0];
  size_t count = explorer->states.count, alive = first->alive;
  size_t least = alive - (alive + 3) / 4;
  struct state **list = explorer_list_by_age(explorer);
  for (size_t i = count; i-- > 0 && alive > (least > 0 ? least : 1);) {
    if (list[i]->exploration != first) continue;
    cut_off_held(explorer, list[i], "memory limit reached (--max-memory)");
    explorer->machine->counts.shed++;
    alive--;
  }
  free(list);
}

/* What the process takes, without what it could use again. Slow: malloc walks its lists. */
static uint64_t bytes_in_use(const struct machine *machine) {
  uint64_t bytes = process_memory().resident;
  uint64_t unused = machine->memory.pool.free_bytes + mallinfo2().fordblks;
  return bytes > unused ? bytes - unused : 0;
}

static void cut_down(struct explorer *explorer) {
  struct exploration *dispensable = portfolio_find_dispensable(&explorer->portfolio);
  if (dispensable != NULL)
    explorer_give_up(explorer, dispensable, "memory limit reached (--max-memory)");
  else if (explorer->portfolio.list[0]->alive > 1)
    shed(explorer);
  else
    explorer_stop(explorer, EXPLORE_LIMIT, "memory limit reached (--max-memory)");
}

/* Before the limit is reached, at which paths are cut off. */
static void shrink_reducers(const struct explorer *explorer) {
  bool is_smaller = false;
  for (size_t i = 0; i < explorer->portfolio.count; i++)
    is_smaller |= reducers_shrink(&explorer->portfolio.list[i]->reducers);
  if (is_smaller) malloc_trim(0);
}

static void guard_memory(struct explorer *explorer) {
  uint64_t limit = explorer->options->max_memory_mb << 20;
  explorer->machine->is_memory_due = false;
  if (limit != 0 && process_memory().resident > limit - limit / 8) shrink_reducers(explorer);
  if (limit == 0 || process_memory().resident <= limit) return;
  if (explorer->machine->memory.pool.free_bytes > limit / 8 &&
      bytes_in_use(explorer->machine) <= limit)
    return;
  collect_now(explorer->machine, explorer->states.data, explorer->states.count);
  malloc_trim(0);
  if (bytes_in_use(explorer->machine) > limit) {
    solver_forget(explorer->machine->solver);
    malloc_trim(0);
  }
  if (bytes_in_use(explorer->machine) > limit) cut_down(explorer);
}

static void notify(struct explorer *explorer, double now) {
  struct machine *machine = explorer->machine;
  standstill_update(machine);
  explorer->next_tick = now + TICK_MILLISECONDS / 1000.0;
  if (explorer->observer && explorer->observer->tick)
    explorer->observer->tick(explorer->observer->context, machine);
}

/* Not while a scratch exploration runs, whose findings are its own; those are short. */
void explorer_look_up(void *context) {
  struct explorer *explorer = context;
  struct machine *machine = explorer->machine;
  double now = clock_seconds();
  if (now < explorer->next_tick || exploration_is_scratch(machine->exploration)) return;
  machine->counts.seconds = now - explorer->started;
  notify(explorer, now);
}

static void tick(struct explorer *explorer) {
  struct machine *machine = explorer->machine;
  double now = clock_seconds();
  machine->counts.seconds = now - explorer->started;
  if (machine->ends_at != 0 && now >= machine->ends_at) {
    machine->watch->is_out_of_time = machine->watch->must_stop = true;
    explorer_stop(explorer, EXPLORE_LIMIT, "time limit reached (--max-time)");
  }
  bool is_grown = machine->is_memory_due || machine->watch->is_out_of_memory ||
                  (machine->look_at != 0 && machine_held_bytes(machine) >= machine->look_at);
  if (now < explorer->next_tick && !is_grown) return;
  if (machine->watch->is_out_of_memory) watch_bear_memory(machine->watch);
  guard_memory(explorer);
  if (explorer->options->max_memory_mb != 0)
    machine->look_at =
        machine_held_bytes(machine) + (explorer->options->max_memory_mb << 20) / LOOKS + 1;
  if (now < explorer->next_tick) return;
  notify(explorer, now);
}

void explorer_check_limits(struct explorer *explorer) {
  const struct explore_options *options = explorer->options;
  const struct explore_counts *counts = &explorer->machine->counts;
  if (explorer->machine->watch->is_interrupted)
    explorer_stop(explorer, EXPLORE_INTERRUPTED, "interrupted");
  if (options->max_instructions != 0 && counts->instructions >= options->max_instructions)
    explorer_stop(explorer, EXPLORE_LIMIT, "instruction limit reached (--max-instructions)");
  if (options->max_tests != 0 && counts->tests >= options->max_tests)
    explorer_stop(explorer, EXPLORE_LIMIT, "test limit reached (--max-tests)");
  tick(explorer);
  collect_if_due(explorer->machine, explorer->states.data, explorer->states.count);
}

/* A tenth of the run's time, and at least a second. */
void explorer_begin_end(struct explorer *explorer) {
  const struct explore_options *options = explorer->options;
  double budget = options->max_seconds / 10 < 1 ? 1 : options->max_seconds / 10;
  explorer->is_ending = true;
  memory_forget_all(&explorer->machine->memory);
  watch_enter(explorer->machine->watch, WATCH_ENDING);
  if (options->dump != EXPLORE_DUMP_ALL) explorer->dump_until = clock_seconds() + budget;
}

void explorer_cut_off_all(struct explorer *explorer) {
  size_t count = explorer->states.count;
  struct state **list = explorer_list_by_age(explorer);
  for (size_t i = 0; i < count; i++) cut_off_held(explorer, list[i], explorer->stop_reason);
  free(list);
}
