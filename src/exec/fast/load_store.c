/* Loads and stores. The cache of the memory serves nearly all of them with one comparison; a
   miss takes the general handler, which alone raises errors. */
#include "exec/fast/address.h"
#include "exec/fast/fast.h"
#include "exec/machine.h"
#include "ir/ir.h"

#include <string.h>

static uint64_t address_of(const struct op *op, const uint64_t *r, enum fast_address mode) {
  switch (mode) {
  case FAST_BASE: return BASE_ADDRESS;
  case FAST_ABSOLUTE: return ABSOLUTE_ADDRESS;
  case FAST_INDEXED: return INDEXED_ADDRESS;
  case FAST_INDEXED_S32: return INDEXED_S32_ADDRESS;
  case FAST_TABLE: return TABLE_ADDRESS;
  default: return TABLE_S32_ADDRESS;
  }
}

static inline __attribute__((always_inline)) bool load_slowly(struct machine *m, uint64_t address,
                                                              uint64_t *slot, unsigned width) {
  struct access_fault fault;
  uint32_t size = ir_byte_size(width);
  uint64_t words[2] = {0, 0};
  if (width == size * 8 && size <= 8 && (size & (size - 1)) == 0 &&
      cache_read(&m->memory, &m->memory.partial_cache[cache_index(address)], address, words,
                 size)) {
    slot[0] = words[0];
    return true;
  }
  if (!memory_read(&m->memory, &m->state->space, address, words, size, &fault)) {
    error_raise_access(m, &fault, address, size, false);
    return false;
  }
  slot[0] = words[0] & ir_mask(width);
  if (width > 64) slot[1] = words[1] & ir_mask(width - 64);
  return true;
}

static inline __attribute__((always_inline)) bool
store_slowly(struct machine *m, uint64_t address, const uint64_t *slot, unsigned width) {
  struct access_fault fault;
  uint32_t size = ir_byte_size(width);
  uint64_t words[2] = {slot[0], width > 64 ? slot[1] : 0};
  if (width == size * 8 && size <= 8 && (size & (size - 1)) == 0 &&
      cache_write(&m->memory, &m->memory.partial_cache[cache_index(address)],
                  &m->memory.read_cache[cache_index(address)], address, words, size))
    return true;
  if (memory_write(&m->memory, &m->state->space, address, words, size, &fault)) return true;
  error_raise_access(m, &fault, address, size, true);
  return false;
}

