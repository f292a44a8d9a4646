/* Small blocks by size class, carved from slabs: an allocation is a pop, a release a push. Blocks
   of equal class are interchangeable; slabs are freed only with the pool, so a pool lasts as long
   as a run. */
#ifndef UTIL_POOL_H
#define UTIL_POOL_H

#include <stddef.h>
#include <stdint.h>

enum { POOL_GRAIN = 16, POOL_CLASS_COUNT = 64, POOL_MAX_SIZE = POOL_GRAIN * POOL_CLASS_COUNT };

struct pool {
  struct pool_block *free_blocks[POOL_CLASS_COUNT + 1]; /* class k: k * POOL_GRAIN bytes */
  struct pool_slab *slabs;
  char *bump, *bump_end;
  size_t slab_bytes;  /* allocated in slabs */
  size_t free_bytes;  /* of these, in the free lists */
  size_t large_bytes; /* allocated outside the slabs */
};

struct pool_block {
  struct pool_block *next;
};

void pool_free_all(struct pool *pool);
void *pool_take_slow(struct pool *pool, size_t size);
void pool_give_large(struct pool *pool, void *block, size_t size);

static inline size_t pool_class(size_t size) {
  return size ? (size + POOL_GRAIN - 1) / POOL_GRAIN : 1;
}

/* Allocates a block of at least `size` bytes, contents undefined. */
static inline void *pool_take(struct pool *pool, size_t size) {
  size_t class = pool_class(size);
  if (__builtin_expect(class <= POOL_CLASS_COUNT && pool->free_blocks[class] != NULL, 1)) {
    struct pool_block *block = pool->free_blocks[class];
    pool->free_blocks[class] = block->next;
    pool->free_bytes -= class * POOL_GRAIN;
    return block;
  }
  return pool_take_slow(pool, size);
}

/* Frees a block that was allocated with the same size. */
static inline void pool_give(struct pool *pool, void *memory, size_t size) {
  size_t class = pool_class(size);
  if (__builtin_expect(class > POOL_CLASS_COUNT, 0)) {
    pool_give_large(pool, memory, size);
    return;
  }
  struct pool_block *block = memory;
  block->next = pool->free_blocks[class];
  pool->free_blocks[class] = block;
  pool->free_bytes += class * POOL_GRAIN;
}

#endif
