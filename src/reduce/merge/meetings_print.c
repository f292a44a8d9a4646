/* Prints what happened at joins: as a table for people, and as JSON. */
#include "exec/machine.h"
#include "ir/ir.h"
#include "reduce/merge/meetings.h"
#include "util/buffer.h"
#include "util/json.h"

#include <stdlib.h>
#include <string.h>

/* How many joins, and variables of one, the text lists. */
enum { MOST_JOINS = 20, MOST_VARIABLES = 6 };

typedef unsigned long long number;

static int compare_joins(const void *x, const void *y) {
  const struct join *a = *(const struct join *const *)x, *b = *(const struct join *const *)y;
  if (a->missed != b->missed) return a->missed > b->missed ? -1 : 1;
  if (a->came != b->came) return a->came > b->came ? -1 : 1;
  if (a->func != b->func) return a->func < b->func ? -1 : 1;
  return a->block < b->block ? -1 : a->block > b->block;
}

/* Returns an owned list, the most misses first. */
static const struct join **sort_joins(const struct meetings *meetings) {
  size_t count = meetings->joins.count;
  const struct join **list = alloc_bytes((count + 1) * sizeof *list);
  for (size_t i = 0; i < count; i++) list[i] = &meetings->joins.data[i];
  qsort(list, count, sizeof *list, compare_joins);
  return list;
}

static int compare_variables(const void *x, const void *y) {
  const struct strmap_entry *a = *(const struct strmap_entry *const *)x;
  const struct strmap_entry *b = *(const struct strmap_entry *const *)y;
  if (a->value != b->value) return a->value > b->value ? -1 : 1;
  return strcmp(a->key, b->key);
}

static const struct strmap_entry **sort_variables(const struct join *join) {
  size_t count = join->variables.count;
  const struct strmap_entry **list = alloc_bytes((count + 1) * sizeof *list);
  for (size_t i = 0; i < count; i++) list[i] = &join->variables.entries[i];
  qsort(list, count, sizeof *list, compare_variables);
  return list;
}

static double mean(uint64_t sum, uint64_t count) {
  return count != 0 ? (double)sum / (double)count : 0;
}

/* ---- text ---- */

static void add_variables(const struct join *join, struct buffer *out) {
  const struct strmap_entry **list = sort_variables(join);
  for (size_t i = 0; i < join->variables.count && i < MOST_VARIABLES; i++)
    buffer_add(out, "%s%s (%u)", i > 0 ? ", " : "", list[i]->key, list[i]->value);
  if (join->variables.count > MOST_VARIABLES)
    buffer_add(out, ", and %llu more", (number)join->variables.count - MOST_VARIABLES);
  free(list);
}

static void add_causes(const struct join *join, struct buffer *out) {
  if (join->moved_on > 0)
    buffer_add(out, "%41s%llu: the other had moved on, by %.3g joins on average, at most %llu\n",
               "", (number)join->moved_on, mean(join->moved_joins, join->moved_on),
               (number)join->moved_most);
  if (join->differ > 0) {
    buffer_add(out, "%41s%llu: differ in ", "", (number)join->differ);
    add_variables(join, out);
    buffer_add(out, "\n");
  }
  if (join->layout > 0)
    buffer_add(out, "%41s%llu: other inputs, or stack objects\n", "", (number)join->layout);
  for (int i = 1; i < MERGE_REFUSAL_COUNT; i++)
    if (join->refused[i] > 0)
      buffer_add(out, "%41s%llu: %s\n", "", (number)join->refused[i], merge_refusal_names[i]);
}

static void add_forwarded(const struct join *join, struct buffer *out) {
  if (join->forwarded == 0) return;
  buffer_add(out, "%41sforwarded from here: %llu, for %.3g joins on average;", "",
             (number)join->forwarded, mean(join->forward_joins, join->forwarded));
  const char *comma = "";
  for (int i = 0; i < FORWARD_END_COUNT; i++) {
    if (join->forward_ends[i] == 0) continue;
    buffer_add(out, "%s %s %llu", comma, forward_end_names[i], (number)join->forward_ends[i]);
    comma = ",";
  }
  buffer_add(out, "\n");
}

static void add_join(const struct meetings *meetings, const struct join *join, struct buffer *out) {
  const struct ir_program *program = meetings->machine->program;
  const struct ir_loc *loc = &program->locs.data[join->loc];
  buffer_add(out, "%9llu %9llu %9llu %9llu  %s:%u in %s (block %u)\n", (number)join->came,
             (number)join->found, (number)join->merged, (number)join->missed,
             program->strings.data[loc->file], loc->line, program->funcs.data[join->func]->name,
             join->block);
  add_causes(join, out);
  add_forwarded(join, out);
}

void meetings_add_text(const struct meetings *meetings, struct buffer *out) {
  const struct join **list = sort_joins(meetings);
  size_t count = meetings->joins.count;
  buffer_add(out, "smew: states at joins, the most misses first\n%9s %9s %9s %9s  %s\n", "came",
             "found", "merged", "missed", "where");
  for (size_t i = 0; i < count && i < MOST_JOINS; i++) add_join(meetings, list[i], out);
  if (count > MOST_JOINS)
    buffer_add(out, "  and %llu more joins (summary.json has all)\n", (number)count - MOST_JOINS);
  free(list);
}

/* ---- JSON ---- */

static void add_json_causes(const struct join *join, struct json *json) {
  json_begin_object(json, "moved_on");
  json_add_number(json, "count", join->moved_on);
  json_add_real(json, "joins_mean", mean(join->moved_joins, join->moved_on));
  json_add_number(json, "joins_most", join->moved_most);
  json_end_object(json);
  json_begin_object(json, "differ");
  const struct strmap_entry **list = sort_variables(join);
  for (size_t i = 0; i < join->variables.count; i++)
    json_add_number(json, list[i]->key, list[i]->value);
  free(list);
  json_end_object(json);
  json_add_number(json, "layout", join->layout);
  json_begin_object(json, "refused");
  for (int i = 1; i < MERGE_REFUSAL_COUNT; i++)
    if (join->refused[i] > 0) json_add_number(json, merge_refusal_names[i], join->refused[i]);
  json_end_object(json);
}

static void add_json_forwarded(const struct join *join, struct json *json) {
  json_begin_object(json, "forwarded");
  json_add_number(json, "count", join->forwarded);
  json_add_real(json, "joins_mean", mean(join->forward_joins, join->forwarded));
  for (int i = 0; i < FORWARD_END_COUNT; i++)
    json_add_number(json, forward_end_names[i], join->forward_ends[i]);
  json_end_object(json);
}

void meetings_add_json(const struct meetings *meetings, struct json *json) {
  const struct ir_program *program = meetings->machine->program;
  const struct join **list = sort_joins(meetings);
  json_begin_array(json, "joins");
  for (size_t i = 0; i < meetings->joins.count; i++) {
    const struct join *join = list[i];
    const struct ir_loc *loc = &program->locs.data[join->loc];
    json_begin_object(json, NULL);
    json_add_string(json, "file", program->strings.data[loc->file]);
    json_add_number(json, "line", loc->line);
    json_add_string(json, "function", program->funcs.data[join->func]->name);
    json_add_number(json, "block", join->block);
    json_add_number(json, "came", join->came);
    json_add_number(json, "found", join->found);
    json_add_number(json, "merged", join->merged);
    json_add_number(json, "missed", join->missed);
    add_json_causes(join, json);
    add_json_forwarded(join, json);
    json_end_object(json);
  }
  json_end_array(json);
  free(list);
}
