/* The spans of overlays that were listed before: private to src/memory. */
#ifndef MEMORY_SPAN_CACHE_H
#define MEMORY_SPAN_CACHE_H

#include "memory/symbolic_list.h"
#include "util/word_map.h"

struct overlay;
struct pool;

struct cached_spans {
  struct overlay *overlay; /* holds a reference */
  uint32_t first, count;   /* of the cache's spans, whose offsets are those in the part */
};

struct span_cache {
  struct word_map places; /* of overlays: number in the list + 1 */
  VEC(struct cached_spans) list;
  VEC(struct symbolic_span) spans;
};

/* Borrowed until the next change; NULL if it has none. */
const struct cached_spans *span_cache_find(const struct span_cache *cache,
                                           const struct overlay *overlay);
/* The overlay must be absent. */
void span_cache_add(struct span_cache *cache, struct pool *pool, struct overlay *overlay,
                    const struct symbolic_span *spans, uint32_t count, uint64_t start);
void span_cache_clear(struct span_cache *cache, struct pool *pool);

#endif
