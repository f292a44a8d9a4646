/* Conditions on one small input, evaluated for all its values: the set of values that satisfy
   them. */
#ifndef EXPR_SPREAD_H
#define EXPR_SPREAD_H

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct exprs;
struct spread; /* keeps results, in a few megabytes */

enum { SPREAD_BITS = 8, SPREAD_VALUES = 1 << SPREAD_BITS };

/* A set of values of the input. */
struct value_set {
  uint64_t words[SPREAD_VALUES / 64];
};

/* An element of a symbolic array with at most SPREAD_BITS bits. */
struct spread_input {
  uint32_t array;
  uint64_t index;
};

/* Returns owned. Borrows exprs. */
struct spread *spread_new(struct exprs *exprs);
void spread_free(struct spread *spread);

/* The only input that an expression with that support depends on; false if there are several or it
   is too large. */
bool spread_find_input(const struct exprs *exprs, uint32_t support, struct spread_input *input);
/* The values of its only input that satisfy the condition. False if the condition is too large or
   has parts of more than 64 bits. Adds the work (about instructions) to *work. */
bool spread_condition(struct spread *spread, struct expr *condition,
                      const struct spread_input *input, struct value_set *set, uint64_t *work);

static inline struct value_set value_set_all(unsigned bits) {
  struct value_set set = {{0}};
  for (unsigned k = 0; k < 1u << bits; k++) set.words[k / 64] |= (uint64_t)1 << k % 64;
  return set;
}
static inline bool value_set_is_empty(const struct value_set *set) {
  return (set->words[0] | set->words[1] | set->words[2] | set->words[3]) == 0;
}
/* True if a member was removed. */
static inline bool value_set_intersect(struct value_set *set, const struct value_set *other) {
  uint64_t lost = 0;
  for (unsigned k = 0; k < SPREAD_VALUES / 64; k++) {
    lost |= set->words[k] & ~other->words[k];
    set->words[k] &= other->words[k];
  }
  return lost != 0;
}
/* The set must not be empty. */
static inline unsigned value_set_least(const struct value_set *set) {
  unsigned k = 0;
  while (set->words[k] == 0) k++;
  return k * 64 + (unsigned)__builtin_ctzll(set->words[k]);
}

#endif
