/* The results of a run: observes the engine and passes results to the writer and the terminal.

   Only the summary, the statistics and the terminal depend on time; nothing depends on addresses:
   two runs of the same program with the same options write the same tests and reports. */
#include "report/report.h"
#include "report/structure_text.h"

#include "exec/explore/observer.h"
#include "exec/machine.h"
#include "report/output.h"
#include "report/progress.h"
#include "report/summary.h"
#include "report/terminal.h"
#include "report/tests.h"
#include "report/writer.h"
#include "util/buffer.h"
#include "util/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Seconds between redraws of the live line, rows of statistics, lines if there is no terminal, and
   summaries; the last also as a multiple of the time to write one. */
static const double draw_every = 0.2, output_after = 1, line_every = 10, summary_every = 5;
enum { SUMMARY_SHARE = 50 };

struct report {
  struct report_options options;
  struct observer observer;
  struct terminal terminal;
  struct test_rules rules;
  struct test_scratch scratch;
  struct output *output; /* NULL before the first result */
  struct lines *lines;   /* NULL before they are needed */
  struct query_rate rate;
  struct found_errors errors;
  struct cut_offs cut_offs;
  struct buffer messages, warnings; /* from before the directory existed */
  time_t started;
  double next_draw, next_row, next_line, next_summary, next_update;
  bool is_symbolic, has_fault;
  bool is_begun; /* the directory and its first files exist */
};

/* ---- the directory ---- */

static void append(struct report *report, const char *name, const struct buffer *text) {
  if (report->output != NULL && text->length > 0)
    writer_append(report->output->writer, name, text->text, text->length);
}

static void fail(struct report *report, struct machine *machine, const char *what) {
  struct buffer text = {0};
  report->has_fault = true;
  buffer_add(&text, "smew: %s\nsmew: the run ends here; what was written before is complete\n",
             what);
  terminal_print(&report->terminal, text.text);
  buffer_free(&text);
  if (machine != NULL) explore_interrupt(machine);
}

static void check_writer(struct report *report, struct machine *machine) {
  const char *name;
  if (report->has_fault || report->output == NULL) return;
  int fault = writer_fault(report->output->writer, &name);
  if (fault == 0) return;
  char *what = alloc_format("cannot write %s/%s: %s", report->output->path, name, strerror(fault));
  fail(report, machine, what);
  free(what);
}

static void describe(const struct report *report, const struct machine *machine,
                     struct summary *summary) {
  *summary = (struct summary){.options = &report->options,
                              .machine = machine,
                              .errors = &report->errors,
                              .cut_offs = &report->cut_offs,
                              .started = report->started,
                              .has_fault = report->has_fault};
  if (report->lines != NULL) summary->totals = lines_totals(report->lines);
  if (report->output == NULL) return;
  summary->directory = report->output->path;
  summary->shown = report->output->shown;
}

static void write_info(struct report *report, const struct summary *summary) {
  struct buffer text = {0};
  summary_add_info(summary, &text);
  writer_replace(report->output->writer, "info", text.text, text.length);
  buffer_free(&text);
}

static void write_summary(struct report *report, const struct summary *summary) {
  struct buffer text = {0};
  summary_add_json(summary, &text);
  writer_replace(report->output->writer, "summary.json", text.text, text.length);
  buffer_free(&text);
}

/* Makes the directory unless it exists or none is wanted. */
static bool open_output(struct report *report, struct machine *machine) {
  if (report->output != NULL) return true;
  if (report->options.writes_nothing || report->has_fault) return false;
  char *error = NULL;
  report->output = output_new_near(report->options.arguments[0], &error);
  if (report->output == NULL) {
    fail(report, machine, error);
    free(error);
    return false;
  }
  return true;
}

static void update_lines(struct report *report, const struct machine *machine) {
  if (report->lines == NULL) report->lines = lines_new(machine->program, machine->coverable);
  lines_update(report->lines, &machine->found.coverage);
}

static void write_coverage(struct report *report) {
  struct buffer text = {0};
  lines_write_lcov(report->lines, &text);
  writer_replace(report->output->writer, "coverage.info", text.text ? text.text : "", text.length);
  buffer_free(&text);
}

/* The summary and the coverage come first, so that there are some whatever happens next. */
static void begin_output(struct report *report, const struct machine *machine) {
  struct summary summary;
  describe(report, machine, &summary);
  write_info(report, &summary);
  write_summary(report, &summary);
  update_lines(report, machine);
  write_coverage(report);
  append(report, "messages.txt", &report->messages);
  append(report, "warnings.txt", &report->warnings);
  buffer_free(&report->messages);
  buffer_free(&report->warnings);
}

static void need_output(struct report *report, struct machine *machine) {
  if (report->is_begun || !open_output(report, machine)) return;
  report->is_begun = true;
  report->next_summary = machine->counts.seconds + summary_every / 5;
  begin_output(report, machine);
}

/* ---- ends of paths ---- */

