/* The caches of the running state, which resemble the TLB of a processor.

   One comparison with an entry establishes that an access is entirely inside a live, readable
   (or writable and unshared) part of an object, that the part has no symbolic byte, and that the
   range has been written. A further cache is for the first writes to a new object, and for
   structs whose padding is never written: it has partly written parts, with the bits that say
   which bytes were written. */
#ifndef MEMORY_CACHE_H
#define MEMORY_CACHE_H

#include "memory/object.h"

#include <string.h>

struct memory;
struct overlay_part;

enum { CACHE_BITS = 8, CACHE_SIZE = 1 << CACHE_BITS, CACHE_PATIENCE = 16 };

struct cache_entry {
  uint64_t base; /* address of data[0] */
  uint8_t *data;
  uint32_t limit[4]; /* accesses of 1, 2, 4, 8 bytes are valid at offsets below limit[k] */
};

struct cache_partial {
  uint64_t base;
  uint8_t *data;
  uint8_t *bits; /* of the part; see memory/written.h */
  struct written *written;
  struct written_map *map; /* NULL: the bits are in `written` itself */
  uint32_t size;           /* 0: entry is empty */
  uint16_t patience;       /* hits until the other caches are updated */
  bool is_writable;
};

/* memory/address.c depends on these bits. */
static inline unsigned cache_index(uint64_t address) {
  return (unsigned)((address >> ADDRESS_LARGE_SLOT_BITS) ^ (address >> ADDRESS_PAGE_BITS)) &
         (CACHE_SIZE - 1);
}

/* Caches a part for reading, and for writing if `is_own`. The caller has checked that it is
   cacheable and has neither overlay nor inputs; `written` may be NULL. */
void cache_keep(struct memory *memory, uint64_t base, uint8_t *bytes, uint64_t size,
                const struct written *written, bool is_own);
void cache_forget_part(struct memory *memory, uint64_t base, uint64_t size);

/* After a hit in a partial entry: updates the other caches, and removes the entry when its whole
   part has been written. */
void cache_refresh(struct memory *memory, struct cache_partial *partial, uint32_t at);

/* Sets the limits for a range of that many bytes. */
static inline void cache_set_size(struct cache_entry *entry, uint32_t size) {
  for (unsigned k = 0; k < 4; k++) entry->limit[k] = size >= 1u << k ? size - (1u << k) + 1 : 0;
}

/* A read of 1, 2, 4 or 8 bytes that missed the entries, from a partly written part. False: take
   the slow path, as for all unaligned accesses. */
static inline __attribute__((always_inline)) bool cache_read(struct memory *memory,
                                                             struct cache_partial *partial,
                                                             uint64_t address, void *out,
                                                             unsigned size) {
  uint64_t offset = address - partial->base;
  uint32_t mask = (1u << size) - 1, at = offset & 7;
  if (offset >= partial->size || size > partial->size - offset || at + size > 8) return false;
  if (partial->bits[offset >> 3] >> at & mask) return false;
  memcpy(out, partial->data + offset, size);
  if (--partial->patience == 0) cache_refresh(memory, partial, (uint32_t)offset);
  return true;
}

/* The same for writing. Arrays are mostly written from the start, so the entry for reads grows
   along. */
static inline __attribute__((always_inline)) bool
cache_write(struct memory *memory, struct cache_partial *partial, struct cache_entry *reads,
            uint64_t address, const void *in, unsigned size) {
  uint64_t offset = address - partial->base;
  uint32_t mask = (1u << size) - 1, at = offset & 7;
  if (offset >= partial->size || size > partial->size - offset || at + size > 8 ||
      !partial->is_writable)
    return false;
  uint8_t *bits = &partial->bits[offset >> 3];
  uint32_t fresh = mask & (uint32_t)*bits >> at;
  *bits &= (uint8_t)~(mask << at);
  memcpy(partial->data + offset, in, size);
  if (fresh == 0) {
    if (--partial->patience == 0) cache_refresh(memory, partial, (uint32_t)offset);
    return true;
  }
  bool is_full = partial->written->word == WRITTEN_BITS;
  if (partial->map != NULL) {
    unsigned count = fresh == mask ? size : (unsigned)__builtin_popcount(fresh);
    partial->map->left = (uint16_t)(partial->map->left - count);
    is_full = partial->map->left == 0;
  }
  if (is_full) {
    cache_refresh(memory, partial, (uint32_t)offset);
  } else if (address == reads->base + reads->limit[0]) {
    cache_set_size(reads, reads->limit[0] + size);
  } else if (reads->base - partial->base >= partial->size) {
    reads->base = address;
    reads->data = partial->data + offset;
    cache_set_size(reads, size);
  }
  return true;
}

#endif
