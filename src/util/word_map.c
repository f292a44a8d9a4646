/* Open addressing with linear probing over a power of two of slots, at most half full. Removal
   moves later entries back, so that no tombstones are needed. */
#include "util/word_map.h"

#include "util/alloc.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 64, CLEARED_IN_PLACE = 4096 };

void word_map_free(struct word_map *map) {
  free(map->entries);
  *map = (struct word_map){0};
}

void word_map_clear(struct word_map *map) {
  if (map->count == 0) return;
  if (map->capacity > CLEARED_IN_PLACE && map->count * 16 < map->capacity) {
    word_map_free(map);
    return;
  }
  memset(map->entries, 0, map->capacity * sizeof *map->entries);
  map->count = 0;
}

static size_t start_of(const struct word_map *map, uint64_t key) {
  return (size_t)(key * HASH_FACTOR >> 20) & (map->capacity - 1);
}

static size_t find_place(const struct word_map *map, uint64_t key) {
  size_t at = start_of(map, key);
  while (map->entries[at].key != 0 && map->entries[at].key != key)
    at = (at + 1) & (map->capacity - 1);
  return at;
}

uint64_t *word_map_find(const struct word_map *map, uint64_t key) {
  if (map->capacity == 0) return NULL;
  size_t at = find_place(map, key);
  return map->entries[at].key == key ? &map->entries[at].value : NULL;
}

static void grow(struct word_map *map) {
  struct word_map larger = {.capacity = map->capacity ? map->capacity * 2 : FIRST_CAPACITY,
                            .count = map->count};
  larger.entries = alloc_zeroed(larger.capacity * sizeof *larger.entries);
  for (size_t i = 0; i < map->capacity; i++)
    if (map->entries[i].key != 0)
      larger.entries[find_place(&larger, map->entries[i].key)] = map->entries[i];
  free(map->entries);
  *map = larger;
}

uint64_t *word_map_place(struct word_map *map, uint64_t key) {
  if (2 * (map->count + 1) > map->capacity) grow(map);
  struct word_entry *entry = &map->entries[find_place(map, key)];
  if (entry->key == 0) {
    *entry = (struct word_entry){key, 0};
    map->count++;
  }
  return &entry->value;
}

void word_map_remove(struct word_map *map, uint64_t key) {
  if (map->capacity == 0) return;
  size_t mask = map->capacity - 1, hole = find_place(map, key);
  if (map->entries[hole].key == 0) return;
  for (size_t at = (hole + 1) & mask; map->entries[at].key != 0; at = (at + 1) & mask) {
    size_t start = start_of(map, map->entries[at].key);
    if (((at - start) & mask) < ((at - hole) & mask))
      continue; /* its home slot is after the hole */
    map->entries[hole] = map->entries[at];
    hole = at;
  }
  map->entries[hole] = (struct word_entry){0};
  map->count--;
}
