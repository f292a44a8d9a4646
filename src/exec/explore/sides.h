/* A portfolio: the same program explored twice in one run.

   Reducers pay where there are many paths, and cost where there are few: queries about merged
   states are harder. So a run may have two explorations, called sides. The first follows every path
   separately; the second explores the program from its start again with the reducers, for a small
   and fixed share of the work. Each covers all paths, and the first to finish ends the run. So a
   run takes little longer than without reducers, and ends where only they can finish.

   Work is estimated, not timed, so that a run can be repeated. */
#ifndef EXEC_EXPLORE_SIDES_H
#define EXEC_EXPLORE_SIDES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct explore_beside;
struct machine;
struct searcher;
struct state;

enum { SIDE_FIRST, SIDE_BESIDE, SIDE_COUNT };

/* From when it begins, the reducers' side gets one part. */
enum { SIDE_PARTS = 10 };

enum beside_phase { BESIDE_NONE, BESIDE_TO_COME, BESIDE_RUNNING, BESIDE_GIVEN_UP };

struct side {
  struct searcher *searcher; /* borrowed */
  size_t alive;              /* states */
  uint64_t work;             /* since the other one began */
};

struct sides {
  struct side list[SIDE_COUNT];
  enum beside_phase beside;
  struct state *start; /* owned; BESIDE_TO_COME: the state that the side will begin with */
  unsigned turn;       /* whose states run */
  uint64_t counted;    /* machine_work until then is some side's */
};

/* The machine is at the program's start. */
void sides_begin(struct sides *sides, struct machine *machine, struct searcher *searcher,
                 const struct explore_beside *beside);
/* Charges what was done since the last time to the side whose turn it is. */
void sides_account(struct sides *sides, const struct machine *machine);
/* Whether it is time to begin the other side. */
bool sides_is_due(const struct sides *sides, const struct explore_beside *beside);
/* Sets whose turn it is. */
void sides_choose(struct sides *sides);
/* Whether a side has come to the end of all paths. */
bool sides_is_through(const struct sides *sides);

#endif
