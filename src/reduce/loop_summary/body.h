/* The body of a loop: which loops are looked at, and the paths from the head back to it. */
#ifndef REDUCE_LOOP_SUMMARY_BODY_H
#define REDUCE_LOOP_SUMMARY_BODY_H

#include "reduce/loop_summary/induction.h"

#include <stdbool.h>
#include <stdint.h>

struct bodies;
struct machine;
struct names;
struct state;

typedef VEC(struct loop_path) loop_path_list;

/* Returns owned; borrows the machine and the names. */
struct bodies *bodies_new(struct machine *machine, struct names *names);
void bodies_free(struct bodies *bodies);

/* Whether the state is at the head of a loop that can be summarised, as far as its code tells. */
bool bodies_are_simple(struct bodies *bodies, const struct state *state);
/* Explores the body from the general state of the shape, which is at the head of a loop, and lists
   the paths that lead back to it. The shape gets more cells until all of them fit it. False: that
   does not work, or they are too many, or not exact. */
bool bodies_explore(struct bodies *bodies, struct shape *shape, loop_path_list *paths);

#endif
