/* summary.json: everything that is known about a run, for programs. The file is rewritten
   repeatedly during the run, so it exists however the run ends; `ended` is true only in the last
   version. */
#include "exec/machine.h"
#include "ir/ir.h"
#include "report/error_text.h"
#include "report/progress.h"
#include "report/report.h"
#include "report/summary.h"
#include "solver/solver.h"
#include "util/buffer.h"
#include "util/build_options.h"
#include "util/json.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

static void add_words(struct json *json, const char *key, const char *const *words, size_t count) {
  json_begin_array(json, key);
  for (size_t i = 0; i < count; i++) json_add_string(json, NULL, words[i]);
  json_end_array(json);
}

static void add_list(struct json *json, const char *key, const string_list *list) {
  add_words(json, key, (const char *const *)list->data, list->count);
}

static void add_time(struct json *json, const char *key, time_t moment) {
  struct tm parts;
  char text[32];
  gmtime_r(&moment, &parts);
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  json_add_string(json, key, text);
}

/* What smew replay needs to build the program again. */
static void add_program(struct json *json, const struct report_options *options) {
  char path[PATH_MAX];
  const char *program = options->arguments[0];
  const struct build_options *build = options->build;
  json_add_string(json, "program", program);
  json_add_string(json, "source", realpath(program, path) ? path : program);
  add_list(json, "files", &build->files);
  json_add_string(json, "directory", getcwd(path, sizeof path));
  add_words(json, "arguments", options->arguments + 1, options->argument_count - 1);
  json_add_string(json, "cc_flags", build->cc_flags);
  add_list(json, "include_dirs", &build->include_dirs);
  add_list(json, "defines", &build->defines);
  json_add_string(json, "entry_point", build->entry_point);
  json_begin_array(json, "options");
  for (size_t i = 0; i < options->setting_count; i++) {
    json_begin_object(json, NULL);
    json_add_string(json, "name", options->settings[i].name);
    json_add_string(json, "value", options->settings[i].value);
    json_end_object(json);
  }
  json_end_array(json);
}

static void add_place(struct json *json, const struct ir_program *program, uint32_t loc) {
  const struct ir_loc *place = &program->locs.data[loc];
  json_add_string(json, "file", loc ? program->strings.data[place->file] : NULL);
  json_add_number(json, "line", loc ? place->line : 0);
  json_add_number(json, "column", loc ? place->column : 0);
}

static void add_counted(struct json *json, const char *name, const struct counted *list,
                        size_t size) {
  json_begin_array(json, name);
  for (size_t i = 0; i < size; i++) {
    json_begin_object(json, NULL);
    json_add_string(json, "what", list[i].what);
    json_add_number(json, "count", list[i].count);
    json_end_object(json);
  }
  json_end_array(json);
}

static void add_incompleteness(struct json *json, const struct summary *summary) {
  const struct machine *machine = summary->machine;
  json_begin_array(json, "incomplete");
  for (size_t i = 0; i < machine->found.incomplete.count; i++) {
    const struct incompleteness *entry = &machine->found.incomplete.data[i];
    json_begin_object(json, NULL);
    json_add_string(json, "what", entry->what);
    add_place(json, machine->program, entry->loc);
    json_add_number(json, "count", entry->count);
    json_end_object(json);
  }
  json_end_array(json);
  const struct findings *found = &machine->found;
  add_counted(json, "assumed", found->assumptions.data, found->assumptions.count);
  add_counted(json, "not_modelled", found->unmodelled.data, found->unmodelled.count);
  json_add_number(json, "unchecked_shifts", machine->program->unchecked_shifts);
  json_begin_array(json, "cut_off");
  /* Otherwise they belong to the exploration that was not needed in the end. */
  bool has_cut_off = explore_paths(machine)->early > 0;
  for (size_t i = 0; has_cut_off && i < summary->cut_offs->count; i++) {
    json_begin_object(json, NULL);
    json_add_string(json, "reason", summary->cut_offs->data[i].reason);
    json_add_number(json, "paths", summary->cut_offs->data[i].paths);
    json_end_object(json);
  }
  json_end_array(json);
}

/* What reducers have recorded in detail, if that was asked for (--statistics=merging). */
static void add_details(struct json *json, const struct machine *machine) {
  for (size_t k = 0; k < machine->explorations.count; k++) {
    const struct reducers *reducers = &machine->explorations.data[k]->reducers;
    for (size_t i = 0; i < reducers->list.count; i++) {
      const struct reducer *reducer = reducers->list.data[i];
      if (reducer->class->add_json != NULL) reducer->class->add_json(reducer, json);
    }
  }
}

static void add_guarantees(struct json *json, unsigned guarantees) {
  json_begin_object(json, "guarantees");
  json_add_bool(json, "every_path_followed", guarantees & KEEPS_PATHS);
  json_add_bool(json, "no_other_error", guarantees & KEEPS_ERRORS);
  json_add_bool(json, "nothing_more_to_cover", guarantees & KEEPS_COVERAGE);
  json_end_object(json);
}

