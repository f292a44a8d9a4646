/* Open addressing with linear probing, at most three quarters full. */
#include "expr/id_map.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64, KEPT_CAPACITY = 1 << 14 };

void id_map_free(struct id_map *map) {
  free(map->entries);
  *map = (struct id_map){0};
}

void id_map_clear(struct id_map *map) {
  if (map->capacity > KEPT_CAPACITY)
    id_map_free(map);
  else if (map->capacity)
    memset(map->entries, 0, map->capacity * sizeof *map->entries);
  map->count = 0;
}

static void insert(struct id_map *map, struct id_entry entry) {
  size_t mask = map->capacity - 1, at = id_map_start(map, entry.id);
  while (map->entries[at].id) at = (at + 1) & mask;
  map->entries[at] = entry;
}

static void grow(struct id_map *map) {
  struct id_entry *old = map->entries;
  size_t old_capacity = map->capacity;
  map->capacity = old_capacity ? old_capacity * 2 : FIRST_CAPACITY;
  map->entries = alloc_zeroed(map->capacity * sizeof *map->entries);
  for (size_t k = 0; k < old_capacity; k++)
    if (old[k].id) insert(map, old[k]);
  free(old);
}

void id_map_add(struct id_map *map, uint64_t id, uint64_t value) {
  if (map->count * 4 >= map->capacity * 3) grow(map);
  insert(map, (struct id_entry){.id = id, .value = value});
  map->count++;
}