/* If two explorations follow the same paths, only those of one count. */
static void note_error(struct report *report, const struct path_report *path, uint64_t test) {
  const struct error *error = path->error;
  bool is_additional = path->is_additional;
  if (path->is_new_error) {
    uint32_t function = error->stack.count ? error->stack.data[error->own_frame].function : 0;
    vec_push(&report->errors, ((struct found_error){.kind = error->kind,
                                                    .loc = error->loc,
                                                    .function = function,
                                                    .message = alloc_string(error->message),
                                                    .test = test,
                                                    .is_assumed = structure_is_assumed(path->state),
                                                    .is_additional_only = is_additional,
                                                    .paths = is_additional}));
  }
  struct found_error *found = &report->errors.data[path->error_number];
  if (is_additional) return;
  found->paths = found->is_additional_only ? 1 : found->paths + 1;
  found->is_additional_only = false;
}

static void note_cut_off(struct report *report, const char *reason) {
  if (reason == NULL) reason = "unknown";
  for (size_t i = report->cut_offs.count; i-- > 0;)
    if (strcmp(report->cut_offs.data[i].reason, reason) == 0) {
      report->cut_offs.data[i].paths++;
      return;
    }
  vec_push(&report->cut_offs, ((struct cut_off){alloc_string(reason), 1}));
}

/* A path, quoted for a shell command. */
static void add_word(struct buffer *out, const char *word) {
  if (strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,@%") ==
      strlen(word)) {
    buffer_add(out, "%s", word);
    return;
  }
  buffer_add(out, "'");
  for (; *word; word++) buffer_add(out, *word == '\'' ? "'\\''" : "%c", *word);
  buffer_add(out, "'");
}

static void print_error(struct report *report, const struct path_report *path, uint64_t test) {
  struct buffer text = {0};
  error_print(path->machine, path->error, &text);
  if (path->state->symbols != NULL) {
    buffer_add(&text, "  inputs:\n");
    tests_add_inputs(path, "    ", &text);
  }
  structure_add(path->machine->program, path->state, "  ", &text);
  if (test != 0) {
    char *name =
        alloc_format("%s/test%06llu.ktest", report->output->shown, (unsigned long long)test);
    buffer_add(&text, "  replay: smew replay ");
    add_word(&text, name);
    buffer_add(&text, "\n");
    free(name);
  }
  terminal_print(&report->terminal, text.text);
  if (path->state->symbols != NULL) append(report, "messages.txt", &text);
  buffer_free(&text);
}

/* Obeys --max-tests, except for errors. */
static bool is_room(const struct path_report *path) {
  uint64_t limit = path->machine->limits.max_tests;
  return limit == 0 || path->machine->counts.tests < limit || path->end == PATH_ERROR;
}

/* There are no ticks while the remaining paths are cut off, and they may be many. */
static void show_cutting(struct report *report, const struct machine *machine) {
  if (!report->terminal.is_live || explore_paths(machine)->early % 256 != 0) return;
  struct buffer text = {0};
  buffer_add(&text, "cutting off the remaining paths, %llu tests so far",
             (unsigned long long)machine->counts.tests);
  terminal_draw(&report->terminal, text.text);
  buffer_free(&text);
}

static bool end_path(void *context, const struct path_report *path) {
  struct report *report = context;
  struct machine *machine = path->machine;
  uint64_t test = 0;
  if (path->state->symbols != NULL) report->is_symbolic = true;
  bool is_wanted = tests_is_wanted(&report->rules, path) && is_room(path);
  if (is_wanted && (report->is_symbolic || report->options.output_dir != NULL)) {
    need_output(report, machine);
    if (report->output != NULL && !report->has_fault) {
      test = machine->counts.tests + 1;
      tests_write(&report->rules, path, test, report->output->writer, &report->scratch);
    }
  }
  if (path->end == PATH_ERROR) {
    if (is_wanted) print_error(report, path, test);
    note_error(report, path, test);
  }
  if (path->end == PATH_EARLY && !path->is_additional) {
    note_cut_off(report, path->reason);
    show_cutting(report, machine);
  }
  check_writer(report, machine);
  return test != 0;
}

/* ---- while it works ---- */

static void show_progress(struct report *report, const struct machine *machine) {
  double now = machine->counts.seconds;
  bool is_line = !report->terminal.is_live;
  if (report->options.is_quiet || now < (is_line ? report->next_line : report->next_draw)) return;
  struct line_totals totals = lines_totals(report->lines);
  struct buffer text = {0};
  if (is_line) buffer_add(&text, "smew: ");
  progress_add_line(machine, &totals, &report->rate, &text);
  if (is_line) {
    buffer_add(&text, "\n");
    terminal_print(&report->terminal, text.text);
    report->next_line = now + line_every;
  } else {
    terminal_draw(&report->terminal, text.text);
    report->next_draw = now + draw_every;
  }
  buffer_free(&text);
}

static void append_row(struct report *report, const struct machine *machine) {
  struct line_totals totals = lines_totals(report->lines);
  struct buffer text = {0};
  progress_add_row(machine, &totals, &text);
  append(report, "statistics.jsonl", &text);
  buffer_free(&text);
}

