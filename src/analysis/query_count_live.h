/* Which cells may still be read before they are written. */
#ifndef ANALYSIS_QUERY_COUNT_LIVE_H
#define ANALYSIS_QUERY_COUNT_LIVE_H

#include "util/bitset.h"

#include <stdint.h>

struct cfg;
struct def_use;
struct loops;
struct query_sites;

/* Members of the sets are ranks of cells. */
struct query_live {
  const struct query_sites *sites; /* borrowed, like the next three */
  const struct cfg *cfg;
  const struct loops *loops;
  const struct def_use *def_use;
  struct bitset *live_in; /* per block */
  struct bitset *begun;   /* per block: cells behind its parameters; no words if none */
};

/* Owned by the caller. */
struct query_live query_live_build(const struct query_sites *sites, const struct cfg *cfg,
                                   const struct loops *loops, const struct def_use *def_use);
void query_live_free(struct query_live *live);

/* A backward walk over a block: `cells` has what is live before the events undone so far. */
struct query_live_cursor {
  uint32_t place;
  uint32_t event; /* this event and those after it have been undone */
  struct bitset cells;
};
/* At the end of the block; the caller frees the cells. */
struct query_live_cursor query_live_start(const struct query_live *live, uint32_t block);
/* Undoes the events of instructions with higher numbers. */
void query_live_back_to(const struct query_live *live, struct query_live_cursor *cursor,
                        uint32_t ins);

#endif
