/* The exploration: Algorithm 1 of the state merging paper; which states are similar enough to
   be merged, a reducer knows. */
#include "exec/explore.h"

#include "exec/collect.h"
#include "exec/fork_tree.h"
#include "exec/leak.h"
#include "exec/machine.h"
#include "exec/observer.h"
#include "exec/reducer.h"
#include "exec/run.h"
#include "exec/searcher.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "util/clock.h"
#include "util/fault.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Instructions that a state may execute before another is picked, by threaded code and by the
   careful interpreter, which is slower. Strategies reckon in picks, and most end at a fork after
   some dozens of instructions: with long slices a state in a loop that never ends would take all
   the time. So careful slices of a state that has used up PATIENCE of them without a fork become
   shorter, down to 1 / 2^SHORTEST. */
enum { SLICE = 1 << 13, CAREFUL_SLICE = 1 << 9, LONE_SLICE = 1 << 18, PATIENCE = 4, SHORTEST = 4 };
enum { TICK_MILLISECONDS = 50 };
/* The memory limit is looked at each time its 1/LOOKS has been taken since the last look. */
enum { LOOKS = 32 };

struct explorer {
  struct machine *machine;
  const struct explore_options *options;
  struct searcher *searcher;
  const struct observer *observer;
  VEC(struct state *) states; /* all that are alive */
  VEC(struct state *) urgent; /* not yet held by the searcher */
  struct strmap reported;     /* errors: "kind location" */
  double started, next_tick;
  const char *stop_reason; /* NULL: go on */
  enum explore_end end;
};

static void stop(struct explorer *explorer, enum explore_end end, const char *reason) {
  if (explorer->stop_reason != NULL) return;
  explorer->end = end;
  explorer->stop_reason = reason;
}

static const struct reducers *reducers_of(const struct explorer *explorer) {
  return &explorer->options->reducers;
}

static bool has_reducers(const struct explorer *explorer) {
  return reducers_of(explorer)->count > 0;
}

/* ---- states ---- */

static void enlist(struct explorer *explorer, struct state *state) {
  struct explore_counts *counts = &explorer->machine->counts;
  state->place = (uint32_t)explorer->states.count;
  vec_push(&explorer->states, state);
  counts->states_alive = explorer->states.count;
  if (counts->states_alive > counts->states_most) counts->states_most = counts->states_alive;
  explorer->machine->is_joining = has_reducers(explorer) && counts->states_alive > 1;
}

static void activate(struct machine *machine, struct state *state) {
  if (machine->state == state) return;
  if (machine->state != NULL) memory_forget_all(&machine->memory); /* else drop has done it */
  machine->state = state;
}

/* The state has ended and is known to nobody else any more. */
static void drop(struct explorer *explorer, struct state *state) {
  struct machine *machine = explorer->machine;
  reducers_end(reducers_of(explorer), state);
  struct state *last = vec_last(&explorer->states);
  explorer->states.data[state->place] = last;
  last->place = state->place;
  explorer->states.count--;
  machine->counts.states_alive = explorer->states.count;
  machine->is_joining = has_reducers(explorer) && explorer->states.count > 1;
  machine->fork_root = fork_tree_remove(machine->fork_root, state);
  if (machine->state == state) {
    memory_forget_all(&machine->memory);
    machine->state = NULL;
  }
  state_free(&machine->memory, state);
}

/* ---- ends of paths ---- */

static bool is_new_error(struct explorer *explorer, const struct error *error) {
  char *key = alloc_format("%d %u", (int)error->kind, error->loc);
  bool is_new = strmap_get(&explorer->reported, key) == STRMAP_NONE;
  if (is_new) strmap_set(&explorer->reported, key, 1);
  free(key);
  return is_new;
}

static void report(struct explorer *explorer, struct state *state, enum path_end end,
                   const char *reason) {
  struct machine *machine = explorer->machine;
  struct path_report report = {.machine = machine,
                               .state = state,
                               .end = end,
                               .reason = reason,
                               .covers_new = state->covers_new};
  if (end == PATH_ERROR) {
    report.error = &machine->error;
    report.is_new_error = is_new_error(explorer, &machine->error);
    if (report.is_new_error) machine->counts.errors++;
    machine->error_count = machine->counts.errors;
    if (explorer->options->exit_on_error)
      stop(explorer, EXPLORE_ERROR, "an error was found (--exit-on-error)");
  }
  if (explorer->observer && explorer->observer->path_ended)
    explorer->observer->path_ended(explorer->observer->context, &report);
  else if (end == PATH_ERROR && report.is_new_error)
    machine_report_error(machine);
}

