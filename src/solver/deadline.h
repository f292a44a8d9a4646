/* When to give up a query: its time is over, or its stop flag is set. */
#ifndef SOLVER_DEADLINE_H
#define SOLVER_DEADLINE_H

#include <stdbool.h>

struct budget;

struct deadline {
  double end;                /* on the monotonic clock; 0: never */
  const volatile bool *stop; /* borrowed; or NULL */
};

/* From now on. */
struct deadline deadline_begin(const struct budget *budget);
bool deadline_is_over(const struct deadline *deadline);
/* Limits the budget to the time that is left, at least a little; for the next of several
   queries. */
void deadline_shorten(const struct deadline *deadline, struct budget *budget);

#endif
