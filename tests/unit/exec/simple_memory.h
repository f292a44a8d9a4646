/* The memory of the reference interpreter: a list of objects with their bytes. Addresses
   have nothing in common with the engine's, so programs under comparison must not let
   them show. */
#ifndef TESTS_SIMPLE_MEMORY_H
#define TESTS_SIMPLE_MEMORY_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct simple_object {
  uint64_t size;
  uint8_t *bytes; /* owned */
  bool is_constant, is_live;
};

struct simple_memory {
  VEC(struct simple_object) objects;
};

enum simple_result { SIMPLE_GOOD, SIMPLE_BAD, SIMPLE_READ_ONLY };

/* Every object has 2^40 addresses, and lies in their middle. */
static inline uint64_t simple_base(size_t number) {
  return ((uint64_t)number + 1) << 40 | (uint64_t)1 << 39;
}

static inline uint64_t simple_allocate(struct simple_memory *memory, uint64_t size,
                                       bool is_constant) {
  struct simple_object object = {size, alloc_zeroed(size + 1), is_constant, true};
  vec_push(&memory->objects, object);
  return simple_base(memory->objects.count - 1);
}

static inline struct simple_object *simple_find(const struct simple_memory *memory,
                                                uint64_t address) {
  uint64_t number = (address >> 40) - 1;
  return number < memory->objects.count ? &memory->objects.data[number] : NULL;
}

/* The bytes at an address of which `size` may be accessed. */
static inline uint8_t *simple_bytes(const struct simple_memory *memory, uint64_t address,
                                    uint64_t size, bool is_write, enum simple_result *result) {
  struct simple_object *object = simple_find(memory, address);
  *result = SIMPLE_BAD;
  if (object == NULL || !object->is_live) return NULL;
  int64_t offset = (int64_t)(address - simple_base((address >> 40) - 1));
  if (offset < 0 || (uint64_t)offset > object->size || size > object->size - (uint64_t)offset)
    return NULL;
  *result = is_write && object->is_constant ? SIMPLE_READ_ONLY : SIMPLE_GOOD;
  return *result == SIMPLE_GOOD ? object->bytes + offset : NULL;
}

static inline void simple_free_all(struct simple_memory *memory) {
  for (size_t i = 0; i < memory->objects.count; i++) free(memory->objects.data[i].bytes);
  vec_free(&memory->objects);
}

#endif
