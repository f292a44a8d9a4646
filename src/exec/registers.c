/* Symbolic registers: one block of memory, the set in front of the values. */
#include "exec/registers.h"

#include "util/pool.h"

#include <string.h>

static size_t word_count(uint32_t slot_count) { return (slot_count + 63) / 64; }

static size_t byte_count(uint32_t slot_count) {
  return sizeof(struct registers) + word_count(slot_count) * sizeof(uint64_t) +
         slot_count * sizeof(struct expr *);
}

static struct registers *take(struct pool *pool, uint32_t slot_count) {
  struct registers *registers = pool_take(pool, byte_count(slot_count));
  registers->slot_count = slot_count;
  registers->values = (struct expr **)(registers->set + word_count(slot_count));
  return registers;
}

struct registers *registers_new(struct pool *pool, uint32_t slot_count) {
  struct registers *registers = take(pool, slot_count);
  registers->count = 0;
  memset(registers->set, 0, word_count(slot_count) * sizeof(uint64_t));
  memset(registers->values, 0, slot_count * sizeof(struct expr *));
  return registers;
}

struct registers *registers_copy(struct pool *pool, const struct registers *registers) {
  struct registers *copy = take(pool, registers->slot_count);
  copy->count = registers->count;
  memcpy(copy->set, registers->set, word_count(copy->slot_count) * sizeof(uint64_t));
  memcpy(copy->values, registers->values, copy->slot_count * sizeof(struct expr *));
  return copy;
}

void registers_free(struct pool *pool, struct registers *registers) {
  if (registers != NULL) pool_give(pool, registers, byte_count(registers->slot_count));
}
