/* Immutable sets of small numbers that share their common parts. Equal sets have the same
   number; query_set 0 is the empty set. */
#ifndef ANALYSIS_QUERY_COUNT_SET_H
#define ANALYSIS_QUERY_COUNT_SET_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t query_set;

/* Distinct words, numbered from 1. */
struct query_words {
  VEC(uint64_t) words;
  uint32_t *slots; /* word number, 0 where empty */
  uint32_t slot_count;
};

struct query_sets {
  uint32_t height;           /* levels of inner nodes above the leaves */
  struct query_words leaves; /* 64 members each */
  struct query_words inner;  /* left and right half */
};

typedef VEC(uint32_t) query_numbers;

/* For sets of numbers below size. Owned by the caller. */
struct query_sets query_sets_new(uint32_t size);
void query_sets_free(struct query_sets *sets);

query_set query_set_single(struct query_sets *sets, uint32_t number);
query_set query_set_unite(struct query_sets *sets, query_set a, query_set b);
/* The members that are at least `from`. */
query_set query_set_from(struct query_sets *sets, query_set set, uint32_t from);
/* Appends the members in [from, to), in order. */
void query_set_list(const struct query_sets *sets, query_set set, uint32_t from, uint32_t to,
                    query_numbers *list);

#endif
