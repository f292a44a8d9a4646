/* A map from pointers to words. It is only ever looked up, never iterated, so that nothing depends
   on the addresses of objects. */
#ifndef FRONT_LLVM_PTRMAP_H
#define FRONT_LLVM_PTRMAP_H

#include "util/word_map.h"

#include <stdbool.h>

struct ptrmap {
  struct word_map words;
};

/* The value stored for the key, or NULL; valid until the next insertion. */
static inline uint64_t *ptrmap_find(const struct ptrmap *map, const void *key) {
  return word_map_find(&map->words, (uintptr_t)key);
}
/* The same; inserted with value 0 if absent. The key must not be NULL. */
static inline uint64_t *ptrmap_insert(struct ptrmap *map, const void *key) {
  return word_map_place(&map->words, (uintptr_t)key);
}
/* Inserts the key; false if it was there already. */
static inline bool ptrmap_add(struct ptrmap *map, const void *key) {
  size_t before = map->words.count;
  ptrmap_insert(map, key);
  return map->words.count != before;
}
static inline void ptrmap_clear(struct ptrmap *map) { word_map_clear(&map->words); }
static inline void ptrmap_free(struct ptrmap *map) { word_map_free(&map->words); }

#endif
