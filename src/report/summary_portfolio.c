/* The explorations of a run in its summary: which took part, how much of the work each had, what it
   came to, and which was given up and why. */
#include "exec/explore/exploration.h"
#include "exec/explore/reducer.h"
#include "exec/machine.h"
#include "report/summary.h"
#include "util/buffer.h"
#include "util/json.h"

#include <math.h>

/* Less is not worth a line. */
#define LEAST_SHARE 0.005

static uint64_t count_work(const struct machine *machine) {
  uint64_t sum = 0;
  for (size_t i = 0; i < machine->explorations.count; i++)
    sum += machine->explorations.data[i]->total_work;
  return sum;
}

static double share_of(const struct exploration *exploration, uint64_t all) {
  return all == 0 ? 0 : (double)exploration->total_work / (double)all;
}

static bool has_begun(const struct exploration *exploration) {
  return exploration->phase != EXPLORATION_TO_COME;
}

static bool has_finished(const struct summary *summary, const struct exploration *exploration) {
  return summary->is_done && summary->end == EXPLORE_DONE &&
         exploration->number == summary->machine->finished;
}

/* ---- lines ---- */

static void add_paths(const struct explore_paths *paths, struct buffer *out) {
  uint64_t ended = paths->exited + paths->failed + paths->silent;
  uint64_t dropped = explore_paths_dropped(paths);
  buffer_add(out, "%llu path%s", (unsigned long long)ended, ended == 1 ? "" : "s");
  if (paths->dropped[DROP_MERGED] > 0 && ended > 0)
    buffer_add(out, " that stand for at most %.10g", paths->finished_multiplicity);
  if (dropped > 0) buffer_add(out, ", %llu states dropped", (unsigned long long)dropped);
}

static void add_line(const struct summary *summary, const struct exploration *exploration,
                     double share, struct buffer *out) {
  buffer_add(out, "smew: portfolio: %s: %.0f%% of the work, ", exploration->name, 100 * share);
  add_paths(&exploration->paths, out);
  if (has_finished(summary, exploration))
    buffer_add(out, "; finished");
  else if (exploration->phase == EXPLORATION_GIVEN_UP)
    buffer_add(out, "; given up: %s", exploration->given_up);
  buffer_add(out, "\n");
}

void summary_add_portfolio_lines(const struct summary *summary, struct buffer *out) {
  const struct machine *machine = summary->machine;
  uint64_t all = count_work(machine);
  size_t begun = 0;
  for (size_t i = 0; i < machine->explorations.count; i++)
    begun += has_begun(machine->explorations.data[i]);
  for (size_t i = 0; i < machine->explorations.count && begun > 1; i++) {
    const struct exploration *exploration = machine->explorations.data[i];
    double share = share_of(exploration, all);
    bool matters = share >= LEAST_SHARE || exploration->phase == EXPLORATION_GIVEN_UP ||
                   has_finished(summary, exploration);
    if (has_begun(exploration) && matters) add_line(summary, exploration, share, out);
  }
}

/* ---- summary.json ---- */

/* Numbers from 0 to beyond 10^300. */
static void add_figure(void *context, const char *name, double value) {
  char text[40];
  snprintf(text, sizeof text, "%.15g", value);
  json_add_literal(context, name, isfinite(value) ? text : "null");
}

void summary_add_ends(struct json *json, const struct explore_paths *paths) {
  json_begin_object(json, "paths");
  json_add_number(json, "exited", paths->exited);
  json_add_number(json, "failed", paths->failed);
  json_add_number(json, "early", paths->early);
  json_add_number(json, "silent", paths->silent);
  json_add_number(json, "total", explore_paths_total(paths));
  json_end_object(json);
}

void summary_add_multiplicity(struct json *json, const struct explore_paths *paths) {
  add_figure(json, "multiplicity", paths->multiplicity);
  add_figure(json, "finished_multiplicity", paths->finished_multiplicity);
  json_add_number(json, "merged_states", paths->dropped[DROP_MERGED]);
}

static void add_reducer(struct json *json, const struct reducer *reducer) {
  json_begin_object(json, reducer->class->name);
  json_begin_object(json, "dropped");
  for (unsigned i = 0; i < DROP_REASON_COUNT; i++)
    if (reducer->dropped[i] != 0) json_add_number(json, drop_reason_names[i], reducer->dropped[i]);
  json_end_object(json);
  if (reducer->class->list != NULL) reducer->class->list(reducer, add_figure, json);
  json_end_object(json);
}

static void add_own_reducers(struct json *json, const struct exploration *exploration) {
  json_begin_object(json, "reducers");
  for (size_t i = 0; i < exploration->reducers.list.count; i++)
    add_reducer(json, exploration->reducers.list.data[i]);
  json_end_object(json);
}

static bool has_class(const struct exploration *exploration, const struct reducer_class *class) {
  for (size_t i = 0; i < exploration->reducers.list.count; i++)
    if (exploration->reducers.list.data[i]->class == class) return true;
  return false;
}

/* The exploration whose reducer of that class is the one under `reducers`: the one that counts,
   else the first that has one. */
static const struct exploration *find_owner(const struct machine *machine,
                                            const struct reducer_class *class) {
  const struct exploration *counts = machine->explorations.data[machine->finished];
  if (has_class(counts, class)) return counts;
  for (size_t i = 0; i < machine->explorations.count; i++)
    if (has_class(machine->explorations.data[i], class)) return machine->explorations.data[i];
  return NULL;
}

static void add_reducers(struct json *json, const struct machine *machine) {
  json_begin_object(json, "reducers");
  for (size_t i = 0; i < machine->explorations.count; i++) {
    const struct exploration *exploration = machine->explorations.data[i];
    for (size_t k = 0; k < exploration->reducers.list.count; k++) {
      const struct reducer *reducer = exploration->reducers.list.data[k];
      if (find_owner(machine, reducer->class) == exploration) add_reducer(json, reducer);
    }
  }
  json_end_object(json);
}

static const char *end_of(const struct summary *summary, const struct exploration *exploration) {
  if (exploration->phase == EXPLORATION_GIVEN_UP) return "given up";
  if (has_finished(summary, exploration)) return "finished";
  return summary->is_done ? "stopped" : "running";
}

static void add_exploration(struct json *json, const struct summary *summary,
                            const struct exploration *exploration, uint64_t all) {
  json_begin_object(json, NULL);
  json_add_string(json, "name", exploration->name);
  json_add_string(json, "end", end_of(summary, exploration));
  json_add_string(json, "reason", exploration->given_up);
  json_add_bool(json, "counts", exploration->number == summary->machine->finished);
  json_add_number(json, "work", exploration->total_work);
  add_figure(json, "share", share_of(exploration, all));
  json_add_number(json, "found", exploration->found);
  json_add_number(json, "most_states", exploration->most);
  summary_add_ends(json, &exploration->paths);
  summary_add_multiplicity(json, &exploration->paths);
  add_own_reducers(json, exploration);
  json_end_object(json);
}

void summary_add_explorations(struct json *json, const struct summary *summary) {
  const struct machine *machine = summary->machine;
  uint64_t all = count_work(machine);
  add_reducers(json, machine);
  json_begin_array(json, "explorations");
  for (size_t i = 0; i < machine->explorations.count; i++)
    if (has_begun(machine->explorations.data[i]))
      add_exploration(json, summary, machine->explorations.data[i], all);
  json_end_array(json);
}