static void report_leak(struct machine *machine, void *context) {
  struct explorer *explorer = context;
  report(explorer, machine->state, PATH_ERROR, NULL);
}

static void count_path(struct explorer *explorer, enum path_end end) {
  struct explore_counts *counts = &explorer->machine->counts;
  uint64_t *by_end[] = {[PATH_EXITED] = &counts->paths_exited,
                        [PATH_ERROR] = &counts->paths_failed,
                        [PATH_EARLY] = &counts->paths_early,
                        [PATH_SILENT] = &counts->paths_silent};
  ++*by_end[end];
  double multiplicity = explorer->machine->state->multiplicity;
  counts->multiplicity += multiplicity;
  if (end != PATH_EARLY) counts->finished_multiplicity += multiplicity;
}

/* The running state is at its end; machine.event tells which. */
static void finish(struct explorer *explorer, enum event event) {
  struct machine *machine = explorer->machine;
  struct state *state = machine->state;
  enum path_end end = event == EVENT_ERROR    ? PATH_ERROR
                      : event == EVENT_EARLY  ? PATH_EARLY
                      : event == EVENT_SILENT ? PATH_SILENT
                                              : PATH_EXITED;
  state->status = end == PATH_ERROR   ? STATE_FAILED
                  : end == PATH_EARLY ? STATE_STOPPED
                                      : STATE_EXITED;
  machine->last_status = state->exit_status;
  reducers_finish(reducers_of(explorer), state);
  if (end == PATH_EXITED && machine->options.check_leaks &&
      leak_report(machine, report_leak, explorer)) {
    count_path(explorer, PATH_ERROR);
    return;
  }
  count_path(explorer, end);
  if (!reducers_expand(reducers_of(explorer), state)) {
    report(explorer, state, end, machine->stop_reason);
    return;
  }
  do report(explorer, state, end, machine->stop_reason);
  while (reducers_expand(reducers_of(explorer), state));
}

static void cut_off(struct explorer *explorer, struct state *state, const char *reason) {
  struct machine *machine = explorer->machine;
  activate(machine, state);
  machine->stop_reason = reason;
  finish(explorer, EVENT_EARLY);
}

/* ---- steps ---- */

enum step { STEP_ON, STEP_ENDED, STEP_DROPPED };

static bool has_ended(enum event event) {
  return event != EVENT_FUEL && event != EVENT_FORK && event != EVENT_JOIN;
}

/* Tells the reducers where a state has come to. */
static enum reducer_verdict enter(struct explorer *explorer, struct state *state) {
  bool is_entering = state->is_entering;
  state->is_entering = false;
  bool is_alone = explorer->states.count < 2 && !state->is_closing;
  if (!is_entering || is_alone) return REDUCER_KEEP;
  enum reducer_verdict verdict = reducers_enter(reducers_of(explorer), state);
  if (verdict == REDUCER_DROP) explorer->machine->counts.dropped++;
  return verdict;
}

static int64_t slice_of(const struct explorer *explorer, const struct state *state) {
  if (explorer->states.count == 1) return LONE_SLICE;
  if (state->next != NULL) return SLICE;
  return CAREFUL_SLICE >> state->slices / PATIENCE;
}

/* Takes in what the running state has forked off. */
static void take_twins(struct explorer *explorer, bool is_held) {
  struct machine *machine = explorer->machine;
  struct state *state = machine->state;
  for (size_t i = 0; i < machine->forked.count; i++) {
    struct state *twin = machine->forked.data[i];
    twin->slices = state->slices = 0;
    enlist(explorer, twin);
    if (i >= machine->forks_told) reducers_fork(reducers_of(explorer), state, twin);
    if (enter(explorer, twin) == REDUCER_DROP)
      drop(explorer, twin);
    else if (twin->is_urgent || !is_held)
      vec_push(&explorer->urgent, twin);
    else
      explorer->searcher->class->add(explorer->searcher, twin, state);
  }
  vec_clear(&machine->forked);
  machine->forks_told = 0;
}

/* Runs the running state on and takes in what it forks off. At joins where nothing comes of
   it, the state just goes on. */
