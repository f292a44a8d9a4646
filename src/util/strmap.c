/* An insertion-ordered string map: an array of entries and an open-addressing
   index over it. Names are never removed, so there are no tombstones. */
#include "util/strmap.h"

#include "util/alloc.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

void strmap_free(struct strmap *map) {
  for (size_t i = 0; i < map->count; i++) free(map->entries[i].key);
  free(map->entries);
  free(map->slots);
  *map = (struct strmap){0};
}

static size_t find_slot(const struct strmap *map, const char *key, uint64_t hash) {
  size_t slot = hash & (map->slot_count - 1);
  while (map->slots[slot] != 0) {
    const struct strmap_entry *entry = &map->entries[map->slots[slot] - 1];
    if (entry->hash == hash && strcmp(entry->key, key) == 0) break;
    slot = (slot + 1) & (map->slot_count - 1);
  }
  return slot;
}

static void grow_index(struct strmap *map) {
  map->slot_count = map->slot_count ? map->slot_count * 2 : 64;
  free(map->slots);
  map->slots = alloc_zeroed(map->slot_count * sizeof *map->slots);
  for (size_t i = 0; i < map->count; i++) {
    size_t slot = map->entries[i].hash & (map->slot_count - 1);
    while (map->slots[slot] != 0) slot = (slot + 1) & (map->slot_count - 1);
    map->slots[slot] = (uint32_t)i + 1;
  }
}

uint32_t strmap_get(const struct strmap *map, const char *key) {
  if (map->count == 0) return STRMAP_NONE;
  size_t slot = find_slot(map, key, hash_block(key, strlen(key)));
  return map->slots[slot] ? map->entries[map->slots[slot] - 1].value : STRMAP_NONE;
}

void strmap_set(struct strmap *map, const char *key, uint32_t value) {
  if ((map->count + 1) * 2 > map->slot_count) grow_index(map);
  uint64_t hash = hash_block(key, strlen(key));
  size_t slot = find_slot(map, key, hash);
  if (map->slots[slot]) {
    map->entries[map->slots[slot] - 1].value = value;
    return;
  }
  if (map->count == map->capacity)
    map->entries = vec_grown(map->entries, &map->capacity, map->count + 1, sizeof *map->entries);
  map->entries[map->count++] = (struct strmap_entry){alloc_string(key), hash, value};
  map->slots[slot] = (uint32_t)map->count;
}
