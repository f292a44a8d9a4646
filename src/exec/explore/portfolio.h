/* A portfolio: the same program explored several times in one run.

   Reducers pay where there are many paths, and cost where there are few: queries about merged
   states are harder. So a run may have several explorations. The first follows every path
   separately; the others begin later, from the program's start again, with reducers, for a small
   and fixed share of the work. Each covers all paths, and the first to finish ends the run. So a
   run takes little longer than without reducers, and ends where only they can finish.

   Work is estimated, not timed, so that a run can be repeated. */
#ifndef EXEC_EXPLORE_PORTFOLIO_H
#define EXEC_EXPLORE_PORTFOLIO_H

#include <stddef.h>
#include <stdint.h>

struct exploration;

struct portfolio {
  struct exploration *const *list; /* borrowed; the first follows single paths */
  size_t count;
  struct exploration *turn; /* whose states run */
  uint64_t turn_work;       /* done since its turn began */
  uint64_t begun, counted;  /* machine_work: at the run's start; what has been charged */
};

/* Charges what was done since the last time to the exploration whose turn it is. */
void portfolio_charge(struct portfolio *portfolio, uint64_t work);
/* One that is to begin now, or NULL. */
struct exploration *portfolio_find_due(const struct portfolio *portfolio);
/* It has begun: shares are of what is done from now on. */
void portfolio_restart_shares(struct portfolio *portfolio);
/* Sets whose turn it is. */
void portfolio_choose(struct portfolio *portfolio);
/* One that has come to the end of all paths, or NULL. */
struct exploration *portfolio_find_finished(const struct portfolio *portfolio);

#endif