static enum step step(struct explorer *explorer, bool is_held) {
  struct machine *machine = explorer->machine;
  struct state *state = machine->state;
  int64_t fuel = slice_of(explorer, state);
  for (;;) {
    enum event event = run_state(machine, fuel);
    fuel = machine->fuel;
    if (event == EVENT_FUEL && state->slices < PATIENCE * SHORTEST) state->slices++;
    take_twins(explorer, is_held);
    if (has_ended(event)) {
      finish(explorer, event);
      return STEP_ENDED;
    }
    enum reducer_verdict verdict = enter(explorer, state);
    if (verdict == REDUCER_DROP) return STEP_DROPPED;
    state->is_waiting = verdict == REDUCER_WAIT;
    if (event != EVENT_JOIN || verdict == REDUCER_WAIT || fuel < 0) return STEP_ON;
    reducers_leave(reducers_of(explorer), state);
  }
}

/* States that are about to fail fail before anything else runs; what does not fail
   after all joins the others. */
static void run_urgent(struct explorer *explorer, struct state *parent) {
  struct machine *machine = explorer->machine;
  while (explorer->urgent.count > 0) {
    struct state *state = vec_pop(&explorer->urgent);
    bool was_urgent = state->is_urgent;
    state->is_urgent = false;
    if (was_urgent) {
      activate(machine, state);
      reducers_leave(reducers_of(explorer), state);
      if (step(explorer, false) != STEP_ON) {
        drop(explorer, state);
        continue;
      }
    }
    explorer->searcher->class->add(explorer->searcher, state, parent);
  }
}

static struct state *pick(struct explorer *explorer) {
  struct state *state = NULL;
  if (explorer->states.count > 1) state = reducers_pick(reducers_of(explorer));
  return state ? state : explorer->searcher->class->pick(explorer->searcher);
}

static void run_picked(struct explorer *explorer) {
  struct searcher *searcher = explorer->searcher;
  struct machine *machine = explorer->machine;
  struct state *state = pick(explorer);
  activate(machine, state);
  reducers_leave(reducers_of(explorer), state);
  enum step outcome = step(explorer, true);
  run_urgent(explorer, state);
  if (outcome != STEP_ON) {
    searcher->class->remove(searcher, state);
    drop(explorer, state);
  } else if (searcher->class->update != NULL) {
    searcher->class->update(searcher, state);
  }
}

/* ---- limits ---- */

