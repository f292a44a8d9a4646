/* Bits for unwritten bytes. */
#include "memory/written.h"

#include "util/fault.h"
#include "util/pool.h"

#include <string.h>

static size_t map_size(uint32_t size) { return sizeof(struct written_map) + (size + 7) / 8; }

void written_release(struct pool *pool, struct written *written) {
  struct written_map *map = written_find_map(written);
  if (map != NULL) pool_give(pool, map, map_size(map->size));
  written->word = 0;
}

void written_unshare(struct pool *pool, struct written *written) {
  struct written_map *map = written_find_map(written);
  if (map == NULL) return;
  struct written_map *copy = pool_take(pool, map_size(map->size));
  memcpy(copy, map, map_size(map->size));
  written->word = (uintptr_t)copy;
}

static bool is_set(const uint8_t *bits, uint32_t at) { return bits[at / 8] >> (at % 8) & 1; }

/* The bits of [from, to) in the byte that has the bit of `from`. */
static uint8_t mask_of(uint32_t from, uint32_t to) {
  uint32_t first = from % 8, last = to - (from - first);
  return (uint8_t)((last >= 8 ? 0xff : (1u << last) - 1) & (0xffu << first));
}

static uint32_t next_byte(uint32_t from) { return (from / 8 + 1) * 8; }

bool written_covers(const struct written *written, uint32_t from, uint32_t to) {
  if (written->word == 0 || from >= to) return true;
  const uint8_t *bits = written_bits(written);
  if (bits == NULL) return false;
  for (uint32_t at = from; at < to; at = next_byte(at))
    if (mask_of(at, to) & bits[at / 8]) return false;
  return true;
}

/* A map with all bits equal. */
static struct written_map *make_map(struct pool *pool, struct written *written, uint32_t size,
                                    bool is_written) {
  struct written_map *map = pool_take(pool, map_size(size));
  *map = (struct written_map){.left = is_written ? 0 : (uint16_t)size, .size = (uint16_t)size};
  memset(map->bits, is_written ? 0 : 0xff, (size + 7) / 8);
  written->word = (uintptr_t)map;
  return map;
}

void written_mark_slowly(struct pool *pool, struct written *written, uint32_t from, uint32_t to) {
  if (from >= to) return;
  if (written_is_inline(written)) {
    for (uint32_t at = from; at < to; at++) written->word &= ~((uint64_t)1 << at);
    if (written->word == WRITTEN_BITS) written->word = 0;
    return;
  }
  struct written_map *map = written_find_map(written);
  uint32_t size = map ? map->size : (uint32_t)(written->word >> 1);
  if (from == 0 && to == size) {
    written_release(pool, written);
    return;
  }
  if (map == NULL) map = make_map(pool, written, size, false);
  for (uint32_t at = from; at < to; at = next_byte(at)) {
    uint8_t mask = mask_of(at, to);
    map->left = (uint16_t)(map->left - __builtin_popcount(mask & map->bits[at / 8]));
    map->bits[at / 8] &= (uint8_t)~mask;
  }
  if (map->left == 0) written_release(pool, written);
}

void written_unmark(struct pool *pool, struct written *written, uint32_t size, uint32_t from,
                    uint32_t to) {
  REQUIRE(to <= size);
  if (from >= to || (written->word & 1 && !written_is_inline(written))) return;
  if (size <= WRITTEN_INLINE) {
    written->word |= WRITTEN_BITS | ((((uint64_t)1 << (to - from)) - 1) << from);
    return;
  }
  struct written_map *map = written_find_map(written);
  if (map == NULL) map = make_map(pool, written, size, true);
  for (uint32_t at = from; at < to; at = next_byte(at)) {
    uint8_t mask = mask_of(at, to);
    map->left = (uint16_t)(map->left + __builtin_popcount(mask & ~map->bits[at / 8] & 0xff));
    map->bits[at / 8] |= mask;
  }
}

void written_range(const struct written *written, uint32_t size, uint32_t at, uint32_t *from,
                   uint32_t *to) {
  const uint8_t *bits = written_bits(written);
  if (written_is_inline(written)) {
    uint64_t below = written->word & (((uint64_t)1 << at) - 1), above = written->word >> at;
    *from = below ? 64 - (uint32_t)__builtin_clzll(below) : 0;
    *to = at + (uint32_t)__builtin_ctzll(above);
    if (*to > size) *to = size;
    return;
  }
  *from = at, *to = at + 1;
  while (*from > 0 && !is_set(bits, *from - 1))
    *from = *from % 8 == 0 && bits[*from / 8 - 1] == 0 ? *from - 8 : *from - 1;
  while (*to < size && !is_set(bits, *to))
    *to = *to % 8 == 0 && bits[*to / 8] == 0 ? *to + 8 : *to + 1;
  if (*to > size) *to = size;
}

bool written_find_gap(const struct written *written, uint32_t from, uint32_t to, uint32_t *start,
                      uint32_t *end) {
  *start = *end = to;
  if (written == NULL || written->word == 0 || from >= to) return false;
  const uint8_t *bits = written_bits(written);
  *start = from;
  if (bits == NULL) return true;
  while (*start < to && !is_set(bits, *start))
    *start += *start % 8 == 0 && bits[*start / 8] == 0 ? 8 : 1;
  if (*start >= to) {
    *start = to;
    return false;
  }
  *end = *start + 1;
  while (*end < to && is_set(bits, *end)) *end += *end % 8 == 0 && bits[*end / 8] == 0xff ? 8 : 1;
  if (*end > to) *end = to;
  return true;
}

bool written_is_same(const struct written *a, const struct written *b, uint32_t from, uint32_t to) {
  for (uint32_t at = from; at < to;) {
    uint32_t starts[2], ends[2];
    written_find_gap(a, at, to, &starts[0], &ends[0]);
    written_find_gap(b, at, to, &starts[1], &ends[1]);
    if (starts[0] != starts[1] || ends[0] != ends[1]) return false;
    at = ends[0];
  }
  return true;
}
