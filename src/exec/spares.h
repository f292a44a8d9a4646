/* Spare witnesses of merged states.

   A state that was merged has the witnesses of all that went into it: each satisfies its path
   condition. Where one of them lies on the other side of a decision than the witness that
   the state goes by, both sides are possible, and nobody has to be asked. */
#ifndef EXEC_SPARES_H
#define EXEC_SPARES_H

#include <stdint.h>

struct expr;
struct machine;
struct spare_evaluators;
struct state;
struct witness;

/* Shared between states and never changed; NULL is none. */
struct spares {
  uint32_t refs;
  uint32_t depth; /* the oldest so many conjuncts of the path are known to hold under each */
  uint32_t count;
  struct witness *list[]; /* owned references */
};

struct spares *spares_share(struct spares *spares);
void spares_release(struct spares *spares);

/* A spare of the running state under which the condition holds too, borrowed; NULL: none. */
struct witness *spares_find(struct machine *machine, struct expr *condition);
/* Spares for what two states become when `from` is merged into `into`, which keeps its witness,
   under a path of that depth; while both still have their own. Returned owned; NULL: none. */
struct spares *spares_of_both(struct machine *machine, struct state *into, struct state *from,
                              uint32_t depth);

void spare_evaluators_free(struct spare_evaluators *evaluators);

#endif
