/* The table of unwritten values. Arrays are large and filled from the start, object after
   object, since a set of inputs is small if they are consecutive (expr/support.h). */
#include "memory/unwritten.h"

#include "expr/expr.h"
#include "expr/support.h"
#include "memory/access.h"
#include "util/fault.h"

#include <stdlib.h>

enum { CHUNK = 1 << 16, REGISTER_BYTES = 16, REGISTER_BITS = 32 };

void unwritten_free(struct unwritten *unwritten) {
  vec_free(&unwritten->runs);
  vec_free(&unwritten->arrays);
}

void unwritten_mark(struct memory *memory) {
  const struct unwritten *table = &memory->unwritten;
  for (size_t i = 0; i < table->arrays.count; i++)
    expr_mark_root(memory->exprs, table->arrays.data[i].value);
}

static const struct expr_array *add_array(struct memory *memory, uint64_t size, uint32_t func) {
  struct unwritten_array entry = {
      .array = expr_new_array(memory->exprs, "unwritten", 8, 64, size, NULL),
      .other = expr_new_array(memory->exprs, "unwritten'", 8, 64, size, NULL),
      .func = func};
  entry.value = expr_array_value(memory->exprs, entry.array);
  vec_push(&memory->unwritten.arrays, entry);
  return entry.array;
}

static uint32_t add_run(struct memory *memory, const struct unwritten_source *source,
                        uint64_t size) {
  struct unwritten *table = &memory->unwritten;
  if (table->open == NULL || size > table->open->size - table->used) {
    table->open = add_array(memory, size > CHUNK ? size : CHUNK, UINT32_MAX);
    table->used = 0;
  }
  vec_push(&table->runs, ((struct unwritten_run){table->open->number, table->used, *source}));
  table->used += size;
  return (uint32_t)table->runs.count;
}

static struct unwritten_source describe(const struct object *object) {
  return (struct unwritten_source){
      .kind = object->kind, .site = object->site, .name = object->name, .size = object->size};
}

static const struct unwritten_run *run_of(struct memory *memory, struct object *object) {
  if (object_unwritten_id(object) == 0) {
    struct unwritten_source source = describe(object);
    object_set_unwritten_id(object, add_run(memory, &source, object->size));
  }
  return &memory->unwritten.runs.data[object_unwritten_id(object) - 1];
}

struct expr *unwritten_byte(struct memory *memory, struct object *object, uint64_t offset) {
  const struct unwritten_run *run = run_of(memory, object);
  return expr_input(memory->exprs, expr_find_array(memory->exprs, run->array), run->first + offset);
}

struct expr *unwritten_array_of(struct memory *memory, struct object *object, uint64_t *first) {
  const struct unwritten_run *run = run_of(memory, object);
  *first = run->first;
  return expr_array_value(memory->exprs, expr_find_array(memory->exprs, run->array));
}

void unwritten_note_copy(struct memory *memory, struct object *object, struct object *from) {
  if (object_unwritten_id(object) != 0 || object == from) return;
  struct unwritten_source source = describe(from);
  uint32_t id = object_unwritten_id(from);
  if (id != 0) source = memory->unwritten.runs.data[id - 1].source;
  source.is_copy = true;
  object_set_unwritten_id(object, add_run(memory, &source, object->size));
}

void unwritten_note_origin(struct memory *memory, struct object *object, struct expr *byte) {
  if (object_unwritten_id(object) != 0) return;
  struct unwritten_source source = unwritten_find_source(
      memory, expr_array_of(memory->exprs, byte)->number, expr_input_index(byte));
  source.is_copy = source.kind != UNWRITTEN_REGISTER;
  object_set_unwritten_id(object, add_run(memory, &source, object->size));
}

static const struct expr_array *array_of_func(struct memory *memory, uint32_t func) {
  const struct unwritten *table = &memory->unwritten;
  for (size_t i = 0; i < table->arrays.count; i++)
    if (table->arrays.data[i].func == func) return table->arrays.data[i].array;
  return add_array(memory, 0, func);
}

struct expr *unwritten_register(struct memory *memory, uint32_t func, uint32_t constant,
                                uint64_t activation, unsigned width) {
  const struct expr_array *array = array_of_func(memory, func);
  uint64_t first = activation << REGISTER_BITS | (uint64_t)constant * REGISTER_BYTES;
  struct expr *value = NULL;
  for (unsigned i = 0; i < (width + 7) / 8; i++) {
    struct expr *byte = expr_input(memory->exprs, array, first + i);
    value = value ? expr_concat(memory->exprs, byte, value) : byte;
  }
  return expr_extract(memory->exprs, value, 0, width);
}

bool unwritten_concerns(const struct memory *memory, const struct expr *e) {
  const struct unwritten *table = &memory->unwritten;
  if (e->support == SUPPORT_EMPTY) return false;
  for (size_t i = 0; i < table->arrays.count; i++)
    if (support_intersects(memory->exprs, e->support, table->arrays.data[i].value->support))
      return true;
  return false;
}

bool unwritten_is_byte(const struct memory *memory, const struct expr *e) {
  return e->kind == EXPR_INPUT && e->width == 8 &&
         unwritten_find_array(memory, expr_array_of(memory->exprs, e)->number) != NULL;
}

const struct unwritten_array *unwritten_find_array(const struct memory *memory, uint32_t number) {
  const struct unwritten *table = &memory->unwritten;
  size_t low = 0, high = table->arrays.count; /* sorted by number */
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (table->arrays.data[middle].array->number < number)
      low = middle + 1;
    else
      high = middle;
  }
  bool is_it = low < table->arrays.count && table->arrays.data[low].array->number == number;
  return is_it ? &table->arrays.data[low] : NULL;
}

struct unwritten_source unwritten_find_source(const struct memory *memory, uint32_t array,
                                              uint64_t index) {
  const struct unwritten *table = &memory->unwritten;
  const struct unwritten_array *entry = unwritten_find_array(memory, array);
  REQUIRE(entry != NULL);
  if (entry->func != UINT32_MAX)
    return (struct unwritten_source){.kind = UNWRITTEN_REGISTER,
                                     .site = entry->func,
                                     .offset = (index & (((uint64_t)1 << REGISTER_BITS) - 1)) /
                                               REGISTER_BYTES};
  size_t low = 0, high = table->runs.count; /* the run is in [low, high) */
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    const struct unwritten_run *run = &table->runs.data[middle];
    if (run->array < array || (run->array == array && run->first <= index))
      low = middle;
    else
      high = middle;
  }
  struct unwritten_source source = table->runs.data[low].source;
  if (source.kind != UNWRITTEN_REGISTER) source.offset = index - table->runs.data[low].first;
  return source;
}
