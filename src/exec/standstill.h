/* Since when nothing new was found, and what has taken the time since then. */
#ifndef EXEC_STANDSTILL_H
#define EXEC_STANDSTILL_H

#include "util/alloc.h"
#include "util/word_map.h"

#include <stdint.h>

struct machine;

/* An instruction that asks the solver. */
struct query_place {
  uint32_t loc;   /* its source location */
  double seconds; /* of its queries, since something new was found */
};

struct standstill {
  VEC(struct query_place) places;
  struct word_map by_loc; /* location + 1 to place + 1 */
  uint64_t found;         /* edges, calls and errors so far */
  double since;           /* explore_counts.seconds when the last of them was found … */
  double solver_seconds;  /* … and explore_counts.solver_seconds */
  double asking_since;    /* on the monotonic clock: a query is under way; 0: none is */
};

/* A query of the running instruction begins, and has taken that long. */
void standstill_begin_query(struct machine *machine);
void standstill_end_query(struct machine *machine, double seconds);
/* What the queries since then have taken, that which is under way included. */
double standstill_query_seconds(const struct machine *machine);
/* Notes whether something new was found by now. */
void standstill_update(struct machine *machine);
/* The place whose queries have taken the longest since then. */
struct query_place standstill_find_worst(const struct machine *machine);
void standstill_clear(struct standstill *standstill);

#endif
