/* What the overlays of large symbolic buffers are as lists of spans. The cache keeps a reference to
   each overlay, so that it stays as it is: shared ones are never changed. Emptied when there is
   much in it, and when expressions have been collected. */
#include "memory/span_cache.h"

#include "memory/overlay.h"

#include <stdlib.h>

enum { MOST_SPANS = 1 << 14, MOST_OVERLAYS = 1 << 12 };

static uint64_t key_of(const struct overlay *overlay) { return (uint64_t)(uintptr_t)overlay; }

const struct cached_spans *span_cache_find(const struct span_cache *cache,
                                           const struct overlay *overlay) {
  uint64_t *place = word_map_find(&cache->places, key_of(overlay));
  return place != NULL ? &cache->list.data[*place - 1] : NULL;
}

void span_cache_add(struct span_cache *cache, struct pool *pool, struct overlay *overlay,
                    const struct symbolic_span *spans, uint32_t count, uint64_t start) {
  if (cache->spans.count > MOST_SPANS || cache->list.count > MOST_OVERLAYS)
    span_cache_clear(cache, pool);
  struct cached_spans made = {overlay, (uint32_t)cache->spans.count, count};
  for (uint32_t i = 0; i < count; i++) {
    struct symbolic_span span = spans[i];
    span.start -= start;
    vec_push(&cache->spans, span);
  }
  overlay->refs++;
  vec_push(&cache->list, made);
  *word_map_place(&cache->places, key_of(overlay)) = cache->list.count;
}

void span_cache_clear(struct span_cache *cache, struct pool *pool) {
  for (size_t i = 0; i < cache->list.count; i++) overlay_release(pool, cache->list.data[i].overlay);
  vec_free(&cache->list);
  vec_free(&cache->spans);
  word_map_free(&cache->places);
  *cache = (struct span_cache){0};
}
