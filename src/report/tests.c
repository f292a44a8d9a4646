/* Tests: the inputs of a path, from its witness. Writing one needs no solver query. The .ktest is
   the last file that a path writes, so an existing test is complete: if it has no .err, it did not
   fail. */
#include "report/tests.h"
#include "report/structure_text.h"

#include "exec/decide.h"
#include "exec/decisions.h"
#include "exec/explore/observer.h"
#include "exec/machine.h"
#include "exec/repetition.h"
#include "exec/symbol.h"
#include "exec/witness.h"
#include "ir/ir.h"
#include "report/error_text.h"
#include "report/input_text.h"
#include "report/ktest.h"
#include "report/writer.h"
#include "util/alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 64, LARGEST_TEST = 1 << 30 /* what ktest_read accepts */ };

/* A merged state leaves one test for all its paths, unless tests are selected by what they cover.
   The merging side of a portfolio selects them so, because the other side leaves a test of every
   path. */
bool tests_is_wanted(const struct test_rules *rules, const struct path_report *report) {
  bool is_covering_only = rules->is_covering_only || report->is_additional;
  switch (report->end) {
  case PATH_EXITED: return !report->is_surplus && (report->covers_new || !is_covering_only);
  case PATH_EARLY: return !report->is_untested && (report->covers_new || !is_covering_only);
  case PATH_ERROR: return report->is_new_error || (rules->is_every_error && !report->is_additional);
  case PATH_COVERING:
    if (report->is_part || (report->is_dropped && !report->covers_new)) return true;
    return report->covers_new && (is_covering_only || report->is_dropped);
  case PATH_SILENT: return false;
  }
  return false;
}

static const struct assignment *values_of(const struct state *state) {
  return state->witness ? state->witness->values : NULL;
}

/* ---- the test ---- */

static uint64_t bytes_of_symbols(const struct symbol *last) {
  uint64_t size = 0;
  for (; last != NULL; last = last->before) size += last->is_hidden ? 0 : last->size;
  return size;
}

static void reserve(struct buffer *buffer, size_t size) {
  if (size > buffer->capacity) buffer->text = vec_grown(buffer->text, &buffer->capacity, size, 1);
}

static size_t count_symbols(const struct symbol *last) {
  size_t count = 0;
  for (; last != NULL; last = last->before) count += !last->is_hidden;
  return count;
}

static void reserve_objects(struct test_scratch *scratch, size_t count) {
  if (count > scratch->object_capacity)
    scratch->objects =
        vec_grown(scratch->objects, &scratch->object_capacity, count, sizeof(struct ktest_object));
}

static void fill_spelled(const struct spelled_inputs *inputs, struct test_scratch *scratch) {
  reserve_objects(scratch, inputs->list.count);
  struct ktest_object *objects = scratch->objects;
  for (size_t i = 0; i < inputs->list.count; i++) {
    const struct spelled_input *input = &inputs->list.data[i];
    objects[i] =
        (struct ktest_object){.name = input->name, .bytes = input->bytes, .size = input->size};
  }
}

/* The list is newest first, the test oldest first. */
static size_t fill_symbols(const struct state *state, struct test_scratch *scratch) {
  const struct symbol *last = state->symbols;
  size_t count = count_symbols(last);
  reserve(&scratch->bytes, bytes_of_symbols(last) + 1);
  reserve_objects(scratch, count);
  struct ktest_object *objects = scratch->objects;
  uint8_t *at = (uint8_t *)scratch->bytes.text;
  for (size_t i = count; i > 0; last = last->before) {
    if (last->is_hidden) continue;
    i--;
    symbol_bytes(last, values_of(state), at);
    objects[i] = (struct ktest_object){.name = last->name, .bytes = at, .size = last->size};
    at += last->size;
  }
  return count;
}

/* What some reducer has found to be repeated is spelled out. False: it is too much. */
static bool fill_objects(struct machine *machine, const struct state *state,
                         struct test_scratch *scratch, size_t *count) {
  spelled_inputs_free(&scratch->spelled);
  if (!repetition_is_any(state->symbols)) {
    *count = fill_symbols(state, scratch);
    return true;
  }
  if (!repetition_spell_out(machine, state, &scratch->spelled)) return false;
  fill_spelled(&scratch->spelled, scratch);
  *count = scratch->spelled.list.count;
  return true;
}

/* What the format allows, and no more than fits into memory several times. */
static uint64_t largest_test(const struct machine *machine) {
  enum { SHARE = 16 };
  uint64_t share = (machine->limits.max_memory_mb << 20) / SHARE;
  return share == 0 || share > LARGEST_TEST ? LARGEST_TEST : share;
}

static void write_ktest(const struct test_rules *rules, const struct path_report *report,
                        const char *name, struct writer *writer, struct test_scratch *scratch) {
  const struct state *state = report->state;
  struct ktest test = {.args = rules->arguments, .arg_count = rules->argument_count};
  uint64_t inputs = bytes_of_symbols(state->symbols);
  uint64_t most = largest_test(report->machine);
  if (inputs > most) {
    if (!scratch->has_warned)
      fprintf(stderr,
              "smew: warning: %s was not written: its inputs are %llu bytes, and tests hold up "
              "to %llu%s\n",
              name, (unsigned long long)inputs, (unsigned long long)most,
              most < LARGEST_TEST ? " (a sixteenth of --max-memory)" : "");
    scratch->has_warned = true;
    return;
  }
  if (!fill_objects(report->machine, state, scratch, &test.object_count)) {
    fprintf(stderr, "smew: warning: %s was not written: its inputs repeat too often\n", name);
    return;
  }
  test.objects = scratch->objects;
  size_t size = ktest_size(&test);
  if (size == 0) return;
  reserve(&scratch->text, size + 1);
  ktest_encode(&test, (uint8_t *)scratch->text.text);
  writer_replace(writer, name, scratch->text.text, size);
}

