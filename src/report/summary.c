/* The readable summary of a run: what was found, where it is, and, if not everything was explored,
   why not. */
#include "report/summary.h"

#include "exec/machine.h"
#include "ir/ir.h"
#include "report/progress.h"
#include "report/report.h"
#include "util/buffer.h"

#include <math.h>
#include <string.h>

const char *summary_reason(const struct summary *summary) {
  if (!summary->is_done) return "still running";
  if (summary->has_fault) return "results could not be written";
  if (summary->end == EXPLORE_DONE) return "all paths explored";
  return summary->machine->stop_reason ? summary->machine->stop_reason : "interrupted";
}

bool summary_is_complete(const struct summary *summary) {
  return summary->is_done && !summary->has_fault && summary->machine->limits.path == NULL &&
         explore_is_complete(summary->machine);
}

unsigned summary_guarantees(const struct summary *summary) {
  return summary_is_complete(summary) ? explore_keeps(summary->machine) : 0;
}

static void add_count(struct buffer *out, uint64_t count, const char *what) {
  buffer_add(out, "%llu %s%s", (unsigned long long)count, what, count == 1 ? "" : "s");
}

static const char *times(uint64_t count) { return count == 1 ? "time" : "times"; }

/* The first line is the same for every run. */
static void add_first_line(const struct summary *summary, struct buffer *out) {
  const struct explore_counts *counts = &summary->machine->counts;
  buffer_add(out, "smew: ");
  add_count(out, explore_paths_total(explore_paths(summary->machine)), "path");
  buffer_add(out, ", ");
  add_count(out, summary->machine->counts.errors, "error");
  buffer_add(out, ", %llu instructions, %.2f s\n", (unsigned long long)counts->instructions,
             counts->seconds);
}

static void add_counted(const char *title, const struct counted *list, size_t size,
                        struct buffer *out) {
  for (size_t i = 0; i < size; i++)
    buffer_add(out, "smew: %s: %s (%llu %s)\n", title, list[i].what,
               (unsigned long long)list[i].count, times(list[i].count));
}

static void add_findings(const struct findings *found, struct buffer *out) {
  add_counted("assumed", found->assumptions.data, found->assumptions.count, out);
  add_counted("not modelled", found->unmodelled.data, found->unmodelled.count, out);
}

/* Optimisers move shifts above the tests that guard them, so in optimised code an oversized amount
   need not be the program's mistake. */
static void add_unchecked(const struct machine *machine, struct buffer *out) {
  const struct ir_program *program = machine->program;
  if (program->unsigned_shifts > 0) {
    buffer_add(out, "smew: not checked: overflow of ");
    add_count(out, program->unsigned_shifts, "left shift");
    buffer_add(out, ", because bitcode does not show which are signed (-fsanitize=shift does)\n");
  }
  if (program->unchecked_shifts == 0) return;
  const struct ir_loc *place = &program->locs.data[program->unchecked_shift];
  buffer_add(out, "smew: not checked: amounts of ");
  add_count(out, program->unchecked_shifts, "shift");
  buffer_add(out, ", because the code was optimised");
  if (program->unchecked_shift != 0)
    buffer_add(out, " (first at %s:%u:%u)", program->strings.data[place->file], place->line,
               place->column);
  buffer_add(out, "\n");
}

static void add_incompleteness(const struct machine *machine, struct buffer *out) {
  const struct ir_program *program = machine->program;
  for (size_t i = 0; i < machine->found.incomplete.count; i++) {
    const struct incompleteness *entry = &machine->found.incomplete.data[i];
    const struct ir_loc *place = &program->locs.data[entry->loc];
    buffer_add(out, "smew:   ");
    if (entry->loc != 0)
      buffer_add(out, "%s:%u:%u: ", program->strings.data[place->file], place->line, place->column);
    buffer_add(out, "%s (%llu %s)\n", entry->what, (unsigned long long)entry->count,
               times(entry->count));
  }
}

