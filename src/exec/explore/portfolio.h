/* A portfolio: the same program explored several times in one run.

   Reducers pay where there are many paths, and cost where there are few: queries about merged
   states are harder. So a run may have several explorations. The first follows every path
   separately; the others begin a little later, from the program's start again, with reducers. Each
   covers all paths, and the first to finish ends the run.

   At first the others get a large share of the work. After each round, which is twice as long as
   the one before, one whose states pile up gets half of its share, and so does one that has come to
   nothing for some rounds: no path ended or dropped, nothing new covered, no new error, no fewer
   states. One that has fewer states than before gets its share back. So a run takes about twice as
   long as its best exploration alone would, and where reducers do not help, little longer than
   without them. The first exploration keeps its share: it is what covers the program. If coverage
   is the goal, it has more while it covers something new, and less when it does not.

   What one has had beyond its share, in a proof that took long, say, counts in the next round.

   Two explorations may take turns by phases instead (phases.h).

   Work is estimated, not timed, so that a run can be repeated. */
#ifndef EXEC_EXPLORE_PORTFOLIO_H
#define EXEC_EXPLORE_PORTFOLIO_H

#include "exec/explore/phases.h"

#include <stddef.h>
#include <stdint.h>

struct exploration;

struct portfolio {
  struct exploration *const *list; /* borrowed; the first follows single paths */
  size_t count;
  struct exploration *turn; /* whose states run */
  uint64_t turn_work;       /* done since its turn began */
  uint64_t round_work;      /* done in this round, by all */
  uint64_t round_length;    /* 0: the first is alone yet */
  uint64_t counted;         /* machine_work that has been charged */
  uint64_t found;           /* what has been credited */
  uint64_t retry_at;        /* machine_work at which a state that waits for an answer is due */
  struct phases phases;
};

/* Charges what was done since the last time to the exploration whose turn it is. */
void portfolio_charge(struct portfolio *portfolio, uint64_t work);
/* Credits what was found since the last time to it: `found` is what all have found. */
void portfolio_credit(struct portfolio *portfolio, uint64_t found);
/* One that is to begin now, or NULL. */
struct exploration *portfolio_find_due(const struct portfolio *portfolio);
/* Another has begun: shares are of what is done from now on, and rounds are short again. */
void portfolio_begin_rounds(struct portfolio *portfolio);
/* At the end of a round, changes the shares by what the explorations have come to. */
void portfolio_judge(struct portfolio *portfolio);
/* Sets whose turn it is; `covered` grows with everything that is covered for the first time. */
void portfolio_choose(struct portfolio *portfolio, uint64_t covered);
/* One to be given up when memory is short: the one that has lost most of its share, and among equal
   ones that with most states. NULL: none; single paths are cut off rather than one that has so few
   states that it may well come to the end of all. */
struct exploration *portfolio_find_dispensable(const struct portfolio *portfolio);
/* One that has come to the end of all paths, or NULL. */
struct exploration *portfolio_find_finished(const struct portfolio *portfolio);

#endif
