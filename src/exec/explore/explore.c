/* The exploration: Algorithm 1 of the state merging paper; which states are similar enough to
   be merged, a reducer knows. */
#include "exec/explore/explore.h"

#include "exec/explore/explorer.h"
#include "exec/explore/fork_tree.h"
#include "exec/explore/observer.h"
#include "exec/explore/reducer.h"
#include "exec/explore/searcher.h"
#include "exec/leak.h"
#include "exec/machine.h"
#include "exec/run.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "util/clock.h"
#include "util/fault.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Instructions that a state may execute before another is picked, by threaded code and by the
   symbolic interpreter, which is slower. Strategies count in picks, and most end at a fork after
   some dozens of instructions: with long slices a state in a loop that never ends would take all
   the time. So careful slices of a state that has used up PATIENCE of them without a fork become
   shorter, down to 1 / 2^SHORTEST. */
enum { SLICE = 1 << 13, CAREFUL_SLICE = 1 << 9, LONE_SLICE = 1 << 18, PATIENCE = 4, SHORTEST = 4 };

void explorer_stop(struct explorer *explorer, enum explore_end end, const char *reason) {
  if (explorer->stop_reason != NULL) return;
  explorer->end = end;
  explorer->stop_reason = reason;
}

static const struct reducers *reducers_of(const struct state *state) {
  return &state->exploration->reducers;
}

/* ---- states ---- */

/* Where the running state stops; a reducer may be interested only while others are alive. */
static void set_stops(struct explorer *explorer) {
  struct machine *machine = explorer->machine;
  const struct state *state = machine->state;
  machine->stops = 0;
  if (state == NULL || machine->places == 0) return;
  machine->stops = (uint8_t)reducers_places(reducers_of(state), state->exploration->alive);
}

void explorer_enlist(struct explorer *explorer, struct state *state) {
  struct explore_counts *counts = &explorer->machine->counts;
  state->place = (uint32_t)explorer->states.count;
  vec_push(&explorer->states, state);
  counts->states_alive = explorer->states.count;
  if (counts->states_alive > counts->states_most) counts->states_most = counts->states_alive;
  state->exploration->alive++;
  set_stops(explorer);
}

static void activate(struct explorer *explorer, struct state *state) {
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

/* The state has ended and is known to nobody else any more. */
static void drop(struct explorer *explorer, struct state *state, const struct state_end *end) {
  struct machine *machine = explorer->machine;
  reducers_end(reducers_of(state), state, end);
  strike_out(explorer, state);
  state->exploration->forks = fork_tree_remove(state->exploration->forks, state);
  if (machine->state == state) {
    memory_forget_all(&machine->memory);
    machine->state = NULL;
  }
  set_stops(explorer);
  state_free(&machine->memory, state);
}

/* ---- ends of paths ---- */

static bool is_new_error(struct explorer *explorer, const struct error *error) {
  const struct error_key *by = &error->key;
  char *key = alloc_format("%d %u %u %u %u", (int)by->kind, by->func, by->ins, by->loc, by->inside);
  bool is_new = strmap_get(&explorer->reported, key) == STRMAP_NONE;
  if (is_new) strmap_set(&explorer->reported, key, 1);
  free(key);
  return is_new;
}

/* Whether the end of a path that was the first to cover something left a test. */
static bool leaves_test(const struct path_report *report) {
  return report->end == PATH_EXITED || (report->end == PATH_EARLY && !report->is_untested) ||
         report->is_new_error;
}

static void notify(struct explorer *explorer, const struct path_report *report) {
  const struct observer *observer = explorer->observer;
  if (observer->path_ended(observer->context, report)) explorer->machine->counts.tests++;
}

static void report(struct explorer *explorer, struct state *state, enum path_end end,
                   const char *reason) {
  struct machine *machine = explorer->machine;
  struct path_report report = {.machine = machine,
                               .state = state,
                               .end = end,
                               .reason = reason,
                               .is_additional = state->exploration->number != 0,
                               .covers_new = state->covers_new,
                               .is_untested = explorer->is_untested};
  if (end == PATH_ERROR) {
    report.error = &machine->error;
    report.is_new_error = is_new_error(explorer, &machine->error);
    if (report.is_new_error) machine->counts.errors++;
    if (explorer->options->exit_on_error)
      explorer_stop(explorer, EXPLORE_ERROR, "an error was found (--exit-on-error)");
    else if (explorer->options->exit_on_kinds >> machine->error.kind & 1)
      explorer_stop(explorer, EXPLORE_ERROR, "an error was found (--exit-on-error-type)");
  }
  if (explorer->observer && explorer->observer->path_ended)
    notify(explorer, &report);
  else if (end == PATH_ERROR && report.is_new_error)
    machine_report_error(machine);
  if (machine->state == state && leaves_test(&report)) parts_settle(machine);
}

static void report_leak(struct machine *machine, void *context) {
  struct explorer *explorer = context;
  report(explorer, machine->state, PATH_ERROR, NULL);
}

static void count_path(const struct state *state, enum path_end end) {
  struct explore_paths *paths = &state->exploration->paths;
  uint64_t *by_end[] = {[PATH_EXITED] = &paths->exited,
                        [PATH_ERROR] = &paths->failed,
                        [PATH_EARLY] = &paths->early,
                        [PATH_SILENT] = &paths->silent};
  ++*by_end[end];
  paths->multiplicity += state->multiplicity;
  if (end != PATH_EARLY) paths->finished_multiplicity += state->multiplicity;
}

/* Tests are written path by path, and there may be very many when the run has to end. */
static bool has_time_for_tests(const struct explorer *explorer) {
  if (!explorer->is_ending) return true;
  if (explorer->machine->watch->must_hurry) return false;
  return explorer->dump_until == 0 || clock_seconds() < explorer->dump_until;
}

/* The running state has reached the end that the event names. */
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
  static const enum end_cause causes[] = {[PATH_EXITED] = END_EXITED,
                                          [PATH_ERROR] = END_ERROR,
                                          [PATH_EARLY] = END_CUT_OFF,
                                          [PATH_SILENT] = END_ASSUMED};
  explorer->ending = (struct state_end){.cause = causes[end], .limit = machine->stop_reason};
  reducers_finish(reducers_of(state), state);
  if (end == PATH_EXITED && machine->options.check_leaks &&
      leak_report(machine, report_leak, explorer)) {
    count_path(state, PATH_ERROR);
    return;
  }
  count_path(state, end);
  bool is_expanded = !explorer->is_untested && reducers_expand(reducers_of(state), state);
  do report(explorer, state, end, machine->stop_reason);
  while (is_expanded && has_time_for_tests(explorer) && reducers_expand(reducers_of(state), state));
}