/* Indexed by the guarantees. */
static const char *const guarantee_texts[] = {
    [KEEPS_ALL] = "complete: every path was followed to its end",
    [KEEPS_ERRORS | KEEPS_COVERAGE] =
        "complete: no error is possible beyond those reported, and nothing more can be covered",
    [KEEPS_ERRORS] = "complete: no error is possible beyond those reported; more could be covered",
    [KEEPS_ERRORS | KEEPS_PATHS] =
        "complete: no error is possible beyond those reported; more could be covered",
    [KEEPS_COVERAGE] = "complete: nothing more can be covered; other errors are possible",
    [KEEPS_COVERAGE | KEEPS_PATHS] =
        "complete: nothing more can be covered; other errors are possible",
    [KEEPS_PATHS] = "all states ended, but some were dropped that could fail or cover more",
    [0] = "all states ended, but some were dropped that could fail or cover more",
};

/* Which files coverage is about, if not all. */
static void add_where(const struct machine *machine, struct buffer *out) {
  if (!coverable_is_limited(machine->coverable)) return;
  buffer_add(out, " in ");
  coverable_describe(machine->coverable, out);
}

/* "… be covered in the files": the rest of the program may have more. */
static void add_guarantee(const struct summary *summary, struct buffer *out) {
  static const char said[] = "be covered";
  const char *text = guarantee_texts[summary_guarantees(summary)], *at = strstr(text, said);
  if (at == NULL) {
    buffer_add(out, "smew: %s\n", text);
    return;
  }
  at += strlen(said);
  buffer_add(out, "smew: %.*s", (int)(at - text), text);
  add_where(summary->machine, out);
  buffer_add(out, "%s\n", at);
}

/* States that were not followed to their ends, except merged ones, which have their own line. */
static void add_drops(const struct machine *machine, struct buffer *out) {
  const struct reducers *reducers = &machine->explorations.data[machine->finished]->reducers;
  for (size_t i = 0; i < reducers->list.count; i++) {
    const struct reducer *reducer = reducers->list.data[i];
    for (unsigned reason = 0; reason < DROP_REASON_COUNT; reason++) {
      if (reason == DROP_MERGED || reducer->dropped[reason] == 0) continue;
      buffer_add(out, "smew:   ");
      add_count(out, reducer->dropped[reason], "state");
      buffer_add(out, " dropped by %s: %s\n", reducer->class->name, drop_reason_names[reason]);
    }
  }
}

/* Not if errors of some kind were not looked for, or undefined code was assumed to behave. */
static void add_proof(const struct summary *summary, struct buffer *out) {
  const struct machine *machine = summary->machine;
  const struct ir_program *program = machine->program;
  if (!(summary_guarantees(summary) & KEEPS_ERRORS) || machine->counts.errors > 0) return;
  if (machine->found.assumptions.count > 0) return;
  if (program->unsigned_shifts > 0 || program->unchecked_shifts > 0) return;
  buffer_add(out, "smew: proved: no error on any input\n");
}

/* Complete, or why not. */
static void add_verdict(const struct summary *summary, struct buffer *out) {
  const struct machine *machine = summary->machine;
  const struct explore_counts *counts = &machine->counts;
  if (summary_is_complete(summary)) {
    add_guarantee(summary, out);
    add_drops(machine, out);
    return;
  }
  buffer_add(out, "smew: not complete:\n");
  if (summary->end != EXPLORE_DONE || summary->has_fault)
    buffer_add(out, "smew:   %s\n", summary_reason(summary));
  if (machine->limits.path != NULL)
    buffer_add(out, "smew:   only paths whose decisions begin with %s were followed (--path)\n",
               machine->limits.path);
  for (size_t i = 0; i < summary->cut_offs->count; i++) {
    buffer_add(out, "smew:   ");
    add_count(out, summary->cut_offs->data[i].paths, "path");
    buffer_add(out, " cut off: %s\n", summary->cut_offs->data[i].reason);
  }
  if (counts->untested > 0 && explore_paths(machine)->early > 0)
    buffer_add(out,
               "smew:   %llu of these paths left no test (--dump-states-on-halt=all writes them)\n",
               (unsigned long long)counts->untested);
  if (counts->undecided > 0) {
    buffer_add(out, "smew:   ");
    add_count(out, counts->undecided, "decision");
    buffer_add(out, " followed to one side only: the solver had no answer yet about the other\n");
  }
  if (counts->unknown > 0)
    buffer_add(out, "smew:   %llu %s ran out of the solver's budget\n",
               (unsigned long long)counts->unknown, counts->unknown == 1 ? "query" : "queries");
  add_incompleteness(machine, out);
}

