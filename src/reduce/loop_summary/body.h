/* The body of a loop: which loops are looked at, and the paths from the head back to it. */
#ifndef REDUCE_LOOP_SUMMARY_BODY_H
#define REDUCE_LOOP_SUMMARY_BODY_H

#include "reduce/loop_summary/automaton.h"

#include <stdbool.h>
#include <stdint.h>

struct bodies;
struct machine;
struct names;
struct state;

struct reducer;

/* What the exploration of a body has found. */
struct loop_body {
  loop_path_list paths; /* back to the head */
  loop_exit_list exits; /* all others */
};
void loop_body_clear(struct loop_body *body);

/* Returns owned; borrows the machine, the names, and the reducer for inner loops, which may be
 * NULL.
 */
struct bodies *bodies_new(struct machine *machine, struct names *names, struct reducer *inner,
                          void (*begin)(struct reducer *inner));
void bodies_free(struct bodies *bodies);

/* Whether the state is at the head of a loop that can be summarised, as far as its code tells. */
bool bodies_are_simple(struct bodies *bodies, const struct state *state);
/* Explores the body from the general state of the shape, which is at the head of a loop, and lists
   its paths. The shape gets more cells until all that lead back to the head fit it. */
enum body_result {
  BODY_EXPLORED,
  BODY_LIMITED, /* it took more than `work` (machine_work) */
  BODY_HOPELESS /* it has too many paths, or such that do not fit, or are not exact */
};
enum body_result bodies_explore(struct bodies *bodies, struct shape *shape, uint64_t work,
                                struct loop_body *body);

#endif
