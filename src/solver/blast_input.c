/* A table of the input elements that occur in expressions or multiplexer trees. */
#include "solver/blast_input.h"

#include "util/hash.h"

#include <stdlib.h>

void inputs_free(struct inputs *inputs) {
  vec_free(&inputs->list);
  free(inputs->slots);
  *inputs = (struct inputs){0};
}

static size_t hash_element(uint32_t array, uint64_t index) {
  uint64_t h = (index ^ (uint64_t)array << 40 ^ array) * HASH_FACTOR;
  return (size_t)((h ^ h >> 31) * 0xbf58476d1ce4e5b9u >> 20);
}

static void insert_slot(struct inputs *inputs, uint32_t number) {
  const struct input_element *element = &inputs->list.data[number];
  size_t mask = inputs->slot_count - 1, slot = hash_element(element->array, element->index);
  while (inputs->slots[slot & mask] != 0) slot++;
  inputs->slots[slot & mask] = number + 1;
}

static void rehash(struct inputs *inputs, size_t slot_count) {
  free(inputs->slots);
  inputs->slots = alloc_zeroed(slot_count * sizeof *inputs->slots);
  inputs->slot_count = slot_count;
  for (uint32_t i = 0; i < inputs->list.count; i++) insert_slot(inputs, i);
}

const struct input_element *input_find(const struct inputs *inputs, uint32_t array,
                                       uint64_t index) {
  if (inputs->slot_count == 0) return NULL;
  size_t mask = inputs->slot_count - 1, slot = hash_element(array, index);
  for (; inputs->slots[slot & mask] != 0; slot++) {
    const struct input_element *element = &inputs->list.data[inputs->slots[slot & mask] - 1];
    if (element->array == array && element->index == index) return element;
  }
  return NULL;
}

gate_lit input_bits(struct inputs *inputs, struct gates *gates, uint32_t array, uint64_t index,
                    unsigned width) {
  const struct input_element *known = input_find(inputs, array, index);
  if (known != NULL) return known->first;
  uint32_t number = (uint32_t)inputs->list.count;
  gate_lit first = gate_free(gates, 0, number, 0);
  for (unsigned bit = 1; bit < width; bit++) gate_free(gates, 0, number, bit);
  struct input_element element = {index, array, (uint16_t)width, first};
  vec_push(&inputs->list, element);
  if (inputs->list.count * 2 > inputs->slot_count)
    rehash(inputs, inputs->slot_count ? inputs->slot_count * 2 : 64);
  else
    insert_slot(inputs, number);
  return first;
}
