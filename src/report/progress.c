/* The progress of a run, in numbers. */
#include "report/progress.h"

#include "exec/explore/exploration.h"
#include "exec/machine.h"
#include "ir/ir.h"
#include "util/buffer.h"
#include "util/clock.h"
#include "util/json.h"
#include "util/process_memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* Seconds without anything new that are worth telling. */
enum { LONG_STANDSTILL = 10 };

uint64_t progress_peak_memory(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss * 1024 : 0;
}

void progress_measure_rate(struct query_rate *rate, const struct machine *machine) {
  double passed = machine->counts.seconds - rate->since;
  if (passed < 1 && rate->since > 0) return;
  if (passed <= 0) return;
  rate->per_second = (double)(machine->counts.queries - rate->queries) / passed;
  rate->since = machine->counts.seconds;
  rate->queries = machine->counts.queries;
}

/* Rounded down, so that 100 means all. */
double progress_percent(uint64_t part, uint64_t whole) {
  return whole == 0 ? 100 : floor((double)part * 1000 / (double)whole) / 10;
}

static void add_count(struct buffer *out, uint64_t count, const char *what) {
  buffer_add(out, ", %llu %s%s", (unsigned long long)count, what, count == 1 ? "" : "s");
}

bool progress_stands_still(const struct machine *machine, double seconds) {
  return machine->counts.seconds - machine->standstill.since >= seconds;
}

static const char *last_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

void progress_add_standstill(const struct machine *machine, struct buffer *out) {
  double passed = machine->counts.seconds - machine->standstill.since;
  double queries = standstill_query_seconds(machine);
  struct query_place worst = standstill_find_worst(machine);
  buffer_add(out, "nothing new for %.0f s", passed);
  if (passed <= 0 || queries < passed / 4) return;
  buffer_add(out, ", %.0f%% of it in queries", fmin(100, 100 * queries / passed));
  if (worst.loc == 0) return;
  const struct ir_loc *loc = &machine->program->locs.data[worst.loc];
  const char *file = machine->program->strings.data[loc->file];
  buffer_add(out, ", %s from %s:%u", worst.seconds > 0.9 * queries ? "all" : "most",
             last_name(file), loc->line);
}

void progress_add_line(const struct machine *machine, const struct line_totals *totals,
                       const struct query_rate *rate, struct buffer *out) {
  const struct explore_counts *counts = &machine->counts;
  unsigned long seconds = (unsigned long)counts->seconds;
  if (seconds < 60)
    buffer_add(out, "%lu s", seconds);
  else
    buffer_add(out, "%lu:%02lu min", seconds / 60, seconds % 60);
  add_count(out, counts->states_alive, "state");
  add_count(out, explore_paths_total(explore_paths(machine)), "path");
  add_count(out, counts->errors, "error");
  buffer_add(out, ", %.1f%% of lines, %.0f queries/s, %llu MB",
             progress_percent(totals->lines_hit, totals->lines), rate->per_second,
             (unsigned long long)(process_memory().resident >> 20));
  if (!progress_stands_still(machine, LONG_STANDSTILL)) return;
  buffer_add(out, "; ");
  progress_add_standstill(machine, out);
}

/* The paths that have been followed to their ends, in the exploration that is furthest. */
static void add_finished(struct json *json, const struct machine *machine) {
  double most = 0;
  for (size_t i = 0; i < machine->explorations.count; i++) {
    double finished = machine->explorations.data[i]->paths.finished_multiplicity;
    if (finished > most) most = finished;
  }
  char text[40];
  snprintf(text, sizeof text, "%.15g", most);
  json_add_literal(json, "finished_multiplicity", isfinite(most) ? text : "null");
}

void progress_add_row(const struct machine *machine, const struct line_totals *totals,
                      struct buffer *out) {
  const struct explore_counts *counts = &machine->counts;
  const struct explore_paths *paths = explore_paths(machine);
  struct json json = {.out = out, .is_compact = true};
  json_begin_object(&json, NULL);
  json_add_real(&json, "seconds", counts->seconds);
  json_add_real(&json, "processor_seconds", clock_processor_seconds());
  json_add_number(&json, "states", counts->states_alive);
  json_add_number(&json, "paths_exited", paths->exited);
  json_add_number(&json, "paths_failed", paths->failed);
  json_add_number(&json, "paths_early", paths->early);
  json_add_number(&json, "paths_silent", paths->silent);
  json_add_number(&json, "errors", counts->errors);
  json_add_number(&json, "tests", counts->tests);
  json_add_number(&json, "forks", counts->forks);
  json_add_number(&json, "instructions", counts->instructions);
  json_add_number(&json, "queries", counts->queries);
  json_add_number(&json, "queries_unknown", counts->unknown);
  json_add_real(&json, "solver_seconds", counts->solver_seconds);
  add_finished(&json, machine);
  json_add_number(&json, "lines_covered", totals->lines_hit);
  json_add_number(&json, "branches_covered", totals->branches_hit);
  json_add_number(&json, "memory_bytes", process_memory().resident);
  json_end_object(&json);
}
