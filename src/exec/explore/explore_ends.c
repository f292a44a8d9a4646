/* Ends of paths: counting them, reporting them, and the tests that they leave. */
#include "exec/explore/explorer.h"
#include "exec/explore/fork_tree.h"
#include "exec/explore/observer.h"
#include "exec/explore/reducer.h"
#include "exec/explore/searcher.h"
#include "exec/leak.h"
#include "exec/machine.h"
#include "util/clock.h"

#include <stdlib.h>

static const struct reducers *reducers_of(const struct state *state) {
  return &state->exploration->reducers;
}

/* Errors of the same key are one; they are numbered in the order in which they were found. */
static void number_error(struct explorer *explorer, struct path_report *report) {
  const struct error_key *by = &report->error->key;
  uint64_t *found = &explorer->machine->counts.errors;
  char *key = alloc_format("%d %u %u %u %u", (int)by->kind, by->func, by->ins, by->loc, by->inside);
  report->error_number = strmap_get(&explorer->reported, key);
  report->is_new_error = report->error_number == STRMAP_NONE;
  if (report->is_new_error) {
    report->error_number = (uint32_t)(*found)++;
    strmap_set(&explorer->reported, key, report->error_number);
  }
  free(key);
}

/* Whether the end of a path that was the first to cover something left a test. */
static bool leaves_test(const struct path_report *report) {
  return (report->end == PATH_EXITED && !report->is_surplus) ||
         (report->end == PATH_EARLY && !report->is_untested) || report->is_new_error;
}

/* Very many paths may come to their ends: beyond some number only those leave tests that are the
   first to cover something. */
static bool is_surplus(struct explorer *explorer, const struct state *state, enum path_end end) {
  struct explore_counts *counts = &explorer->machine->counts;
  uint64_t most = explorer->options->most_path_tests;
  if (end != PATH_EXITED || state->covers_new || state->exploration->number != 0) return false;
  if (most == 0 || state->symbols == NULL) return false;
  bool is_more = counts->path_tests >= most;
  *(is_more ? &counts->surplus : &counts->path_tests) += 1;
  return is_more;
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
                               .is_surplus = is_surplus(explorer, state, end),
                               .is_untested = explorer->is_untested,
                               .is_dropped = explorer->is_dropping};
  if (end == PATH_ERROR) {
    report.error = &machine->error;
    number_error(explorer, &report);
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

void explorer_finish(struct explorer *explorer, enum event event, struct place place) {
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
  explorer->ending =
      (struct state_end){.cause = causes[end], .place = place, .limit = machine->stop_reason};
  if (exploration_is_scratch(state->exploration)) {
    count_path(state, end);
    return;
  }
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

/* Nobody knows whether it is a path: it is none that ended, and leaves no test. */
static void cut_off_undecided(struct explorer *explorer, struct state *state, const char *reason) {
  explorer->machine->counts.undecided++;
  explorer->ending =
      (struct state_end){.cause = END_CUT_OFF, .place = state_place(state), .limit = reason};
}

void explorer_cut_off(struct explorer *explorer, struct state *state, const char *reason) {
  if (state->pending != NULL) {
    cut_off_undecided(explorer, state, reason);
    return;
  }
  explorer_activate(explorer, state);
  explorer->machine->stop_reason = reason;
  explorer->is_untested = !wants_test(explorer, state);
  if (explorer->is_untested && state->symbols != NULL) explorer->machine->counts.untested++;
  explorer_finish(explorer, EVENT_EARLY, state_place(state));
  explorer->is_untested = false;
}

void explorer_leave_test(struct explorer *explorer, struct state *state) {
  if (exploration_is_scratch(state->exploration)) return;
  if (state->covers_new && has_time_for_tests(explorer))
    report(explorer, state, PATH_COVERING,
           "it was the first to cover something, then went on as another state");
  state->covers_new = false;
}

void explorer_leave_dropped(struct explorer *explorer, struct state *state) {
  if (exploration_is_scratch(state->exploration) || state->symbols == NULL) return;
  explorer->is_dropping = true;
  if ((state->covers_new || explorer->options->tests_dropped) && has_time_for_tests(explorer))
    report(explorer, state, PATH_COVERING, "what comes after it is explored in another state");
  explorer->is_dropping = false;
  state->covers_new = false;
}

void explorer_report_parts(struct explorer *explorer) {
  struct machine *machine = explorer->machine;
  const struct observer *observer = explorer->observer;
  const struct witness *last = NULL; /* an input that takes several parts has them in a row */
  for (size_t i = 0; i < machine->found.parts.list.count; i++) {
    const struct part *part = &machine->found.parts.list.data[i];
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
