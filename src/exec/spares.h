/* Spare witnesses of merged states.

   A merged state has the witnesses of all states that were merged into it: each satisfies its
   path condition. If one of them is on the other side of a decision than the state's own
   witness, both sides are feasible, and no query is needed. */
#ifndef EXEC_SPARES_H
#define EXEC_SPARES_H

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct machine;
struct spare_evaluators;
struct state;
struct witness;

/* Shared between states and never changed; NULL is none. */
struct spares {
  uint32_t refs;
  uint32_t depth; /* the oldest `depth` conjuncts of the path hold under each */
  uint32_t count;
  struct witness *list[]; /* owned references */
};

struct spares *spares_share(struct spares *spares);
void spares_release(struct spares *spares);

/* A spare of the running state under which the condition holds, borrowed; NULL: none. */
struct witness *spares_find(struct machine *machine, struct expr *condition);
/* Whether the condition holds under the witness. */
bool spares_holds(struct machine *machine, struct witness *witness, struct expr *condition);
/* The spares of the state that results when `from` is merged into `into`, which keeps its
   witness, with a path of that depth; call while both still have their own paths. Returns owned;
   NULL: none. */
struct spares *spares_of_both(struct machine *machine, struct state *into, struct state *from,
                              uint32_t depth);

void spare_evaluators_free(struct spare_evaluators *evaluators);

#endif
