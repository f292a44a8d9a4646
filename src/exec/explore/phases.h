/* Phases: how dynamic merging shares the work of a run between a search that follows single paths
   and an exploration that merges.

   The search has its way as long as it covers something new, and a little longer; at first long
   enough for small programs, which are explored completely before merging begins. Then the other
   works for as long, and so on; twice as long after each phase of the search, up to sixteen times.
   So in a program that is too large to be explored completely, coverage grows as it does with the
   search alone (Figure 8 of the state merging paper), and where merging can explore all of it, a
   run takes little longer than merging alone (Figure 9). */
#ifndef EXEC_EXPLORE_PHASES_H
#define EXEC_EXPLORE_PHASES_H

#include <stdbool.h>
#include <stdint.h>

struct exploration;

struct phases {
  bool is_on;        /* else explorations have shares of the work */
  bool is_search;    /* the first exploration has its way */
  uint64_t patience; /* how long the search goes on without covering anything */
  uint64_t covered;  /* when we last looked */
  /* Work of the first exploration: when this phase, or the last one, of the search began; when it
     last covered something new, or began; and how long the last one was. */
  uint64_t begun, mark, length;
  uint64_t ordered; /* work of the second when its phase began */
  uint32_t parts;   /* how long its phases are, in lengths of those of the search */
};

void phases_begin(struct phases *phases, uint64_t patience);
/* Whose turn it is, of two explorations. `turn` is whose it was; `covered` grows with everything
   that is covered for the first time. */
struct exploration *phases_choose(struct phases *phases, struct exploration *const list[2],
                                  struct exploration *turn, uint64_t covered);

#endif