static void add_counts(struct json *json, const struct machine *machine) {
  const struct explore_counts *counts = &machine->counts;
  summary_add_ends(json, explore_paths(machine));
  json_add_number(json, "tests", counts->tests);
  json_add_number(json, "untested", counts->untested);
  json_add_number(json, "surplus", counts->surplus);
  json_add_number(json, "forks", counts->forks);
  json_add_number(json, "seeds", machine->limits.seed_count);
  json_add_number(json, "seeds_unfit", counts->seeds_unfit);
  json_add_number(json, "instructions", counts->instructions);
  json_begin_object(json, "states");
  json_add_number(json, "made", counts->states_made);
  json_add_number(json, "alive", counts->states_alive);
  json_add_number(json, "most", counts->states_most);
  json_add_number(json, "shed", counts->shed);
  json_end_object(json);
  summary_add_multiplicity(json, explore_paths(machine));
}

static void add_errors(struct json *json, const struct summary *summary) {
  const struct ir_program *program = summary->machine->program;
  json_begin_array(json, "errors");
  for (size_t i = 0; i < summary->errors->count; i++) {
    const struct found_error *error = &summary->errors->data[i];
    char test[32];
    snprintf(test, sizeof test, "test%06llu", (unsigned long long)error->test);
    json_begin_object(json, NULL);
    json_add_string(json, "kind", error_text_kind(error->kind));
    add_place(json, program, error->loc);
    json_add_string(json, "function",
                    error->function ? program->strings.data[error->function] : NULL);
    json_add_string(json, "message", error->message);
    json_add_string(json, "test", error->test ? test : NULL);
    json_add_bool(json, "assumed", error->is_assumed);
    json_add_number(json, "paths", error->paths);
    json_end_object(json);
  }
  json_end_array(json);
}

static void add_ratio(struct json *json, const char *key, uint64_t covered, uint64_t total) {
  json_begin_object(json, key);
  json_add_number(json, "covered", covered);
  json_add_number(json, "total", total);
  json_end_object(json);
}

static void add_coverage(struct json *json, const struct summary *summary) {
  const struct line_totals *totals = &summary->totals;
  const string_list *patterns = &summary->machine->options.coverable.patterns;
  json_begin_object(json, "coverage");
  if (patterns->count > 0) {
    json_begin_array(json, "only");
    for (size_t i = 0; i < patterns->count; i++) json_add_string(json, NULL, patterns->data[i]);
    json_end_array(json);
  }
  add_ratio(json, "lines", totals->lines_hit, totals->lines);
  add_ratio(json, "branches", totals->branches_hit, totals->branches);
  add_ratio(json, "functions", totals->functions_hit, totals->functions);
  json_end_object(json);
}

static void add_link(const struct solver_row *row, void *context) {
  struct json *json = context;
  json_begin_object(json, NULL);
  json_add_string(json, "link", row->name);
  json_add_number(json, "asked", row->asked);
  json_add_number(json, "answered", row->answered);
  json_add_number(json, "unknown", row->unknown);
  json_add_real(json, "seconds", row->seconds);
  json_end_object(json);
}

static void add_solver(struct json *json, const struct machine *machine) {
  json_begin_object(json, "solver");
  json_add_number(json, "queries", machine->counts.queries);
  json_add_number(json, "unknown", machine->counts.unknown);
  json_add_number(json, "put_off", machine->counts.put_off);
  json_add_number(json, "undecided", machine->counts.undecided);
  json_add_real(json, "seconds", machine->counts.solver_seconds);
  json_begin_array(json, "links");
  if (machine->solver != NULL) solver_walk_statistics(machine->solver, add_link, json);
  json_end_array(json);
  json_end_object(json);
}

void summary_add_json(const struct summary *summary, struct buffer *out) {
  const struct machine *machine = summary->machine;
  struct json json = {.out = out};
  json_begin_object(&json, NULL);
  add_program(&json, summary->options);
  add_time(&json, "started", summary->started);
  json_add_real(&json, "seconds", machine->counts.seconds);
  json_add_bool(&json, "ended", summary->is_done);
  json_add_string(&json, "reason", summary_reason(summary));
  json_add_bool(&json, "complete", summary_is_complete(summary));
  add_guarantees(&json, summary_guarantees(summary));
  add_incompleteness(&json, summary);
  add_counts(&json, machine);
  summary_add_explorations(&json, summary);
  add_details(&json, machine);
  add_errors(&json, summary);
  add_coverage(&json, summary);
  add_solver(&json, machine);
  json_add_number(&json, "peak_memory_bytes", progress_peak_memory());
  json_end_object(&json);
}
