/* The exploration that is under way, for the files of src/exec/explore*. */
#ifndef EXEC_EXPLORE_EXPLORER_H
#define EXEC_EXPLORE_EXPLORER_H

#include "exec/explore/explore.h"
#include "exec/explore/portfolio.h"
#include "exec/machine.h"
#include "solver/solver.h"
#include "util/alloc.h"
#include "util/strmap.h"

struct explorer {
  struct machine *machine;
  const struct explore_options *options;
  struct portfolio portfolio;
  const struct observer *observer;
  VEC(struct state *) states; /* all that are alive */
  VEC(struct state *) urgent; /* not yet held by the searcher */
  VEC(struct state *) seeded; /* held, and follow seeds: run first, the last first */
  uint64_t seed_turns;
  struct strmap reported; /* keys of errors, to their numbers */
  double started, next_tick;
  struct onlooker onlooker; /* ticks during queries */
  double dump_until;        /* tests of what is cut off are written till then; 0: no such limit */
  struct state_end ending;  /* of the state that is about to be released */
  bool is_untested;         /* what is being cut off leaves no test */
  bool is_dropping;         /* the same: it was dropped, and no other state has its inputs */
  bool is_ending;           /* nothing runs any more */
  const char *stop_reason;  /* NULL: go on */
  enum explore_end end;
};

/* explore.c. The first reason to stop counts. */
void explorer_stop(struct explorer *explorer, enum explore_end end, const char *reason);

/* explore_states.c. A new state, which is then handed over to its searcher. */
void explorer_enlist(struct explorer *explorer, struct state *state);
void explorer_hand_over(struct state *state, struct state *parent);
/* It runs from here on. */
void explorer_activate(struct explorer *explorer, struct state *state);
/* Takes it from its searcher and frees it. */
void explorer_release(struct explorer *explorer, struct state *state, const struct state_end *end);
/* The same for a state that no searcher holds. */
void explorer_drop(struct explorer *explorer, struct state *state, const struct state_end *end);
/* All states, oldest first. Owned. */
struct state **explorer_list_by_age(const struct explorer *explorer);

/* explore_ends.c. The running state has reached the end that the event names, at that place. */
void explorer_finish(struct explorer *explorer, enum event event, struct place place);
/* Its path ends here. */
void explorer_cut_off(struct explorer *explorer, struct state *state, const char *reason);
/* The state will not come to an end of its own. If it has executed something that no other had, its
   inputs, which still lead there, are a test of that. */
void explorer_leave_test(struct explorer *explorer, struct state *state);
/* The same for a state that no other has taken in. */
void explorer_leave_dropped(struct explorer *explorer, struct state *state);
/* Leaves tests of the parts of conditions that no other test takes. */
void explorer_report_parts(struct explorer *explorer);

/* explore_steps.c. Runs the state that is next in the exploration whose turn it is. */
void explorer_run_picked(struct explorer *explorer);

/* explore_portfolio.c. The machine is at the program's start. */
void explorer_begin_portfolio(struct explorer *explorer, struct searcher *searcher);
void explorer_take_turns(struct explorer *explorer);
/* An exploration other than the first comes to no result, for this reason. */
void explorer_give_up(struct explorer *explorer, struct exploration *exploration,
                      const char *reason);
/* An exploration has finished, or a limit was met. */
void explorer_end_portfolio(struct explorer *explorer);

/* explore_limits.c */
void explorer_check_limits(struct explorer *explorer);
/* Time passes during a query: reports that if it is due. */
void explorer_look_up(void *explorer);
/* From here on the time for tests is limited. */
void explorer_begin_end(struct explorer *explorer);
/* What is left when a limit is met leaves tests too, as far as they are wanted. */
void explorer_cut_off_all(struct explorer *explorer);

#endif
