/* Sets of small numbers, one bit each. */
#ifndef UTIL_BITSET_H
#define UTIL_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bitset {
  uint64_t *words;
  size_t size; /* members are less than this */
};

#define BITSET_NONE SIZE_MAX

/* An empty set of numbers less than size; the caller frees it. */
struct bitset bitset_new(size_t size);
void bitset_free(struct bitset *set);
void bitset_clear(struct bitset *set);
/* The sets must have the same size. True if target grew. */
bool bitset_unite(struct bitset *target, const struct bitset *source);
bool bitset_equals(const struct bitset *a, const struct bitset *b);
size_t bitset_count(const struct bitset *set);
/* The smallest member that is at least `from`, or BITSET_NONE. */
size_t bitset_next(const struct bitset *set, size_t from);

static inline bool bitset_has(const struct bitset *set, size_t number) {
  return (set->words[number / 64] >> (number % 64) & 1) != 0;
}
static inline void bitset_add(struct bitset *set, size_t number) {
  set->words[number / 64] |= (uint64_t)1 << (number % 64);
}
static inline void bitset_remove(struct bitset *set, size_t number) {
  set->words[number / 64] &= ~((uint64_t)1 << (number % 64));
}

#endif
