/* Backgrounds: sorted ranges of pages in one block of the pool. There is one range per call of
   klee_make_symbolic on part of the object, so each change builds a new background. */
#include "memory/background.h"

#include "util/fault.h"
#include "util/pool.h"

static size_t block_size(uint32_t count) {
  return sizeof(struct background) + count * sizeof(struct background_range);
}

struct background *background_share(struct background *background) {
  if (background != NULL) background->refs++;
  return background;
}

void background_release(struct pool *pool, struct background *background) {
  if (background != NULL && --background->refs == 0)
    pool_give(pool, background, block_size(background->count));
}

const struct background_range *background_find(const struct background *background, uint64_t page) {
  uint32_t low = 0, high = background->count; /* the range is in [low, high) */
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (background->ranges[middle].first <= page)
      low = middle;
    else
      high = middle;
  }
  return &background->ranges[low];
}

static void append(struct background *to, uint64_t first, const struct background_range *filling) {
  const struct background_range *last = to->count ? &to->ranges[to->count - 1] : NULL;
  bool is_same = last && last->array == filling->array && last->shift == filling->shift &&
                 last->is_unwritten == filling->is_unwritten;
  if (is_same) return;
  to->ranges[to->count] = *filling;
  to->ranges[to->count++].first = first;
}

struct background *background_set(struct pool *pool, struct background *old, uint64_t first,
                                  uint64_t end, const struct background_range *filling) {
  static const struct background_range zeros = {0};
  uint32_t old_count = old ? old->count : 1, most = old_count + 2;
  const struct background_range *ranges = old ? old->ranges : &zeros;
  struct background *fresh = pool_take(pool, block_size(most));
  *fresh = (struct background){.refs = 1};
  for (uint32_t i = 0; i < old_count && ranges[i].first < first; i++)
    append(fresh, ranges[i].first, &ranges[i]);
  append(fresh, first, filling);
  for (uint32_t i = 0; i < old_count; i++) {
    uint64_t from = ranges[i].first > end ? ranges[i].first : end;
    bool reaches = i + 1 == old_count || ranges[i + 1].first > end;
    if (reaches) append(fresh, from, &ranges[i]);
  }
  background_release(pool, old);
  REQUIRE(fresh->count <= most);
  struct background *result = pool_take(pool, block_size(fresh->count));
  *result = (struct background){.refs = 1, .count = fresh->count};
  for (uint32_t i = 0; i < fresh->count; i++) result->ranges[i] = fresh->ranges[i];
  pool_give(pool, fresh, block_size(most));
  return result;
}
