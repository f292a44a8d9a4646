/* Prints what made states differ: as a table for people, and as JSON. */
#include "exec/machine.h"
#include "ir/ir.h"
#include "reduce/z_equivalence/differences.h"
#include "util/buffer.h"
#include "util/json.h"

#include <stdlib.h>
#include <string.h>

/* How many places, and names of one, the text lists. */
enum { MOST_PLACES = 20, MOST_SHOWN = 6 };

typedef unsigned long long number;

static const char *const kinds[] = {"return", "loop head", "join"}; /* enum z_places */

static int compare_places(const void *x, const void *y) {
  const struct differences_place *a = *(const struct differences_place *const *)x;
  const struct differences_place *b = *(const struct differences_place *const *)y;
  if (a->kept != b->kept) return a->kept > b->kept ? -1 : 1;
  return a < b ? -1 : a > b; /* in one array, in the order of first visits */
}

/* Returns an owned list, the most kept states first. */
static const struct differences_place **sort_places(const struct differences *d) {
  const struct differences_place **list = alloc_bytes((d->places.count + 1) * sizeof *list);
  for (size_t i = 0; i < d->places.count; i++) list[i] = &d->places.data[i];
  if (d->places.count > 1) qsort(list, d->places.count, sizeof *list, compare_places);
  return list;
}

static int compare_names(const void *x, const void *y) {
  const struct strmap_entry *a = *(const struct strmap_entry *const *)x;
  const struct strmap_entry *b = *(const struct strmap_entry *const *)y;
  if (a->value != b->value) return a->value > b->value ? -1 : 1;
  return strcmp(a->key, b->key);
}

static const struct strmap_entry **sort_names(const struct strmap *map) {
  const struct strmap_entry **list = alloc_bytes((map->count + 1) * sizeof *list);
  for (size_t i = 0; i < map->count; i++) list[i] = &map->entries[i];
  if (map->count > 1) qsort(list, map->count, sizeof *list, compare_names);
  return list;
}

/* ---- text ---- */

static void add_names(const char *title, const struct strmap *map, struct buffer *out) {
  if (map->count == 0) return;
  const struct strmap_entry **list = sort_names(map);
  buffer_add(out, "%21s%s ", "", title);
  for (size_t i = 0; i < map->count && i < MOST_SHOWN; i++)
    buffer_add(out, "%s%s (%u)", i > 0 ? ", " : "", list[i]->key, list[i]->value);
  if (map->count > MOST_SHOWN) buffer_add(out, ", and %llu more", (number)map->count - MOST_SHOWN);
  buffer_add(out, "\n");
  free(list);
}

static void add_place(const struct differences *d, const struct differences_place *place,
                      struct buffer *out) {
  const struct ir_program *program = d->machine->program;
  const struct ir_loc *loc = &program->locs.data[place->loc];
  buffer_add(out, "%9llu %9llu  %s:%u in %s (%s)\n", (number)place->kept, (number)place->dropped,
             program->strings.data[loc->file], loc->line, program->funcs.data[place->func]->name,
             kinds[place->kind]);
  if (place->first > 0)
    buffer_add(out, "%21s%llu: the first there with that call stack\n", "", (number)place->first);
  if (place->alike > 0)
    buffer_add(out, "%21s%llu: equal to one that has been forgotten\n", "", (number)place->alike);
  add_names("differ only in", &place->alone, out);
  add_names("differ in several of", &place->among, out);
}

void differences_add_text(const struct differences *d, struct buffer *out) {
  const struct differences_place **list = sort_places(d);
  size_t count = d->places.count;
  buffer_add(out,
             "smew: states that z-equivalence compared, and what differs from the closest of the "
             "last at the place\n%9s %9s  %s\n",
             "kept", "dropped", "where");
  for (size_t i = 0; i < count && i < MOST_PLACES; i++) add_place(d, list[i], out);
  if (count > MOST_PLACES)
    buffer_add(out, "  and %llu more places (summary.json has all)\n", (number)count - MOST_PLACES);
  free(list);
}

/* ---- JSON ---- */

static void add_json_names(const char *title, const struct strmap *map, struct json *json) {
  const struct strmap_entry **list = sort_names(map);
  json_begin_object(json, title);
  for (size_t i = 0; i < map->count; i++) json_add_number(json, list[i]->key, list[i]->value);
  json_end_object(json);
  free(list);
}

void differences_add_json(const struct differences *d, struct json *json) {
  const struct ir_program *program = d->machine->program;
  const struct differences_place **list = sort_places(d);
  json_begin_array(json, "differences");
  for (size_t i = 0; i < d->places.count; i++) {
    const struct ir_loc *loc = &program->locs.data[list[i]->loc];
    json_begin_object(json, NULL);
    json_add_string(json, "file", program->strings.data[loc->file]);
    json_add_number(json, "line", loc->line);
    json_add_string(json, "function", program->funcs.data[list[i]->func]->name);
    json_add_string(json, "place", kinds[list[i]->kind]);
    json_add_number(json, "kept", list[i]->kept);
    json_add_number(json, "dropped", list[i]->dropped);
    json_add_number(json, "first", list[i]->first);
    json_add_number(json, "alike", list[i]->alike);
    add_json_names("only", &list[i]->alone, json);
    add_json_names("several", &list[i]->among, json);
    json_end_object(json);
  }
  json_end_array(json);
  free(list);
}
