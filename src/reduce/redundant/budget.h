/* What the detector may cost. */
#ifndef REDUCE_REDUNDANT_BUDGET_H
#define REDUCE_REDUNDANT_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

/* All zero at the beginning. Work is counted as machine_work does. */
struct budget {
  uint64_t spent;
  uint64_t dropped; /* states */
  uint64_t rests;   /* begun so far */
  bool is_resting;
};

/* Whether the detector may go on, when the run has done so much work and made so many states. What
   it answers changes seldom. */
bool budget_allows(struct budget *budget, uint64_t work, uint64_t states);

#endif
