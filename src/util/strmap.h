/* A map from strings to 32-bit numbers; keys are copied. Iteration order is the
   order of insertion, so whatever is derived from it is reproducible. */
#ifndef UTIL_STRMAP_H
#define UTIL_STRMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct strmap {
  struct strmap_entry {
    char *key;
    uint64_t hash;
    uint32_t value;
  } *entries; /* in order of insertion */
  size_t count, capacity;
  uint32_t *slots; /* entry number + 1, 0 where empty */
  size_t slot_count;
};

#define STRMAP_NONE UINT32_MAX

void strmap_free(struct strmap *map);
/* STRMAP_NONE if the key is absent. */
uint32_t strmap_get(const struct strmap *map, const char *key);
/* Inserts or overwrites. */
void strmap_set(struct strmap *map, const char *key, uint32_t value);

#endif
