/* Open addressing with linear probing over a power of two of slots, at most half full. */
#include "front/llvm/ptrmap.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 64, CLEARED_IN_PLACE = 4096 };

static struct ptrmap_slot *slot_of(const struct ptrmap *map, const void *key) {
  uint64_t hash = ((uintptr_t)key >> 3) * 0x9e3779b97f4a7c15u;
  size_t at = (hash >> 20) & (map->capacity - 1);
  while (map->slots[at].key && map->slots[at].key != key) at = (at + 1) & (map->capacity - 1);
  return &map->slots[at];
}

static void grow(struct ptrmap *map) {
  struct ptrmap old = *map;
  map->capacity = old.capacity ? old.capacity * 2 : SMALLEST;
  map->slots = alloc_zeroed(map->capacity * sizeof *map->slots);
  for (size_t i = 0; i < old.capacity; i++)
    if (old.slots[i].key) *slot_of(map, old.slots[i].key) = old.slots[i];
  free(old.slots);
}

uintptr_t *ptrmap_find(const struct ptrmap *map, const void *key) {
  if (!map->count) return NULL;
  struct ptrmap_slot *slot = slot_of(map, key);
  return slot->key ? &slot->value : NULL;
}

uintptr_t *ptrmap_insert(struct ptrmap *map, const void *key) {
  if (map->count * 2 >= map->capacity) grow(map);
  struct ptrmap_slot *slot = slot_of(map, key);
  if (!slot->key) {
    slot->key = key;
    map->count++;
  }
  return &slot->value;
}

bool ptrmap_add(struct ptrmap *map, const void *key) {
  size_t before = map->count;
  ptrmap_insert(map, key);
  return map->count != before;
}

void ptrmap_clear(struct ptrmap *map) {
  if (!map->count) return;
  if (map->capacity > CLEARED_IN_PLACE && map->count * 16 < map->capacity) {
    ptrmap_free(map);
    return;
  }
  memset(map->slots, 0, map->capacity * sizeof *map->slots);
  map->count = 0;
}

void ptrmap_free(struct ptrmap *map) {
  free(map->slots);
  *map = (struct ptrmap){0};
}
