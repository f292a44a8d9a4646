/* Reclaiming expressions that no state refers to any more, between steps. */
#ifndef EXEC_EXPLORE_COLLECT_H
#define EXEC_EXPLORE_COLLECT_H

#include <stddef.h>

struct machine;
struct state;

/* Collects when enough expressions were made since the last time. `states` are all that
   are alive. */
void collect_if_due(struct machine *machine, struct state *const *states, size_t count);
void collect_now(struct machine *machine, struct state *const *states, size_t count);

#endif
