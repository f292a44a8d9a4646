/* Explorations: their code and their reducers. */
#include "exec/explore/exploration.h"

#include "exec/explore/path_tree.h"
#include "exec/machine.h"
#include "exec/state.h"
#include "exec/translate/code.h"
#include "ir/ir.h"

#include <stdlib.h>

struct exploration *exploration_new(struct machine *machine) {
  struct exploration *exploration = alloc_zeroed(sizeof *exploration);
  exploration->number = (uint32_t)machine->explorations.count;
  exploration->parts = 1;
  exploration->name = "single paths";
  vec_push(&machine->explorations, exploration);
  return exploration;
}

void exploration_forget_codes(struct machine *machine, struct exploration *exploration) {
  struct code **codes = exploration->codes;
  for (size_t i = 0; codes != NULL && i < machine->program->funcs.count; i++) code_free(codes[i]);
  free(codes);
  exploration->codes = NULL;
}

void exploration_clear(struct machine *machine, struct exploration *exploration) {
  if (exploration->start != NULL) state_free(&machine->memory, exploration->start);
  exploration->start = NULL;
  exploration_forget_codes(machine, exploration);
  reducers_clear(&exploration->reducers);
  put_off_clear(&exploration->put_off);
}

void exploration_add_reducer(struct machine *machine, struct exploration *exploration,
                             struct reducer *reducer) {
  reducers_add(&exploration->reducers, reducer);
  exploration->keeps_tree |= reducer->class->complete != NULL;
  exploration->is_traced |= reducer->class->complete != NULL && reducer->wants_traces;
  if (reducers_want_covered(&exploration->reducers)) machine->found.coverage.keeps_fresh = true;
}

void exploration_join(struct machine *machine, struct state *into, struct state *from) {
  path_tree_join(machine, into, from);
  reducers_joined(&into->exploration->reducers, into, from);
}

void exploration_use(struct machine *machine, struct exploration *exploration) {
  if (exploration->codes == NULL)
    exploration->codes =
        alloc_zeroed(machine->program->funcs.count * sizeof(exploration->codes[0]));
  machine->codes = exploration->codes;
  machine->exploration = exploration;
  machine->places = (uint8_t)reducers_places(&exploration->reducers, SIZE_MAX);
  if (exploration_is_scratch(exploration)) machine->places |= REDUCER_RETURN;
}

void exploration_adopt(struct machine *machine, struct exploration *exploration,
                       struct state *state, struct place place) {
  struct exploration *running = machine->exploration;
  exploration_use(machine, exploration);
  state->exploration = exploration;
  state->top = frame_unshare(&machine->memory.pool, state->top);
  const struct code *code = machine->codes[place.func];
  state->top->code = code != NULL ? code : code_translate(machine, place.func);
  state->next = NULL;
  state->ins = place.ins;
  exploration_use(machine, running);
}