/* A run that a limit has ended, and that found nothing new for the last quarter. */
static void add_standstill(const struct summary *summary, struct buffer *out) {
  enum { LEAST_SECONDS = 2 };
  const struct machine *machine = summary->machine;
  const struct explore_counts *counts = &machine->counts;
  if (summary->end == EXPLORE_DONE || summary->end == EXPLORE_ERROR) return;
  if (!progress_stands_still(machine, fmax(LEAST_SECONDS, counts->seconds / 4))) return;
  buffer_add(out, "smew: ");
  progress_add_standstill(machine, out);
  buffer_add(out, "\n");
  if (standstill_query_seconds(machine) > (counts->seconds - machine->standstill.since) / 2)
    buffer_add(out, "smew:   try --solver=z3, fewer symbolic bytes, klee_assume about the values "
                    "there, or a longer --max-time\n");
  else
    buffer_add(out, "smew:   try another --search, smaller inputs, or real ones (--seed-dir)\n");
}

static void add_seeds(const struct summary *summary, struct buffer *out) {
  const struct machine *machine = summary->machine;
  if (machine->limits.seed_count == 0) return;
  buffer_add(out, "smew: seeds: ");
  add_count(out, machine->limits.seed_count, "file");
  if (machine->counts.seeds_unfit > 0)
    buffer_add(out, ", of which %llu did not fit", (unsigned long long)machine->counts.seeds_unfit);
  buffer_add(out, "\n");
}

/* A program without debug information has no lines to cover. */
static void add_coverage(const struct summary *summary, struct buffer *out) {
  const struct line_totals *totals = &summary->totals;
  if (totals->lines == 0) return;
  buffer_add(out, "smew: coverage");
  add_where(summary->machine, out);
  buffer_add(out, ": %.1f%% of lines (%llu of %llu)",
             progress_percent(totals->lines_hit, totals->lines),
             (unsigned long long)totals->lines_hit, (unsigned long long)totals->lines);
  if (totals->branches > 0)
    buffer_add(out, ", %.1f%% of branches (%llu of %llu)",
               progress_percent(totals->branches_hit, totals->branches),
               (unsigned long long)totals->branches_hit, (unsigned long long)totals->branches);
  buffer_add(out, "\n");
}

struct exact {
  double paths, constant, slope;
};

/* What the reducers of all explorations have counted; `begin`, which may be NULL, is called first
   with the name of each. */
static void list_figures(const struct machine *machine,
                         void (*begin)(void *context, const char *name), reducer_figure *figure,
                         void *context) {
  for (size_t k = 0; k < machine->explorations.count; k++) {
    const struct reducers *reducers = &machine->explorations.data[k]->reducers;
    for (size_t i = 0; i < reducers->list.count; i++) {
      const struct reducer *reducer = reducers->list.data[i];
      if (begin != NULL) begin(context, reducer->class->name);
      if (reducer->class->list != NULL) reducer->class->list(reducer, figure, context);
    }
  }
}

static void find_exact(void *context, const char *name, double value) {
  struct exact *exact = context;
  if (strcmp(name, "exact_paths") == 0) exact->paths = value;
  if (strcmp(name, "fit_c1") == 0) exact->constant = value;
  if (strcmp(name, "fit_c2") == 0) exact->slope = value;
}

/* All 0 unless they were counted (--exact-paths). */
static struct exact exact_paths(const struct machine *machine) {
  struct exact exact = {0};
  list_figures(machine, NULL, find_exact, &exact);
  return exact;
}

static void print_figure(void *context, const char *name, double value) {
  fprintf(context, "  %-24s %14.10g\n", name, value);
}

static void print_name(void *context, const char *name) { fprintf(context, "%s\n", name); }

void summary_print_reducers(const struct machine *machine, FILE *out) {
  list_figures(machine, print_name, print_figure, out);
}

