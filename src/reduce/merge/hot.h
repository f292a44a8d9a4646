/* Hot variables of the states at a place. Which they are depends on where the frames of a state
   are, not on its values, so they are looked up once for all states with the same frames. */
#ifndef REDUCE_MERGE_HOT_H
#define REDUCE_MERGE_HOT_H

#include "util/alloc.h"
#include "util/word_map.h"

#include <stdbool.h>
#include <stdint.h>

struct query_cell;

struct hot_variable {
  uint32_t frame;                /* counted from the top */
  uint32_t reg;                  /* if it is a register … */
  const struct query_cell *cell; /* … and this is NULL; borrowed from the query counts */
};

struct hot_list {
  VEC(struct hot_variable) variables;
  VEC(uint64_t) frames; /* function and instruction of each, from the top */
  struct hot_list *next;
};

struct hot_lists {
  struct word_map first; /* hash of frames to the first list with it */
  size_t count;
};

void hot_lists_free(struct hot_lists *lists);
/* The list of these frames, which the hash is of. If it is new, *is_new is set, and the caller
   fills in the variables. Valid until the next call. */
struct hot_list *hot_lists_get(struct hot_lists *lists, uint64_t hash, const uint64_t *frames,
                               uint32_t count, bool *is_new);

#endif