/* ---- what belongs to it ---- */

static void write_error(const struct path_report *report, const char *stem, struct writer *writer,
                        struct buffer *text) {
  char name[NAME_SIZE];
  snprintf(name, sizeof name, "%s.%s.err", stem, error_text_kind(report->error->kind));
  text->length = 0;
  error_text_add(report->machine, report->error, text);
  buffer_add(text, "Info:\n");
  tests_add_inputs(report, "\t", text);
  structure_add(report->machine->program, report->state, "\t", text);
  char *decisions = decisions_text(report->state->decisions);
  buffer_add(text, "\tpath: %s\n", decisions);
  free(decisions);
  buffer_add(text, "\treplay: smew replay %s.ktest\n", stem);
  writer_replace(writer, name, text->text, text->length);
}

static void write_reason(const struct path_report *report, const char *stem, struct writer *writer,
                         struct buffer *text) {
  char name[NAME_SIZE];
  snprintf(name, sizeof name, "%s.early", stem);
  text->length = 0;
  buffer_add(text, "%s\n", report->reason ? report->reason : "cut off");
  writer_replace(writer, name, text->text, text->length);
}

/* Under the test's inputs: the paths of a merged state are reported one after the other. */
static int find_status(const struct path_report *report) {
  const struct state *state = report->state;
  if (state->exit_value == NULL || state != report->machine->state) return state->exit_status;
  return (int)(decide_witness_value(report->machine, state->exit_value) & 0xff);
}

/* One line per test in paths.jsonl: how the path ended, and its decisions, which name it. */
static void append_outcome(const struct path_report *report, const char *stem,
                           struct writer *writer, struct buffer *text) {
  static const char *const ends[] = {[PATH_EXITED] = "exited",
                                     [PATH_ERROR] = "error",
                                     [PATH_EARLY] = "early",
                                     [PATH_COVERING] = "early"};
  char *decisions = decisions_text(report->state->decisions);
  text->length = 0;
  buffer_add(text, "{\"test\": \"%s\", \"end\": \"%s\"", stem, ends[report->end]);
  if (report->end == PATH_EXITED) buffer_add(text, ", \"status\": %d", find_status(report));
  if (report->end == PATH_ERROR)
    buffer_add(text, ", \"kind\": \"%s\"", error_text_kind(report->error->kind));
  buffer_add(text, ", \"path\": \"%s\"", decisions);
  if (report->state->multiplicity > 1)
    buffer_add(text, ", \"multiplicity\": %.10g", report->state->multiplicity);
  buffer_add(text, "}\n");
  writer_append(writer, "paths.jsonl", text->text, text->length);
  free(decisions);
}

void tests_write(const struct test_rules *rules, const struct path_report *report, uint64_t number,
                 struct writer *writer, struct test_scratch *scratch) {
  char stem[NAME_SIZE / 2], name[NAME_SIZE];
  snprintf(stem, sizeof stem, "test%06llu", (unsigned long long)number);
  snprintf(name, sizeof name, "%s.ktest", stem);
  if (report->end == PATH_ERROR) write_error(report, stem, writer, &scratch->text);
  if (report->end == PATH_EARLY || report->end == PATH_COVERING)
    write_reason(report, stem, writer, &scratch->text);
  write_ktest(rules, report, name, writer, scratch);
  append_outcome(report, stem, writer, &scratch->text);
}

void tests_free_scratch(struct test_scratch *scratch) {
  buffer_free(&scratch->text);
  buffer_free(&scratch->bytes);
  spelled_inputs_free(&scratch->spelled);
  free(scratch->objects);
  *scratch = (struct test_scratch){0};
}

/* ---- inputs ---- */

void tests_add_inputs(const struct path_report *report, const char *indent, struct buffer *out) {
  struct test_scratch scratch = {0};
  uint64_t inputs = bytes_of_symbols(report->state->symbols);
  if (inputs > largest_test(report->machine)) {
    buffer_add(out, "%sinputs of %llu bytes\n", indent, (unsigned long long)inputs);
    return;
  }
  size_t count;
  if (!fill_objects(report->machine, report->state, &scratch, &count)) {
    buffer_add(out, "%sinputs that repeat too often to be listed\n", indent);
    tests_free_scratch(&scratch);
    return;
  }
  const struct ktest_object *objects = scratch.objects;
  for (size_t i = 0; i < count; i++) {
    buffer_add(out, "%s", indent);
    input_text_add_name(out, objects[i].name);
    buffer_add(out, " = ");
    if (report->machine->program->is_microc)
      input_text_add_signed(out, objects[i].bytes, objects[i].size);
    else
      input_text_add_named(out, objects[i].name, objects[i].bytes, objects[i].size);
    buffer_add(out, "\n");
  }
  tests_free_scratch(&scratch);
}
