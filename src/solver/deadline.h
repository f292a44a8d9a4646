/* When to give up a query: its time or its work is over, or its stop flag is set. */
#ifndef SOLVER_DEADLINE_H
#define SOLVER_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

struct budget;
struct onlooker;

struct deadline {
  double end;                      /* on the monotonic clock; 0: never */
  const volatile bool *stop;       /* borrowed; or NULL */
  const struct onlooker *onlooker; /* borrowed; or NULL */
  /* A counter of the work that is being done, and where it has to end; or NULL. */
  const uint64_t *meter;
  uint64_t meter_end;
};

/* From now on. */
struct deadline deadline_begin(const struct budget *budget);
bool deadline_is_over(const struct deadline *deadline);
/* The work of the next computation: the counter may grow by that much. */
void deadline_meter(struct deadline *deadline, const uint64_t *meter, uint64_t most);
/* Limits the budget to the time that is left, at least a little; for the next of several
   queries. */
void deadline_shorten(const struct deadline *deadline, struct budget *budget);

#endif
