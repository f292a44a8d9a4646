/* Slicing and matching cost more than they save where states differ in what is relevant, as they do
   while much is uncovered. So the detector may spend what the states that it has dropped would have
   cost, estimated by the states that ran, and a small share of the run on top of that. When it has
   spent that, it rests: nothing is sliced or matched, and what ends meanwhile says nothing about
   what came before it. It tries again when the run has gone on for as long as it would have paid
   for half of what was spent: the rests become longer in proportion to the run.

   Everything is counted in work and not in seconds, so that a run can be repeated. */
#include "reduce/redundant/budget.h"

/* One part of the run's work in SHARE is granted in any case, and at least FIRST. A dropped state
   counts as WORTH states: it would have forked. */
enum { SHARE = 12, FIRST = 1 << 23, WORTH = 2 };

static uint64_t allowance(const struct budget *budget, uint64_t work, uint64_t states) {
  uint64_t one = states == 0 ? 0 : work / states;
  return FIRST + work / SHARE + WORTH * one * budget->dropped;
}

bool budget_allows(struct budget *budget, uint64_t work, uint64_t states) {
  uint64_t most = allowance(budget, work, states);
  if (budget->is_resting) {
    budget->is_resting = budget->spent > most / 2;
  } else if (budget->spent > most) {
    budget->is_resting = true;
    budget->rests++;
  }
  return !budget->is_resting;
}
