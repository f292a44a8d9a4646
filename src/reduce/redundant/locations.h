/* Sets of bytes of memory, by their addresses, with why each of them matters. */
#ifndef REDUCE_REDUNDANT_LOCATIONS_H
#define REDUCE_REDUNDANT_LOCATIONS_H

#include "reduce/redundant/reasons.h"
#include "util/alloc.h"
#include "util/word_map.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 8 bytes of memory. */
struct location_word {
  uint64_t number;   /* address / 8 */
  uint32_t mask;     /* of the bytes in the set; may be 0 */
  reason reasons[8]; /* of them */
};

/* All zero is the empty set. */
struct locations {
  struct word_map index; /* number of a word, plus 1: its place in `words`, plus 1 */
  VEC(struct location_word) words;
  uint64_t bytes; /* in the set */
};

/* At most 8 consecutive bytes with the same reason. */
struct location_run {
  uint64_t address;
  uint32_t size;
  reason why;
};

void locations_free(struct locations *set);
/* A byte that is in the set gets the reason, too. True if a byte was not, or had not. */
bool locations_add(struct locations *set, struct reasons *reasons, uint64_t address, uint64_t size,
                   reason why);
bool locations_meet(const struct locations *set, uint64_t address, uint64_t size);
/* The reasons of all bytes of the range that are in the set. */
reason locations_reason(const struct locations *set, struct reasons *reasons, uint64_t address,
                        uint64_t size);
void locations_remove(struct locations *set, uint64_t address, uint64_t size);
void locations_unite(struct locations *target, struct reasons *reasons,
                     const struct locations *source);
/* Removes bytes whose reasons are gone. */
void locations_refine(struct locations *set, struct reasons *reasons);
/* The runs in order of address; returns how many. Owned by the caller. */
struct location_run *locations_list(const struct locations *set, size_t *count);

#endif
