/* The symbolic registers of a frame. */
#ifndef EXEC_REGISTERS_H
#define EXEC_REGISTERS_H

#include "exec/state.h"

#include <stdint.h>

struct expr;
struct pool;

/* Returns owned; all concrete. */
struct registers *registers_new(struct pool *pool, uint32_t slot_count);
struct registers *registers_copy(struct pool *pool, const struct registers *registers);
void registers_free(struct pool *pool, struct registers *registers);

static inline struct expr *registers_get(const struct registers *registers, uint32_t slot) {
  return registers == NULL ? NULL : registers->values[slot];
}
static inline void registers_set(struct registers *registers, uint32_t slot, struct expr *value) {
  if (registers->values[slot] == NULL) {
    registers->count++;
    registers->set[slot / 64] |= (uint64_t)1 << (slot % 64);
  }
  registers->values[slot] = value;
}
static inline void registers_clear(struct registers *registers, uint32_t slot) {
  if (registers->values[slot] == NULL) return;
  registers->values[slot] = NULL;
  registers->count--;
  registers->set[slot / 64] &= ~((uint64_t)1 << (slot % 64));
}
/* What stands in the slot of a symbolic register that was forgotten because nothing reads
   it any more: an address that no object has. */
#define REGISTER_DEAD UINT64_C(0x7fffdeaddeaddead)
/* Words of registers.set. */
static inline uint32_t registers_word_count(const struct registers *registers) {
  return (registers->slot_count + 63) / 64;
}

#endif
