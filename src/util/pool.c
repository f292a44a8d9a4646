/* The slow path of the pool: new slabs, and blocks too large for a class. */
#include "util/pool.h"

#include "util/alloc.h"

#include <stdlib.h>

#define SLAB_SIZE ((size_t)256 << 10)

struct pool_slab {
  struct pool_slab *next;
  size_t padding; /* keeps what follows aligned to POOL_GRAIN */
};

static void add_slab(struct pool *pool) {
  struct pool_slab *slab = alloc_bytes(SLAB_SIZE);
  slab->next = pool->slabs;
  pool->slabs = slab;
  pool->slab_bytes += SLAB_SIZE;
  pool->bump = (char *)(slab + 1);
  pool->bump_end = (char *)slab + SLAB_SIZE;
}

void *pool_take_slow(struct pool *pool, size_t size) {
  size_t rounded = (size + POOL_GRAIN - 1) / POOL_GRAIN * POOL_GRAIN;
  if (rounded == 0) rounded = POOL_GRAIN;
  if (rounded > POOL_MAX_SIZE) {
    pool->large_bytes += size;
    return alloc_bytes(size);
  }
  if ((size_t)(pool->bump_end - pool->bump) < rounded) add_slab(pool);
  void *block = pool->bump;
  pool->bump += rounded;
  return block;
}

void pool_give_large(struct pool *pool, void *block, size_t size) {
  pool->large_bytes -= size;
  free(block);
}

void pool_free_all(struct pool *pool) {
  while (pool->slabs) {
    struct pool_slab *next = pool->slabs->next;
    free(pool->slabs);
    pool->slabs = next;
  }
  *pool = (struct pool){0};
}