/* What the process takes of the host. */
static uint64_t resident_bytes(void) {
  unsigned long long total, resident;
  FILE *file = fopen("/proc/self/statm", "r");
  int got = file ? fscanf(file, "%llu %llu", &total, &resident) : 0;
  if (file) fclose(file);
  return got == 2 ? resident * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* The same without what the process could use again. Slow: malloc walks its lists. */
static uint64_t bytes_in_use(const struct machine *machine) {
  uint64_t bytes = resident_bytes();
  uint64_t unused = machine->memory.pool.free_bytes + mallinfo2().fordblks;
  return bytes > unused ? bytes - unused : 0;
}

static int compare_numbers(const void *x, const void *y) {
  const struct state *a = *(struct state *const *)x, *b = *(struct state *const *)y;
  return a->number < b->number ? -1 : a->number > b->number;
}

/* All states, oldest first. Owned. */
static struct state **list_by_age(const struct explorer *explorer) {
  size_t count = explorer->states.count;
  struct state **list = alloc_bytes((count + 1) * sizeof *list);
  if (count > 0) memcpy(list, explorer->states.data, count * sizeof *list);
  qsort(list, count, sizeof *list, compare_numbers);
  return list;
}

static void cut_off_held(struct explorer *explorer, struct state *state, const char *reason) {
  cut_off(explorer, state, reason);
  explorer->searcher->class->remove(explorer->searcher, state);
  drop(explorer, state);
}

/* The states that were made last go first: what they explore is the least different from
   what is left. One stays. */
static void shed(struct explorer *explorer) {
  size_t count = explorer->states.count, keep = count - (count + 3) / 4;
  struct state **list = list_by_age(explorer);
  for (size_t i = count; i-- > (keep > 0 ? keep : 1);) {
    cut_off_held(explorer, list[i], "memory limit reached (--max-memory)");
    explorer->machine->counts.shed++;
  }
  free(list);
}

static void guard_memory(struct explorer *explorer) {
  uint64_t limit = explorer->options->max_memory_mb << 20;
  if (limit == 0 || resident_bytes() <= limit) return;
  if (explorer->machine->memory.pool.free_bytes > limit / 8 &&
      bytes_in_use(explorer->machine) <= limit)
    return;
  collect_now(explorer->machine, explorer->states.data, explorer->states.count);
  malloc_trim(0);
  if (bytes_in_use(explorer->machine) <= limit) return;
  if (explorer->states.count > 1)
    shed(explorer);
  else
    stop(explorer, EXPLORE_LIMIT, "memory limit reached (--max-memory)");
}

static void tick(struct explorer *explorer) {
  struct machine *machine = explorer->machine;
  double now = clock_seconds();
  machine->counts.seconds = now - explorer->started;
  if (explorer->options->max_seconds > 0 &&
      machine->counts.seconds > explorer->options->max_seconds)
    stop(explorer, EXPLORE_LIMIT, "time limit reached (--max-time)");
  bool is_grown = machine->look_at != 0 && machine_held_bytes(machine) >= machine->look_at;
  if (now < explorer->next_tick && !is_grown) return;
  guard_memory(explorer);
  if (explorer->options->max_memory_mb != 0)
    machine->look_at =
        machine_held_bytes(machine) + (explorer->options->max_memory_mb << 20) / LOOKS + 1;
  if (now < explorer->next_tick) return;
  explorer->next_tick = now + TICK_MILLISECONDS / 1000.0;
  if (explorer->observer && explorer->observer->tick)
    explorer->observer->tick(explorer->observer->context, machine);
}

static void check_limits(struct explorer *explorer) {
  const struct explore_options *options = explorer->options;
  const struct explore_counts *counts = &explorer->machine->counts;
  if (explorer->machine->is_interrupted) stop(explorer, EXPLORE_INTERRUPTED, "interrupted");
  if (options->max_instructions != 0 && counts->instructions >= options->max_instructions)
    stop(explorer, EXPLORE_LIMIT, "instruction limit reached (--max-instructions)");
  if (options->max_tests != 0 && counts->tests >= options->max_tests)
    stop(explorer, EXPLORE_LIMIT, "test limit reached (--max-tests)");
  tick(explorer);
  collect_if_due(explorer->machine, explorer->states.data, explorer->states.count);
}

/* What is left when a limit is met leaves tests too. */
static void cut_off_all(struct explorer *explorer) {
  size_t count = explorer->states.count;
  struct state **list = list_by_age(explorer);
  for (size_t i = 0; i < count; i++) cut_off_held(explorer, list[i], explorer->stop_reason);
  free(list);
}

enum explore_end explore_run(struct machine *machine, const struct explore_options *options,
                             struct searcher *searcher, const struct observer *observer) {
  struct explorer explorer = {.machine = machine,
                              .options = options,
                              .searcher = searcher,
                              .observer = observer,
                              .started = clock_seconds(),
                              .end = EXPLORE_DONE};
  REQUIRE(machine->state != NULL && machine->solver != NULL);
  REQUIRE(machine->options.tells_calls || !reducers_hear_calls(&options->reducers));
  machine->limits = *options;
  machine->ends_at = options->max_seconds > 0 ? explorer.started + options->max_seconds : 0;
  machine->observer = observer;
  machine->counts.states_made++;
  machine->fork_root = fork_tree_new(machine->state);
  enlist(&explorer, machine->state);
  searcher->class->add(searcher, machine->state, NULL);
  while (explorer.states.count > 0 && explorer.stop_reason == NULL) {
    run_picked(&explorer);
    check_limits(&explorer);
  }
  machine->stop_reason = explorer.stop_reason;
  cut_off_all(&explorer);
  machine->stop_reason = explorer.stop_reason;
  machine->counts.seconds = clock_seconds() - explorer.started;
  machine->is_stopped_early = explorer.end != EXPLORE_DONE;
  strmap_free(&explorer.reported);
  vec_free(&explorer.states);
  vec_free(&explorer.urgent);
  return explorer.end;
}

void explore_interrupt(struct machine *machine) { machine->is_interrupted = true; }

bool explore_is_complete(const struct machine *machine) {
  return !machine->is_stopped_early && machine->limits.path == NULL &&
         machine->limits.test == NULL && machine->incomplete.count == 0 &&
         machine->unmodelled.count == 0 && machine->counts.paths_early == 0;
}
