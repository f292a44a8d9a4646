/* Memory in snapshots: the objects with symbolic bytes, those that are left out because nothing
   reads them any more, and those that are written out word by word because they move or have
   addresses of others that do (moved.h). All others are compared in the space, by content.

   Arrays that were written at symbolic offsets and unwritten bytes are compared by name. */
#include "exec/machine.h"
#include "exec/state_live.h"
#include "exec/symbol.h"
#include "expr/expr.h"
#include "ir/ir.h"
#include "memory/content_hash.h"
#include "memory/symbolic.h"
#include "reduce/shape/dead_variables.h"
#include "reduce/z_equivalence/snapshot_parts.h"
#include "solver/path_condition.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 16, OBJECTS_PER_WORK = 8 };

/* What becomes of them is seen when the form is made: snapshot_inputs.c. */
static void add_inputs(const struct taking *t, const struct symbolic_span *span) {
  const struct expr_array *array = expr_find_array(t->all->machine->exprs, span->array);
  bool is_unwritten = unwritten_find_array(&t->all->machine->memory, span->array) != NULL;
  bool is_named = is_unwritten || span->first + span->size > array->size;
  add_word(t, is_named);
  if (!is_named) {
    vec_push(&t->snapshot->inputs,
             ((struct input_span){t->all->tag, span->size, span->array, span->first}));
    return;
  }
  add_word(t, span->array);
  add_word(t, span->first);
  fix_array(t, span->array);
}

/* A single input is a span of one byte. */
static struct symbolic_span as_inputs(const struct taking *t, struct symbolic_span span) {
  struct exprs *exprs = t->all->machine->exprs;
  if (span.is_array || span.size != 1 || span.value->kind != EXPR_INPUT) return span;
  const struct expr_array *array = expr_array_of(exprs, span.value);
  if (array->element_width != 8 || array->table != NULL) return span;
  return (struct symbolic_span){.start = span.start,
                                .size = 1,
                                .is_array = true,
                                .first = expr_input_index(span.value),
                                .array = array->number};
}

static void add_span_shape(const struct taking *t, const struct symbolic_span *span) {
  add_word(t, span->start);
  add_word(t, (uint64_t)span->size << 2 | (uint64_t)span->is_array << 1 | (span->value != NULL));
}

static void add_span(const struct taking *t, const struct object *object,
                     struct symbolic_span span) {
  tag_part(t, PART_CELL, object->index, span.start);
  add_span_shape(t, &span);
  if (span.value == NULL) {
    add_inputs(t, &span);
  } else if (span.is_array) {
    add_word(t, span.first);
    add_word(t, span.value->id); /* the space keeps it alive */
    fix_support(t, span.value->support);
  } else {
    add_value(t, span.value);
  }
}

static bool is_movable(const struct taking *t, const struct object *object) {
  return object->kind == OBJECT_HEAP && moved_find(&t->all->heap, object->base) != NULL;
}

/* What it is and where; of a movable object only its place in the order. */
static void add_header(const struct taking *t, const struct object *object) {
  bool moves = t->all->moves_heap && is_movable(t, object);
  vec_push(&t->snapshot->slots, object->index);
  tag_part(t, PART_OBJECT, object->index, 0);
  if (moves) {
    add_word(t, UINT64_MAX); /* no slot has that number */
    add_word(t, object->base % ALIGNMENT);
  } else {
    add_word(t, (uint64_t)object->index << 32 | object->link);
    add_word(t, object->base);
  }
  add_word(t, object->size);
  add_word(t, (uint64_t)object->site << 32 | object->name);
  add_word(t, (uint64_t)(moves ? 0 : object->generation) << 16 |
                  (uint64_t)(object->flags & (uint8_t)~(OBJECT_REACHED | OBJECT_UNDEFINED)) << 8 |
                  object->kind);
}

static void add_spans(const struct taking *t, const struct object *object,
                      const struct symbolic_object *symbolic) {
  add_word(t, symbolic->count);
  for (uint32_t i = 0; i < symbolic->count; i++)
    add_span(t, object, as_inputs(t, t->snapshot->symbolic.spans.data[symbolic->first + i]));
}

static void add_object(const struct taking *t, const struct symbolic_object *symbolic) {
  const struct object *object = symbolic->object;
  add_header(t, object);
  add_spans(t, object, symbolic);
}

static bool is_written_out(const struct taking *t, const struct object *object) {
  const struct moved *heap = &t->all->heap;
  if (!t->all->moves_heap || heap->movable.count == 0) return false;
  return is_movable(t, object) || moved_has_pointers(heap, object);
}

static uint32_t next_instruction(const struct state *state, const struct state_point *point) {
  const struct code *code = state->top->code;
  if (point->is_behind) return point->ins + 1;
  return state->is_closing ? point->ins : code->func->blocks.data[point->ins].first;
}

