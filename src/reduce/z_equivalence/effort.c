/* The budget for comparing. It is a share of the work of the run, an advance, and what dropped
   states pay for: each as much as WORTH comparisons take, all together at most another share. Once
   it is used up, comparing rests until the run has done more. All is estimated work, so that a run
   can be repeated.

   Places differ: at some, half of the states are dropped, at most of them none ever is. The more
   states a place drops, the more of the budget it may use up, so that a part is left for those
   where it pays. New places are tried FEW times. The others are not given up altogether: a loop
   with many states may come to the same one only after a while. */
#include "reduce/z_equivalence/effort.h"

#include "exec/state.h"
#include "exec/state_live.h"
#include "exec/translate/code.h"
#include "ir/ir.h"

#include <stdlib.h>

enum {
  SHARE = 144,
  MOST_EARNED = 96,
  ADVANCE = 1 << 19,
  WORTH = 4,
  FEW = 32,
  OFTEN = 8,
  RARE = 64
};

void effort_free(struct effort *effort) {
  word_map_free(&effort->numbers);
  vec_free(&effort->places);
}

struct effort_place *effort_place(struct effort *effort, const struct state *state, int kind) {
  uint64_t func = state->top->code->func->number;
  struct place at = state_place(state);
  uint64_t key = (func << 34 | (uint64_t)at.ins << 2 | (uint64_t)kind) + 1;
  uint64_t *number = word_map_place(&effort->numbers, key);
  if (*number == 0) {
    vec_push(&effort->places, (struct effort_place){0});
    *number = effort->places.count;
  }
  return &effort->places.data[*number - 1];
}

/* Quarters of the budget that the place may use. */
static unsigned quarters_of(const struct effort_place *place) {
  if (place->compared < FEW) return 3;
  if ((uint64_t)place->dropped * OFTEN >= place->compared) return 4;
  return (uint64_t)place->dropped * RARE >= place->compared ? 2 : 1;
}

bool effort_allows(const struct effort *effort, const struct effort_place *place, uint64_t total) {
  uint64_t most = total / MOST_EARNED;
  uint64_t budget = ADVANCE + total / SHARE + (effort->earned < most ? effort->earned : most);
  return effort->work < budget / 4 * quarters_of(place);
}

void effort_add(struct effort *effort, struct effort_place *place, uint64_t work, bool is_dropped) {
  effort->work += work;
  effort->compared++;
  place->compared++;
  if (!is_dropped) return;
  place->dropped++;
  effort->earned += WORTH * (effort->work / effort->compared);
}
