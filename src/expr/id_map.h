/* A map from expression ids to numbers, for memos of walks. Clearing it costs nothing: an entry
   belongs to the generation that added it, and those of others count as empty. */
#ifndef EXPR_ID_MAP_H
#define EXPR_ID_MAP_H

#include "expr/expr.h"
#include "util/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct id_map {
  struct id_entry {
    uint64_t key; /* the id, and above it the generation, which is never 0 */
    uint64_t value;
  } *entries;
  size_t capacity, count;
  uint32_t cleared; /* how often; the generation less one */
};

void id_map_free(struct id_map *map);
/* Forgets all entries, and frees the memory if there is much. */
void id_map_clear(struct id_map *map);
/* The id must be absent. */
void id_map_add(struct id_map *map, uint64_t id, uint64_t value);

/* Where a search begins. Neighbouring ids, which are made and visited together, stay together in
   groups of eight. */
static inline size_t id_map_start(const struct id_map *map, uint64_t id) {
  uint64_t block = (id >> 3) * HASH_FACTOR >> 24;
  return (block << 3 | (id & 7)) & (map->capacity - 1);
}

static inline uint64_t id_map_key(const struct id_map *map, uint64_t id) {
  return ((uint64_t)map->cleared + 1) << EXPR_ID_BITS | id;
}

/* NULL if absent. Valid until the next addition. */
static inline uint64_t *id_map_find(const struct id_map *map, uint64_t id) {
  if (map->capacity == 0) return NULL;
  size_t mask = map->capacity - 1, at = id_map_start(map, id);
  uint64_t key = id_map_key(map, id), difference;
  for (; (difference = map->entries[at].key ^ key) >> EXPR_ID_BITS == 0; at = (at + 1) & mask)
    if (difference == 0) return &map->entries[at].value;
  return NULL;
}

#endif