/* So that a killed run leaves a summary. One that takes long to write is written less often. */
static void save_summary(struct report *report, const struct machine *machine) {
  double begun = clock_seconds();
  struct summary summary;
  describe(report, machine, &summary);
  write_summary(report, &summary);
  write_coverage(report);
  double took = (clock_seconds() - begun) * SUMMARY_SHARE;
  report->next_summary = machine->counts.seconds + (took > summary_every ? took : summary_every);
}

static void pass_time(void *context, struct machine *machine) {
  struct report *report = context;
  double now = machine->counts.seconds;
  if (machine->state != NULL && machine->state->symbols != NULL) report->is_symbolic = true;
  if (!report->is_symbolic && report->options.output_dir == NULL) return;
  if (now >= fmin(output_after, report->options.row_seconds) && !report->has_fault)
    need_output(report, machine);
  progress_measure_rate(&report->rate, machine);
  if (now >= report->next_update) {
    update_lines(report, machine);
    report->next_update = now + fmin(1, report->options.row_seconds);
  }
  show_progress(report, machine);
  if (report->is_begun && !report->has_fault) {
    if (now >= report->next_row) {
      append_row(report, machine);
      report->next_row = now + report->options.row_seconds;
    }
    if (now >= report->next_summary) save_summary(report, machine);
  }
  check_writer(report, machine);
}

static void say(void *context, const char *text) {
  struct report *report = context;
  bool is_warning = strncmp(text, "warning: ", 9) == 0;
  struct buffer line = {0};
  buffer_add(&line, "smew: %s\n", text);
  if (!report->options.is_quiet) terminal_print(&report->terminal, line.text);
  if (!report->is_begun) {
    buffer_add_bytes(&report->messages, line.text, line.length);
    if (is_warning) buffer_add_bytes(&report->warnings, line.text, line.length);
  } else {
    append(report, "messages.txt", &line);
    if (is_warning) append(report, "warnings.txt", &line);
  }
  buffer_free(&line);
}

/* ---- the whole ---- */

struct report *report_new(const struct report_options *options, char **error) {
  struct output *output = NULL;
  if (options->output_dir != NULL && !options->writes_nothing) {
    output = output_new_at(options->output_dir, error);
    if (output == NULL) return NULL;
  }
  struct report *report = alloc_zeroed(sizeof *report);
  report->options = *options;
  report->output = output;
  report->observer = (struct observer){
      .context = report, .path_ended = end_path, .tick = pass_time, .message = say};
  report->terminal = terminal_new(!options->is_quiet && !options->shows_program_output);
  report->rules = (struct test_rules){.arguments = options->arguments,
                                      .argument_count = options->argument_count,
                                      .is_covering_only = options->is_covering_only,
                                      .is_every_error = options->is_every_error};
  report->started = time(NULL);
  report->next_line = line_every;
  report->next_row = report->options.row_seconds;
  return report;
}

const struct observer *report_observer(struct report *report) { return &report->observer; }
void report_rescue(struct report *report) {
  if (report->output != NULL) writer_wait_shortly(report->output->writer);
}

bool report_has_fault(const struct report *report) { return report->has_fault; }
bool report_is_symbolic(const struct report *report) { return report->is_symbolic; }

static void write_end(struct report *report, const struct machine *machine,
                      const struct summary *summary) {
  append_row(report, machine);
  write_coverage(report);
  write_summary(report, summary);
  write_info(report, summary);
  writer_wait(report->output->writer);
}

/* Results are not announced where nobody would find them. */
static void check_place(struct report *report, struct summary *summary) {
  if (report->output == NULL || output_is_there(report->output)) return;
  summary->directory = NULL;
  if (report->has_fault) return;
  struct buffer text = {0};
  report->has_fault = true;
  buffer_add(&text, "smew: the output directory %s was moved or deleted\n", report->output->path);
  terminal_print(&report->terminal, text.text);
  buffer_free(&text);
}

void report_finish(struct report *report, struct machine *machine, enum explore_end end) {
  struct summary summary;
  bool writes = report->is_symbolic || report->options.output_dir != NULL;
  terminal_erase(&report->terminal);
  if (writes) {
    update_lines(report, machine);
    need_output(report, machine);
  }
  describe(report, machine, &summary);
  summary.is_done = true;
  summary.end = end;
  if (report->output != NULL && !report->has_fault) write_end(report, machine, &summary);
  check_writer(report, NULL);
  check_place(report, &summary);
  summary.has_fault = report->has_fault;
  if (report->options.is_quiet) return;
  struct buffer text = {0};
  if (report->is_symbolic)
    summary_add_lines(&summary, &text);
  else
    summary_add_plain_lines(&summary, &text);
  terminal_print(&report->terminal, text.text);
  buffer_free(&text);
}

void report_free(struct report *report) {
  if (report == NULL) return;
  output_free(report->output);
  lines_free(report->lines);
  tests_free_scratch(&report->scratch);
  for (size_t i = 0; i < report->errors.count; i++) free(report->errors.data[i].message);
  vec_free(&report->errors);
  for (size_t i = 0; i < report->cut_offs.count; i++) free(report->cut_offs.data[i].reason);
  vec_free(&report->cut_offs);
  buffer_free(&report->messages);
  buffer_free(&report->warnings);
  free(report);
}