/* The paths in the first lines are ended states; merged ones stand for more paths. */
static void add_merged(const struct machine *machine, struct buffer *out) {
  const struct explore_paths *paths = explore_paths(machine);
  if (paths->dropped[DROP_MERGED] == 0) return;
  buffer_add(out, "smew: merged: ");
  add_count(out, paths->dropped[DROP_MERGED], "state");
  buffer_add(out, " into others; these paths stand for at most %.10g\n", paths->multiplicity);
  struct exact exact = exact_paths(machine);
  if (exact.paths > 0)
    buffer_add(out, "smew: exactly %.10g paths; log paths = %.4g + %.4g log multiplicity\n",
               exact.paths, exact.constant, exact.slope);
}

/* What reducers have recorded in detail, if that was asked for (--statistics=merging). */
static void add_details(const struct machine *machine, struct buffer *out) {
  for (size_t k = 0; k < machine->explorations.count; k++) {
    const struct reducers *reducers = &machine->explorations.data[k]->reducers;
    for (size_t i = 0; i < reducers->list.count; i++) {
      const struct reducer *reducer = reducers->list.data[i];
      if (reducer->class->add_text != NULL) reducer->class->add_text(reducer, out);
    }
  }
}

void summary_add_lines(const struct summary *summary, struct buffer *out) {
  const struct explore_counts *counts = &summary->machine->counts;
  const struct explore_paths *paths = explore_paths(summary->machine);
  add_first_line(summary, out);
  buffer_add(out, "smew: paths: %llu completed, %llu failed, %llu cut off",
             (unsigned long long)paths->exited, (unsigned long long)paths->failed,
             (unsigned long long)paths->early);
  if (paths->silent > 0) buffer_add(out, ", %llu silent", (unsigned long long)paths->silent);
  buffer_add(out, "; ");
  add_count(out, counts->tests, "test");
  buffer_add(out, "\n");
  add_merged(summary->machine, out);
  if (counts->surplus > 0 && summary->directory != NULL && !summary->options->is_covering_only)
    buffer_add(out,
               "smew: %llu finished paths that cover nothing new left no test (--all-tests writes "
               "them)\n",
               (unsigned long long)counts->surplus);
  add_seeds(summary, out);
  summary_add_portfolio_lines(summary, out);
  add_coverage(summary, out);
  add_standstill(summary, out);
  add_findings(&summary->machine->found, out);
  add_unchecked(summary->machine, out);
  add_verdict(summary, out);
  add_proof(summary, out); /* without inputs, nobody asks */
  add_details(summary->machine, out);
  if (summary->directory == NULL) return;
  buffer_add(out, "smew: results in %s", summary->directory);
  if (strcmp(summary->directory, summary->shown) != 0) buffer_add(out, " (%s)", summary->shown);
  buffer_add(out, "\n");
}

void summary_add_plain_lines(const struct summary *summary, struct buffer *out) {
  const struct machine *machine = summary->machine;
  if (summary->end != EXPLORE_DONE)
    buffer_add(out, "smew: stopped early: %s\n", summary_reason(summary));
  else if (summary->cut_offs->count > 0)
    buffer_add(out, "smew: stopped early: %s\n", summary->cut_offs->data[0].reason);
  else if (explore_paths(machine)->exited > 0 && machine->last_status != 0)
    buffer_add(out, "smew: program exited with status %d\n", machine->last_status);
  add_findings(&machine->found, out);
  add_unchecked(machine, out);
  add_first_line(summary, out);
  add_verdict(summary, out);
  if (summary->directory != NULL) buffer_add(out, "smew: results in %s\n", summary->directory);
}

static void add_clock(struct buffer *out, const char *what, time_t moment) {
  struct tm parts;
  char text[64];
  localtime_r(&moment, &parts);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &parts);
  buffer_add(out, "%s: %s\n", what, text);
}

void summary_add_info(const struct summary *summary, struct buffer *out) {
  const struct report_options *options = summary->options;
  for (size_t i = 0; i < options->command_count; i++)
    buffer_add(out, "%s%s", i ? " " : "", options->command[i]);
  buffer_add(out, "\n");
  add_clock(out, "Started", summary->started);
  if (!summary->is_done) return;
  add_clock(out, "Finished", time(NULL));
  buffer_add(out, "Elapsed: %.2f s\n", summary->machine->counts.seconds);
  summary_add_lines(summary, out);
}