static bool wants_test(const struct explorer *explorer, const struct state *state) {
  switch (explorer->options->dump) {
  case EXPLORE_DUMP_ALL: return has_time_for_tests(explorer);
  case EXPLORE_DUMP_NEW: return state->covers_new && has_time_for_tests(explorer);
  case EXPLORE_DUMP_NONE: break;
  }
  return false;
}

void explorer_cut_off(struct explorer *explorer, struct state *state, const char *reason) {
  activate(explorer, state);
  explorer->machine->stop_reason = reason;
  explorer->is_untested = !wants_test(explorer, state);
  if (explorer->is_untested && state->symbols != NULL) explorer->machine->counts.untested++;
  finish(explorer, EVENT_EARLY);
  explorer->is_untested = false;
}

void explorer_leave_test(struct explorer *explorer, struct state *state) {
  if (state->covers_new && has_time_for_tests(explorer))
    report(explorer, state, PATH_COVERING,
           "it was the first to cover something, then went on as another state");
  state->covers_new = false;
}

/* Leaves tests of the parts of conditions that no other test takes. */
static void report_parts(struct explorer *explorer) {
  struct machine *machine = explorer->machine;
  const struct observer *observer = explorer->observer;
  const struct witness *last = NULL; /* an input that takes several parts has them in a row */
  for (size_t i = 0; i < machine->parts.list.count; i++) {
    const struct part *part = &machine->parts.list.data[i];
    if (part->witness == last) continue;
    last = part->witness;
    struct state state = {.witness = part->witness,
                          .symbols = part->symbols,
                          .decisions = part->decisions,
                          .multiplicity = 1};
    struct path_report report = {
        .machine = machine,
        .state = &state,
        .end = PATH_COVERING,
        .reason = "it takes a part of a condition that no other test takes; the path was followed "
                  "with other inputs",
        .is_additional = part->exploration != 0,
        .covers_new = true,
        .is_part = true};
    if (observer && observer->path_ended) notify(explorer, &report);
  }
}

/* ---- steps ---- */

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
  struct reducer *by;
  struct reducer_verdict verdict =
      reducers_arrive(reducers_of(state), state, places, state->exploration->alive, &by);
  if (by == NULL) return verdict.action;
  explorer->ending = (struct state_end){.cause = END_DROPPED, .by = by, .verdict = verdict};
  state->exploration->paths.dropped[verdict.reason]++;
  explorer_leave_test(explorer, state);
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

