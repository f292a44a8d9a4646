/* A map from words to words. */
#ifndef UTIL_WORD_MAP_H
#define UTIL_WORD_MAP_H

#include <stddef.h>
#include <stdint.h>

struct word_map {
  struct word_entry {
    uint64_t key; /* 0: empty */
    uint64_t value;
  } *entries;
  size_t capacity, count;
};

void word_map_free(struct word_map *map);
/* Removes all entries; frees the memory if there is much for what was in it. */
void word_map_clear(struct word_map *map);
/* The value of a key, which is not 0; NULL if absent. Valid until the next change. */
uint64_t *word_map_find(const struct word_map *map, uint64_t key);
/* The same; an absent key is added with the value 0. */
uint64_t *word_map_place(struct word_map *map, uint64_t key);
/* The key may be absent. */
void word_map_remove(struct word_map *map, uint64_t key);

#endif
