/* States of an exploration that wait although they could run, so that what is hard does not hold up
   the rest.

   A query gets a small share of the run's time. When that is not enough, it is put off:
   - where there are no reducers, the path goes on to the side that its witness is on, and a state
     waits that stands for the other side, of which it is not known whether it is feasible
     (state.pending);
   - where there are, or neither side is known to be feasible, the state itself waits, in front of
     the instruction.
   It is tried again with twice as much, those with the least first, and so on until there is an
   answer: nothing is lost that time would have found. As long as other states can run, in this or
   another exploration, these attempts get a quarter of the run's work at most: the explorer decides
   when the next is due.

   A state whose queries take long, though they are answered, lets others have as much work as it
   had before it runs again. */
#ifndef EXEC_EXPLORE_PUT_OFF_H
#define EXEC_EXPLORE_PUT_OFF_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct exploration;
struct state;

typedef VEC(struct state *) state_heap;

struct put_off {
  state_heap unanswered; /* by their number of attempts, then in the order in which they came */
  state_heap resting;    /* by the work of the exploration at which they run again */
  uint64_t count;        /* that have come */
};

/* A state that no searcher holds waits for an answer: the next attempt gets twice as much. */
void put_off_add(struct exploration *exploration, struct state *state);
/* It waits until the others have done that much work. */
void put_off_rest(struct exploration *exploration, struct state *state, uint64_t work);
/* It does not wait any more. */
void put_off_remove(struct exploration *exploration, struct state *state);
/* The next whose rest is over, taken out; NULL: none. All are if the searcher holds no state. */
struct state *put_off_take_rested(struct exploration *exploration);
/* The next that is to be tried again, taken out; NULL: there is none, or an attempt is not due, and
   the searcher holds others. */
struct state *put_off_take_unanswered(struct exploration *exploration, bool is_due);
/* Whether it has nothing but states that wait for an answer. */
bool put_off_has_only_unanswered(const struct exploration *exploration);
/* States that its searcher holds. */
size_t put_off_count_held(const struct exploration *exploration);
void put_off_clear(struct put_off *put_off);

#endif