void explorer_hand_over(struct state *state, struct state *parent) {
  struct searcher *searcher = state->exploration->searcher;
  searcher->class->add(searcher, state, parent);
}

/* Takes in what the running state has forked off. */
static void take_twins(struct explorer *explorer, bool is_held) {
  struct machine *machine = explorer->machine;
  struct state *state = machine->state;
  for (size_t i = 0; i < machine->forked.count; i++) {
    struct state *twin = machine->forked.data[i];
    twin->slices = state->slices = 0;
    explorer_enlist(explorer, twin);
    reducers_fork(reducers_of(state), state, twin);
    if (ask(explorer, twin) == REDUCER_DROP)
      drop(explorer, twin, &explorer->ending);
    else if (twin->is_urgent || !is_held)
      vec_push(&explorer->urgent, twin);
    else
      explorer_hand_over(twin, state);
  }
  vec_clear(&machine->forked);
}

/* Reducers of all explorations hear of edges that were covered for the first time. */
static void report_covered(struct machine *machine) {
  for (size_t i = 0; i < machine->coverage.fresh.count; i++) {
    const struct covered_edge *edge = &machine->coverage.fresh.data[i];
    for (size_t k = 0; k < machine->explorations.count; k++)
      reducers_covered(&machine->explorations.data[k]->reducers, edge->func, edge->edge);
  }
  vec_clear(&machine->coverage.fresh);
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
    if (machine->coverage.fresh.count > 0) report_covered(machine);
    take_twins(explorer, is_held);
    if (has_ended(event)) {
      finish(explorer, event);
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
      activate(explorer, state);
      reducers_leave(reducers_of(state), state);
      if (step(explorer, false) != STEP_ON) {
        drop(explorer, state, &explorer->ending);
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

static void run_picked(struct explorer *explorer) {
  struct state *state = pick(explorer->portfolio.turn);
  struct searcher *searcher = state->exploration->searcher;
  activate(explorer, state);
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

void explorer_release(struct explorer *explorer, struct state *state, const struct state_end *end) {
  if (explorer->is_ending && explorer->options->leaves_states) {
    strike_out(explorer, state);
    return;
  }
  struct searcher *searcher = state->exploration->searcher;
  searcher->class->remove(searcher, state);
  drop(explorer, state, end);
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

enum explore_end explore_run(struct machine *machine, const struct explore_options *options,
                             struct searcher *searcher, const struct observer *observer) {
  struct explorer explorer = {.machine = machine,
                              .options = options,
                              .observer = observer,
                              .started = clock_seconds(),
                              .end = EXPLORE_DONE};
  REQUIRE(machine->state != NULL && machine->solver != NULL);
  machine->limits = *options;
  machine->ends_at = machine->watch->ends_at;
  if (machine->ends_at == 0 && options->max_seconds > 0)
    machine->ends_at = explorer.started + options->max_seconds;
  machine->observer = observer;
  explorer_begin_portfolio(&explorer, searcher);
  while (portfolio_find_finished(&explorer.portfolio) == NULL && explorer.stop_reason == NULL) {
    run_picked(&explorer);
    explorer_check_limits(&explorer);
    explorer_take_turns(&explorer);
  }
  const struct explore_paths *paths = explore_paths(machine);
  if (machine->is_cut_off && paths->early == explore_paths_total(paths)) /* nothing got through */
    explorer_stop(&explorer, EXPLORE_LIMIT, "memory limit reached (--max-memory)");
  machine->stop_reason = explorer.stop_reason;
  explorer_begin_end(&explorer);
  explorer_end_portfolio(&explorer);
  explorer_cut_off_all(&explorer);
  report_parts(&explorer);
  machine->stop_reason = explorer.stop_reason;
  machine->counts.seconds = clock_seconds() - explorer.started;
  machine->is_stopped_early = explorer.end != EXPLORE_DONE;
  strmap_free(&explorer.reported);
  vec_free(&explorer.states);
  vec_free(&explorer.urgent);
  return explorer.end;
}

void explore_interrupt(struct machine *machine) { watch_interrupt(machine->watch); }

const struct explore_paths *explore_paths(const struct machine *machine) {
  return &machine->explorations.data[machine->finished]->paths;
}

unsigned explore_keeps(const struct machine *machine) {
  return reducers_keep(&machine->explorations.data[machine->finished]->reducers);
}

bool explore_is_complete(const struct machine *machine) {
  return !machine->is_stopped_early && machine->limits.path == NULL &&
         machine->limits.test == NULL && machine->incomplete.count == 0 &&
         machine->unmodelled.count == 0 && explore_paths(machine)->early == 0;
}
