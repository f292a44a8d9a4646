/* Sets of bytes of memory, by their addresses. */
#ifndef REDUCE_REDUNDANT_LOCATIONS_H
#define REDUCE_REDUNDANT_LOCATIONS_H

#include "util/word_map.h"

#include <stdbool.h>
#include <stdint.h>

/* All zero is the empty set. */
struct locations {
  struct word_map words; /* address / 8: mask of bytes; 0: none, as if absent */
  uint64_t bytes;        /* in the set */
};

/* At most 8 consecutive bytes. */
struct location_run {
  uint64_t address;
  uint32_t size;
};

void locations_free(struct locations *set);
void locations_add(struct locations *set, uint64_t address, uint64_t size);
/* Whether all bytes of the range are in the set. */
bool locations_include(const struct locations *set, uint64_t address, uint64_t size);
bool locations_meet(const struct locations *set, uint64_t address, uint64_t size);
void locations_remove(struct locations *set, uint64_t address, uint64_t size);
void locations_unite(struct locations *target, const struct locations *source);
/* The runs in order of address; returns how many. Owned by the caller. */
struct location_run *locations_list(const struct locations *set, size_t *count);

#endif
