/* The paths that a merged state stands for, one by one: to count them exactly (section 5.2 of
   the paper), and to write a test for each. */
#ifndef REDUCE_SINGLES_H
#define REDUCE_SINGLES_H

#include <stdbool.h>
#include <stddef.h>

struct machine;
struct exprs;
struct singles;
struct state;

/* Of a state that stands for itself. Returns owned. */
struct singles *singles_new(const struct state *state);
/* Returns owned. */
struct singles *singles_copy(const struct singles *singles);
void singles_free(struct singles *singles);
/* Takes in what the state has decided since the last time: paths that cannot have gone that
   way are left out. Solver queries it takes count as any others. */
void singles_follow(struct machine *machine, struct singles *singles, const struct state *state);
/* The state `into` has just been merged with another, whose paths come in beside its own. */
void singles_join(struct singles *singles, const struct singles *others, const struct state *into);
size_t singles_count(const struct singles *singles);
/* Gives the state the path condition and the witness of one of them. */
void singles_put(const struct singles *singles, size_t number, struct state *state);
void singles_mark(const struct singles *singles, struct exprs *exprs, unsigned round);

#endif
