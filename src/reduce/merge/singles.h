/* The single paths that a merged state stands for: to count them exactly (section 5.2 of the
   paper), and to write a test for each. */
#ifndef REDUCE_MERGE_SINGLES_H
#define REDUCE_MERGE_SINGLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;
struct expr;
struct exprs;
struct singles;
struct state;

/* For a state that stands for one path. Returns owned. */
struct singles *singles_new(const struct state *state);
/* Returns owned. */
struct singles *singles_copy(const struct singles *singles);
void singles_free(struct singles *singles);
/* Adds the state's decisions since the last call, and drops paths that contradict them. Solver
   queries for this count like any others. */
void singles_follow(struct machine *machine, struct singles *singles, const struct state *state);
/* The state `into` has just been merged with another, whose paths are added to its own. */
void singles_join(struct singles *singles, const struct singles *others, const struct state *into);
/* Asks of each path what a state of its own would, where its decision depends on the condition:
   whether it can take the side that its witness is not on. Returns how many had to be asked. */
uint64_t singles_ask(struct machine *machine, const struct singles *singles,
                     struct expr *condition);
size_t singles_count(const struct singles *singles);
/* Gives the state the path condition and witness of one of the paths. */
void singles_put(const struct singles *singles, size_t number, struct state *state);
void singles_mark(const struct singles *singles, struct exprs *exprs, unsigned round);

#endif