/* The additional cost of a miss does not matter, so all modes share a body. */
#define SLOW_HANDLERS(mode, width)                                                                 \
  static HANDLER(slow_load_##mode##_##width) {                                                     \
    m->stopped_at = op;                                                                            \
    if (!load_slowly(m, address_of(op, r, FAST_##mode), r + op->dst, width)) TAIL(fast_stop);      \
    NEXT;                                                                                          \
  }                                                                                                \
  static HANDLER(slow_store_##mode##_##width) {                                                    \
    m->stopped_at = op;                                                                            \
    if (!store_slowly(m, address_of(op, r, FAST_##mode), r + op->dst, width)) TAIL(fast_stop);     \
    NEXT;                                                                                          \
  }

#define LOAD_STORE(mode, width, size_log)                                                          \
  SLOW_HANDLERS(mode, width)                                                                       \
  static HANDLER(load_##mode##_##width) {                                                          \
    uint64_t address = mode##_ADDRESS;                                                             \
    const struct cache_entry *entry = &m->memory.read_cache[cache_index(address)];                 \
    uint64_t offset = address - entry->base;                                                       \
    if (UNLIKELY(offset >= entry->limit[size_log])) TAIL(slow_load_##mode##_##width);              \
    uint##width##_t value;                                                                         \
    memcpy(&value, entry->data + offset, sizeof value);                                            \
    r[op->dst] = value;                                                                            \
    NEXT;                                                                                          \
  }                                                                                                \
  static HANDLER(store_##mode##_##width) {                                                         \
    uint64_t address = mode##_ADDRESS;                                                             \
    const struct cache_entry *entry = &m->memory.write_cache[cache_index(address)];                \
    uint64_t offset = address - entry->base;                                                       \
    if (UNLIKELY(offset >= entry->limit[size_log])) TAIL(slow_store_##mode##_##width);             \
    uint##width##_t value = (uint##width##_t)r[op->dst];                                           \
    memcpy(entry->data + offset, &value, sizeof value);                                            \
    NEXT;                                                                                          \
  }
#define LOAD_STORE_MODE(mode)                                                                      \
  LOAD_STORE(mode, 8, 0)                                                                           \
  LOAD_STORE(mode, 16, 1)                                                                          \
  LOAD_STORE(mode, 32, 2)                                                                          \
  LOAD_STORE(mode, 64, 3)                                                                          \
  static HANDLER(lea_##mode) {                                                                     \
    r[op->dst] = mode##_ADDRESS;                                                                   \
    NEXT;                                                                                          \
  }
LOAD_STORE_MODE(BASE)
LOAD_STORE_MODE(ABSOLUTE)
LOAD_STORE_MODE(INDEXED)
LOAD_STORE_MODE(INDEXED_S32)
LOAD_STORE_MODE(TABLE)
LOAD_STORE_MODE(TABLE_S32)

#define ROW(kind, mode)                                                                            \
  [FAST_##mode] = {kind##_##mode##_8, kind##_##mode##_16, kind##_##mode##_32, kind##_##mode##_64}
op_handler *const fast_load[FAST_ADDRESS_COUNT][4] = {
    ROW(load, BASE),        ROW(load, ABSOLUTE), ROW(load, INDEXED),
    ROW(load, INDEXED_S32), ROW(load, TABLE),    ROW(load, TABLE_S32),
};
op_handler *const fast_store[FAST_ADDRESS_COUNT][4] = {
    ROW(store, BASE),        ROW(store, ABSOLUTE), ROW(store, INDEXED),
    ROW(store, INDEXED_S32), ROW(store, TABLE),    ROW(store, TABLE_S32),
};
op_handler *const fast_lea[FAST_ADDRESS_COUNT] = {
    [FAST_BASE] = lea_BASE,       [FAST_ABSOLUTE] = lea_ABSOLUTE,
    [FAST_INDEXED] = lea_INDEXED, [FAST_INDEXED_S32] = lea_INDEXED_S32,
    [FAST_TABLE] = lea_TABLE,     [FAST_TABLE_S32] = lea_TABLE_S32,
};

/* Storing a constant at base + c. */
#define STORE_CONST(width, size_log)                                                               \
  static HANDLER(slow_store_const_##width) {                                                       \
    m->stopped_at = op;                                                                            \
    if (!store_slowly(m, r[op->a] + (uint64_t)(int64_t)(int32_t)op->c, &op->imm, width))           \
      TAIL(fast_stop);                                                                             \
    NEXT;                                                                                          \
  }                                                                                                \
  static HANDLER(store_const_##width) {                                                            \
    uint64_t address = r[op->a] + (uint64_t)(int64_t)(int32_t)op->c;                               \
    const struct cache_entry *entry = &m->memory.write_cache[cache_index(address)];                \
    uint64_t offset = address - entry->base;                                                       \
    if (UNLIKELY(offset >= entry->limit[size_log])) TAIL(slow_store_const_##width);                \
    uint##width##_t value = (uint##width##_t)op->imm;                                              \
    memcpy(entry->data + offset, &value, sizeof value);                                            \
    NEXT;                                                                                          \
  }
STORE_CONST(8, 0)
STORE_CONST(16, 1)
STORE_CONST(32, 2)
STORE_CONST(64, 3)
op_handler *const fast_store_const[4] = {store_const_8, store_const_16, store_const_32,
                                         store_const_64};

HANDLER(fast_load_any) {
  m->stopped_at = op;
  if (!load_slowly(m, r[op->a], r + op->dst, op->b)) TAIL(fast_stop);
  NEXT;
}

HANDLER(fast_store_any) {
  m->stopped_at = op;
  if (!store_slowly(m, r[op->a], r + op->dst, op->b)) TAIL(fast_stop);
  NEXT;
}
