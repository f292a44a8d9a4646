/* Times of queries by source location. There are at most as many as the program has branches, and
   all begin anew when something is found. */
#include "exec/standstill.h"

#include "exec/machine.h"
#include "exec/translate/code.h"
#include "ir/ir.h"
#include "util/clock.h"

#include <stdlib.h>

static uint32_t running_loc(const struct machine *machine) {
  const struct state *state = machine->state;
  struct place place = state_place(state);
  const struct ir_func *func = state->top->code->func;
  return place.ins < func->ins.count ? func->ins.data[place.ins].loc : 0;
}

/* Seconds; shorter queries are not worth looking for their place. */
#define LONG_QUERY 1e-4

void standstill_begin_query(struct machine *machine) {
  machine->standstill.asking_since = clock_seconds();
}

static double seconds_under_way(const struct standstill *standstill) {
  return standstill->asking_since > 0 ? clock_seconds() - standstill->asking_since : 0;
}

double standstill_query_seconds(const struct machine *machine) {
  const struct standstill *standstill = &machine->standstill;
  return machine->counts.solver_seconds - standstill->solver_seconds +
         seconds_under_way(standstill);
}

void standstill_end_query(struct machine *machine, double seconds) {
  struct standstill *standstill = &machine->standstill;
  standstill->asking_since = 0;
  if (seconds < LONG_QUERY) return;
  uint32_t loc = running_loc(machine);
  uint64_t *place = word_map_place(&standstill->by_loc, (uint64_t)loc + 1);
  if (*place == 0) {
    vec_push(&standstill->places, ((struct query_place){.loc = loc}));
    *place = standstill->places.count;
  }
  standstill->places.data[*place - 1].seconds += seconds;
}

void standstill_update(struct machine *machine) {
  struct standstill *standstill = &machine->standstill;
  uint64_t found = machine->found.coverage.news + machine->counts.errors;
  if (found == standstill->found) return;
  standstill->found = found;
  standstill->since = machine->counts.seconds;
  standstill->solver_seconds = machine->counts.solver_seconds;
  vec_clear(&standstill->places);
  word_map_clear(&standstill->by_loc);
}

struct query_place standstill_find_worst(const struct machine *machine) {
  const struct standstill *standstill = &machine->standstill;
  struct query_place worst = {0}, running = {.seconds = seconds_under_way(standstill)};
  if (running.seconds > 0) running.loc = running_loc(machine);
  for (size_t i = 0; i < standstill->places.count; i++) {
    struct query_place place = standstill->places.data[i];
    if (place.loc == running.loc) running.seconds += place.seconds;
    if (place.seconds > worst.seconds) worst = place;
  }
  return running.seconds > worst.seconds ? running : worst;
}

void standstill_clear(struct standstill *standstill) {
  vec_free(&standstill->places);
  word_map_free(&standstill->by_loc);
}