static int compare_slots(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static bool has_slot(const struct slot_set *slots, uint32_t slot) {
  return slots->count > 0 &&
         bsearch(&slot, slots->indices, slots->count, sizeof slot, compare_slots) != NULL;
}

static bool is_left_out(const struct taking *t, const struct object *object) {
  struct slot_set slots = {t->all->left_out.data, t->all->left_out.count};
  return has_slot(&slots, object->index);
}

static void leave_out(const struct taking *t, const struct slot_set *slots) {
  for (size_t i = 0; i < slots->count; i++) vec_push(&t->all->left_out, slots->indices[i]);
}

/* The slots are in order then, and the objects with values are without them. */
static void filter(const struct taking *t) {
  struct symbolic_list *list = &t->snapshot->symbolic;
  struct snapshots *all = t->all;
  size_t kept = 0;
  if (all->left_out.count > 1)
    qsort(all->left_out.data, all->left_out.count, sizeof(uint32_t), compare_slots);
  for (size_t i = 0; i < list->objects.count; i++)
    if (!is_left_out(t, list->objects.data[i].object))
      list->objects.data[kept++] = list->objects.data[i];
  list->objects.count = kept;
}

static void leave_out_whole(const struct taking *t, const struct slot_set *slots) {
  leave_out(t, slots);
  for (size_t i = 0; i < slots->count; i++) vec_push(&t->snapshot->slots, slots->indices[i]);
}

/* What is dead is left out: of the objects with values, and of the rest. Heap objects stay, without
   their content, unless nothing leads to them. */
static void leave_out_dead(const struct taking *t, const struct state *state,
                           const struct state_point *point) {
  struct snapshots *all = t->all;
  struct snapshot *snapshot = t->snapshot;
  all->has_left_out = false;
  vec_clear(&all->left_out);
  if (all->dead == NULL) return;
  struct dead_memory dead = dead_variables_of(all->dead, state, next_instruction(state, point));
  if (all->moves_heap) dead.contents.count = 0;
  leave_out_whole(t, &dead.variables);
  leave_out(t, &dead.contents);
  filter(t);
  struct slot_set garbage = {NULL, 0};
  if (!all->moves_heap)
    garbage = garbage_find(&all->garbage, all->machine, state, snapshot->values.data,
                           snapshot->values.count, &snapshot->symbolic);
  all->work += (dead.visited + all->garbage.work) / OBJECTS_PER_WORK;
  for (size_t i = 0; i < dead.contents.count; i++)
    if (!has_slot(&garbage, dead.contents.indices[i]))
      add_header(t, tree_get(&state->space.tree, dead.contents.indices[i]));
  leave_out_whole(t, &garbage);
  if (garbage.count > 0) filter(t);
  all->has_left_out = all->left_out.count > 0;
}

/* ---- objects that are written out, since they move or have addresses of others that do ---- */

/* Written bytes from `at` on, up to the next multiple of 8, and which of them were written. */
static uint64_t add_bytes(const struct taking *t, const struct part_view *view, uint64_t at,
                          uint64_t end) {
  uint64_t limit = (at / 8 + 1) * 8, word = 0, unwritten = 0;
  if (limit > end) limit = end;
  memcpy(&word, view->bytes + at, limit - at);
  for (uint64_t i = at; view->written != NULL && i < limit; i++)
    if (!written_covers(view->written, (uint32_t)i, (uint32_t)i + 1))
      unwritten |= (uint64_t)1 << (i - at);
  add_word(t, unwritten);
  if (limit - at == 8)
    add_address(t, word);
  else
    add_word(t, word);
  return limit;
}

static void add_gap(const struct taking *t, const struct part_view *view, uint64_t at,
                    uint64_t end) {
  while (at < end) {
    tag_part(t, PART_CELL, t->all->tag.owner, at);
    at = add_bytes(t, view, at, end);
  }
}

static const struct symbolic_object *find_symbolic(const struct snapshot *snapshot,
                                                   const struct object *object) {
  for (size_t i = 0; i < snapshot->symbolic.objects.count; i++)
    if (snapshot->symbolic.objects.data[i].object == object)
      return &snapshot->symbolic.objects.data[i];
  return NULL;
}

static void write_out(const struct taking *t, const struct object *object) {
  struct part_view view = object_view_part(object, 0);
  struct symbolic_object none = {0};
  const struct symbolic_object *symbolic = find_symbolic(t->snapshot, object);
  if (symbolic == NULL) symbolic = &none;
  add_header(t, object);
  add_spans(t, object, symbolic);
  uint64_t at = 0;
  for (uint32_t i = 0; i < symbolic->count; i++) {
    const struct symbolic_span *span = &t->snapshot->symbolic.spans.data[symbolic->first + i];
    add_gap(t, &view, at, span->start);
    at = span->start + span->size;
  }
  add_gap(t, &view, at, object->size);
}

/* Values that have been collected so far are those of registers. */
static void find_movable(const struct taking *t, const struct state *state) {
  struct snapshots *all = t->all;
  struct moved *heap = &all->heap;
  const struct symbolic_list *list = &t->snapshot->symbolic;
  moved_begin(heap, &state->space);
  if (state->has_set_jump) vec_clear(&heap->movable);
  for (size_t i = 0; i < t->snapshot->values.count; i++)
    moved_pin_expr(heap, t->snapshot->values.data[i]);
  for (size_t i = 0; i < list->spans.count; i++)
    if (list->spans.data[i].value != NULL) moved_pin_expr(heap, list->spans.data[i].value);
  for (const struct path_condition *path = state->path; path; path = path->parent)
    moved_pin_expr(heap, path->conjunct);
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    moved_pin(heap, symbol->address);
  for (size_t i = 0; i < all->places.count; i++)
    moved_pin_hidden(heap, t->snapshot->layout.data[all->places.data[i]]);
  moved_look(heap);
}

static void write_out_all(const struct taking *t) {
  const struct moved *heap = &t->all->heap;
  for (size_t i = 0; i < heap->with_pointers.count; i++)
    if (!is_left_out(t, heap->with_pointers.data[i])) write_out(t, heap->with_pointers.data[i]);
  for (size_t i = 0; i < heap->movable.count; i++)
    if (!heap->movable.data[i].is_pinned) write_out(t, heap->movable.data[i].object);
}

/* Replaces addresses in movable objects by their names, and adds where that was done. */
static void name_addresses(const struct taking *t) {
  struct snapshots *all = t->all;
  uint64_t named = 0;
  tag_part(t, PART_MODE, 0, 0);
  for (size_t i = 0; i < all->places.count; i++) {
    uint64_t *word = &t->snapshot->layout.data[all->places.data[i]];
    const struct moved_object *found = moved_find(&all->heap, *word);
    if (found == NULL) continue;
    *word = (uint64_t)found->number << 32 | (*word - found->object->base);
    add_word(t, all->places.data[i]);
    named++;
  }
  add_word(t, named);
}

/* A variable without a definition that was not accessed yet, as one span of inputs. */
static void add_untouched(const struct taking *t, const struct object *object) {
  struct symbolic_span span = {.size = (uint32_t)object->size, .is_array = true};
  add_header(t, object);
  add_word(t, 1); /* span */
  tag_part(t, PART_CELL, object->index, 0);
  add_span_shape(t, &span);
  add_word(t, false); /* it is not compared by name */
  vec_push(&t->snapshot->inputs, ((struct input_span){t->all->tag, span.size, FLEX_NO_ARRAY, 0}));
}

/* Those in slots before `end`, the others later. A wild access finds only variables that were
   accessed, so they do not count as equal then. */
static void add_undefined(const struct taking *t, const struct state *state, size_t *next,
                          uint32_t end) {
  const struct machine *machine = t->all->machine;
  if (machine->has_wild_access) return;
  for (; *next < t->all->undefined.count; ++*next) {
    const struct object *object = space_find(&state->space, t->all->undefined.data[*next]);
    if (object == NULL || !(object->flags & OBJECT_UNDEFINED) || object->size == 0) continue;
    if (is_left_out(t, object)) continue;
    if (object->index >= end) return;
    add_untouched(t, object);
    t->all->has_left_out = true;
  }
}

/* Whether all bytes are in one span. */
static bool is_whole(const struct snapshot *snapshot, const struct symbolic_object *symbolic) {
  const struct symbolic_span *span = &snapshot->symbolic.spans.data[symbolic->first];
  return symbolic->count == 1 && span->start == 0 && span->size == symbolic->object->size;
}

static void add_memory(const struct taking *t, const struct state *state) {
  const struct symbolic_list *list = &t->snapshot->symbolic;
  size_t undefined = 0;
  snapshots_find_undefined(t->all);
  for (uint32_t i = 0; i < list->objects.count; i++) {
    add_undefined(t, state, &undefined, list->objects.data[i].object->index);
    if (is_written_out(t, list->objects.data[i].object)) continue;
    add_object(t, &list->objects.data[i]);
    if (!is_whole(t->snapshot, &list->objects.data[i])) vec_push(&t->snapshot->by_bytes, i);
  }
  add_undefined(t, state, &undefined, UINT32_MAX);
  if (t->all->moves_heap) {
    write_out_all(t);
    name_addresses(t);
  }
  if (t->snapshot->slots.count > 1)
    qsort(t->snapshot->slots.data, t->snapshot->slots.count, sizeof(uint32_t), compare_slots);
}

void snapshot_add_memory(const struct taking *t, const struct state *state,
                         const struct state_point *point) {
  leave_out_dead(t, state, point);
  if (t->all->moves_heap) find_movable(t, state);
  add_memory(t, state);
}
