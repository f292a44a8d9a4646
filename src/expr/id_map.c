/* Open addressing with linear probing, at most half full: ids in groups of eight collide as groups.
 */
#include "expr/id_map.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum {
  FIRST_CAPACITY = 64,
  KEPT_CAPACITY = 1 << 14,
  MOST_CLEARED = (1 << (64 - EXPR_ID_BITS)) - 2
};

void id_map_free(struct id_map *map) {
  free(map->entries);
  *map = (struct id_map){0};
}

void id_map_clear(struct id_map *map) {
  if (map->count == 0) return;
  if (map->capacity > KEPT_CAPACITY || map->cleared == MOST_CLEARED) {
    id_map_free(map);
    return;
  }
  map->count = 0;
  map->cleared++;
}

static bool is_filled(const struct id_map *map, size_t at) {
  return map->entries[at].key >> EXPR_ID_BITS == (uint64_t)map->cleared + 1;
}

static void insert(struct id_map *map, uint64_t id, uint64_t value) {
  size_t mask = map->capacity - 1, at = id_map_start(map, id);
  while (is_filled(map, at)) at = (at + 1) & mask;
  map->entries[at] = (struct id_entry){id_map_key(map, id), value};
}

static void grow(struct id_map *map) {
  struct id_map old = *map;
  map->capacity = old.capacity ? old.capacity * 2 : FIRST_CAPACITY;
  map->entries = alloc_zeroed(map->capacity * sizeof *map->entries);
  for (size_t k = 0; k < old.capacity; k++)
    if (is_filled(&old, k))
      insert(map, old.entries[k].key & ((UINT64_C(1) << EXPR_ID_BITS) - 1), old.entries[k].value);
  free(old.entries);
}

void id_map_add(struct id_map *map, uint64_t id, uint64_t value) {
  if (map->count * 2 >= map->capacity) grow(map);
  insert(map, id, value);
  map->count++;
}
