/* Bitsets of fixed size. Bits beyond the size stay zero, so that whole words can
   be compared and counted. */
#include "util/bitset.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

static size_t word_count(const struct bitset *set) { return (set->size + 63) / 64; }

struct bitset bitset_new(size_t size) {
  struct bitset set = {NULL, size};
  set.words = alloc_zeroed(word_count(&set) * sizeof *set.words);
  return set;
}

void bitset_free(struct bitset *set) {
  free(set->words);
  *set = (struct bitset){0};
}

void bitset_clear(struct bitset *set) {
  memset(set->words, 0, word_count(set) * sizeof *set->words);
}

bool bitset_unite(struct bitset *target, const struct bitset *source) {
  uint64_t grown = 0;
  for (size_t i = 0; i < word_count(target); i++) {
    grown |= source->words[i] & ~target->words[i];
    target->words[i] |= source->words[i];
  }
  return grown != 0;
}

bool bitset_equals(const struct bitset *a, const struct bitset *b) {
  return a->size == b->size && memcmp(a->words, b->words, word_count(a) * sizeof *a->words) == 0;
}

size_t bitset_count(const struct bitset *set) {
  size_t count = 0;
  for (size_t i = 0; i < word_count(set); i++) count += (size_t)__builtin_popcountll(set->words[i]);
  return count;
}

size_t bitset_next(const struct bitset *set, size_t from) {
  if (from >= set->size) return BITSET_NONE;
  size_t i = from / 64;
  uint64_t word = set->words[i] & UINT64_MAX << (from % 64);
  while (word == 0) {
    if (++i == word_count(set)) return BITSET_NONE;
    word = set->words[i];
  }
  return i * 64 + (size_t)__builtin_ctzll(word);
}
