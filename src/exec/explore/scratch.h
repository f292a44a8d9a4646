/* Scratch explorations: a stretch of the program (the body of a loop, a function) explored for a
   reducer that wants to know what it does.

   The stretch begins with a state that the owner has made (exec/explore/successor.h): a copy of one
   at hand, or a more general one, whose registers, memory and path condition were replaced. All
   states that come of it belong to the scratch exploration, which runs them in turn and has
   reducers of its own. The owner's reducer among them decides where the stretch ends: it drops
   states at the places that it names, and is notified of every end with its cause. The frame in
   which the stretch begins is its outermost: a state that returns from it ends with END_RETURNED,
   with the results in place.

   Nothing that happens in it is reported: it leaves no tests, errors, coverage, or output. */
#ifndef EXEC_EXPLORE_SCRATCH_H
#define EXEC_EXPLORE_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;
struct reducer;
struct scratch;
struct state;

/* 0: no limit. */
struct scratch_limits {
  uint64_t max_work;     /* as machine_work counts it */
  size_t max_states;     /* alive at the same time */
  uint64_t max_steps;    /* picks of a state */
  int64_t max_conflicts; /* of a query */
};

/* Why it ended. */
enum scratch_end {
  SCRATCH_DONE,    /* every state has ended */
  SCRATCH_LIMITED, /* the rest was ended with END_CUT_OFF by one of scratch_limits … */
  SCRATCH_STOPPED  /* … or since the run itself has to stop */
};

/* Can be run many times; translated code is kept, so the reducers must want to be asked at the same
   places each time. Borrows the reducers. Returns owned. */
struct scratch *scratch_new(struct machine *machine, struct reducer *const *reducers, size_t count);
void scratch_free(struct scratch *scratch);
/* Follows all paths from the state, which it takes. May be called while a reducer is asked about a
   state, also one of another scratch exploration. No expression is reclaimed meanwhile. */
enum scratch_end scratch_run(struct scratch *scratch, struct state *start,
                             const struct scratch_limits *limits);
/* Whether the last run followed exactly what the program does: nothing was made concrete, or is not
   modelled. */
bool scratch_is_exact(const struct scratch *scratch);

#endif
