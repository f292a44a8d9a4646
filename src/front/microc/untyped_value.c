/* Tagged values. Items come from blocks in a list, so that all can be freed when a run stops with
   values in use. Cells are never freed earlier, as in any other run. */
#include "front/microc/untyped_value.h"

#include <stdlib.h>

struct value_block {
  struct value_block *next, **link; /* what points at it */
  struct value items[];
};

struct value value_of_number(int64_t number) {
  return (struct value){.kind = VALUE_NUMBER, .number = (int32_t)(uint32_t)(uint64_t)number};
}

struct value value_of_pointer(struct cell *target) {
  return (struct value){.kind = VALUE_POINTER, .target = target};
}

const char *value_kind_name(enum value_kind kind) {
  static const char *const names[] = {"nothing",  "a number", "a pointer", "a function",
                                      "an array", "a record", "a local"};
  return names[kind];
}

struct value *value_new_items(struct heap *heap, uint32_t count) {
  struct value_block *block = alloc_zeroed(sizeof *block + count * sizeof *block->items);
  block->next = heap->blocks;
  block->link = &heap->blocks;
  if (block->next != NULL) block->next->link = &block->next;
  heap->blocks = block;
  return block->items;
}

struct value value_copy(struct heap *heap, const struct value *value) {
  struct value copy = *value;
  if (value->kind != VALUE_ARRAY && value->kind != VALUE_RECORD) return copy;
  copy.items = value_new_items(heap, value->count);
  for (uint32_t i = 0; i < value->count; i++) copy.items[i] = value_copy(heap, &value->items[i]);
  return copy;
}

void value_free(struct heap *heap, struct value *value) {
  if (value->items == NULL) return;
  for (uint32_t i = 0; i < value->count; i++) value_free(heap, &value->items[i]);
  struct value_block *block =
      (struct value_block *)((char *)value->items - offsetof(struct value_block, items));
  *block->link = block->next;
  if (block->next != NULL) block->next->link = block->link;
  free(block);
  *value = (struct value){0};
}

struct cell *heap_new_cell(struct heap *heap, const char *name) {
  struct cell *cell = alloc_zeroed(sizeof *cell);
  cell->name = name;
  cell->next = heap->cells;
  heap->cells = cell;
  return cell;
}

void heap_free(struct heap *heap) {
  while (heap->blocks != NULL) {
    struct value_block *block = heap->blocks;
    heap->blocks = block->next;
    free(block);
  }
  while (heap->cells != NULL) {
    struct cell *cell = heap->cells;
    heap->cells = cell->next;
    free(cell);
  }
}
