/* Whose turn it is, when a program is explored twice at once. */
#include "exec/explore/sides.h"

#include "exec/machine.h"
#include "exec/state.h"
#include "util/fault.h"

/* Sides change after so much work at the earliest: each keeps the processor's caches busy. */
#define TURN_WORK ((int64_t)1 << 20)

void sides_begin(struct sides *sides, struct machine *machine, struct searcher *searcher,
                 const struct explore_beside *beside) {
  *sides = (struct sides){.list[SIDE_FIRST].searcher = searcher,
                          .list[SIDE_BESIDE].searcher = beside->searcher,
                          .counted = machine_work(machine)};
  if (beside->searcher == NULL) return;
  sides->beside = BESIDE_TO_COME;
  REQUIRE(machine->state->path == NULL && machine->state->symbols == NULL); /* nothing to collect */
  sides->start = machine_fork_state(machine);
  sides->start->side = SIDE_BESIDE;
}

void sides_account(struct sides *sides, const struct machine *machine) {
  if (sides->beside == BESIDE_NONE) return;
  uint64_t work = machine_work(machine);
  sides->list[sides->turn].work += work - sides->counted;
  sides->counted = work;
}

bool sides_is_due(const struct sides *sides, const struct explore_beside *beside) {
  return sides->beside == BESIDE_TO_COME && sides->list[SIDE_FIRST].alive > 1 &&
         sides->list[SIDE_FIRST].work >= beside->after;
}

void sides_choose(struct sides *sides) {
  if (sides->beside != BESIDE_RUNNING) {
    sides->turn = SIDE_FIRST;
    return;
  }
  int64_t ahead = (int64_t)((SIDE_PARTS - 1) * sides->list[SIDE_BESIDE].work) -
                  (int64_t)sides->list[SIDE_FIRST].work;
  if (sides->turn == SIDE_FIRST && ahead < 0) sides->turn = SIDE_BESIDE;
  if (sides->turn == SIDE_BESIDE && ahead >= (SIDE_PARTS - 1) * TURN_WORK) sides->turn = SIDE_FIRST;
}

bool sides_is_through(const struct sides *sides) {
  return sides->list[SIDE_FIRST].alive == 0 ||
         (sides->beside == BESIDE_RUNNING && sides->list[SIDE_BESIDE].alive == 0);
}
