/* Whether everything taken from a pool was given back: the free blocks must tile the
   slabs without a gap. Only the last bytes of a slab may be missing, which were too few
   for the block that was asked for next. */
#ifndef TESTS_POOL_CHECK_H
#define TESTS_POOL_CHECK_H

#include "util/alloc.h"
#include "util/pool.h"

#include <stdbool.h>
#include <stdlib.h>

struct pool_range {
  uintptr_t start, end;
};

static inline int pool_compare_ranges(const void *x, const void *y) {
  const struct pool_range *a = x, *b = y;
  return a->start < b->start ? -1 : a->start > b->start;
}

/* Bytes that are in use or lost; blocks in the free lists must not overlap. */
static inline size_t pool_count_used(const struct pool *pool) {
  enum { HEADER = 16, SLAB = 256 << 10 };
  VEC(struct pool_range) ranges = {0};
  for (size_t class = 1; class <= POOL_CLASS_COUNT; class ++)
    for (struct pool_block *block = pool->free_blocks[class]; block; block = block->next)
      vec_push(&ranges,
               ((struct pool_range){(uintptr_t)block, (uintptr_t)block + class * POOL_GRAIN}));
  if (pool->bump != pool->bump_end)
    vec_push(&ranges, ((struct pool_range){(uintptr_t)pool->bump, (uintptr_t)pool->bump_end}));
  if (ranges.count) qsort(ranges.data, ranges.count, sizeof *ranges.data, pool_compare_ranges);
  size_t used = pool->large_bytes;
  for (const void *slab = pool->slabs; slab; slab = *(void *const *)slab) {
    uintptr_t at = (uintptr_t)slab + HEADER, end = (uintptr_t)slab + SLAB;
    for (size_t i = 0; i < ranges.count; i++) {
      if (ranges.data[i].start < at || ranges.data[i].start >= end) {
        if (ranges.data[i].end > at && ranges.data[i].start < at &&
            ranges.data[i].start >= (uintptr_t)slab)
          used += at - ranges.data[i].start; /* given back twice */
        continue;
      }
      used += ranges.data[i].start - at;
      at = ranges.data[i].end;
    }
    if (end - at >= POOL_MAX_SIZE) used += end - at;
  }
  vec_free(&ranges);
  return used;
}

#endif
