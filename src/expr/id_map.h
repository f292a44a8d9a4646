/* A map from expression ids to numbers, for memos of walks. */
#ifndef EXPR_ID_MAP_H
#define EXPR_ID_MAP_H

#include "util/hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct id_map {
  struct id_entry {
    uint64_t id; /* 0: empty */
    uint64_t value;
  } *entries;
  size_t capacity, count;
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

/* NULL if absent. Valid until the next addition. */
static inline uint64_t *id_map_find(const struct id_map *map, uint64_t id) {
  if (map->capacity == 0) return NULL;
  size_t mask = map->capacity - 1;
  for (size_t at = id_map_start(map, id); map->entries[at].id; at = (at + 1) & mask)
    if (map->entries[at].id == id) return &map->entries[at].value;
  return NULL;
}

#endif
