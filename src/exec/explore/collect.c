/* The roots of a collection: registers, memory and path conditions of all states, and what
   the solver keeps. What states share is visited once. */
#include "exec/explore/collect.h"

#include "exec/machine.h"
#include "exec/registers.h"
#include "expr/expr.h"
#include "memory/symbolic.h"
#include "solver/path_condition.h"
#include "solver/solver.h"

enum { FIRST_COLLECTION = 1 << 20 };

struct roots {
  struct machine *machine;
  struct state *const *states;
  size_t count;
  uint32_t round;
};

static void mark_registers(struct exprs *exprs, const struct registers *registers) {
  for (uint32_t i = 0; registers != NULL && i < registers->slot_count; i++)
    if (registers->values[i] != NULL) expr_mark_root(exprs, registers->values[i]);
}

static void mark_state(struct roots *roots, struct state *state) {
  struct exprs *exprs = roots->machine->exprs;
  for (struct frame *frame = state->top; frame && frame->round != roots->round;
       frame = frame->caller) {
    frame->round = roots->round;
    mark_registers(exprs, frame->symbolic);
  }
  memory_mark(&roots->machine->memory, &state->space, roots->round);
  path_condition_mark(state->path, exprs, roots->round);
  reducers_mark(&state->exploration->reducers, state, exprs, roots->round);
}

static void visit(struct exprs *exprs, void *context) {
  struct roots *roots = context;
  for (size_t i = 0; i < roots->count; i++) mark_state(roots, roots->states[i]);
  for (size_t i = 0; i < roots->machine->explorations.count; i++)
    reducers_mark_roots(&roots->machine->explorations.data[i]->reducers, exprs);
  parts_mark(&roots->machine->found.parts, exprs);
  solver_mark(roots->machine->solver, exprs);
}

void collect_now(struct machine *machine, struct state *const *states, size_t count) {
  struct roots roots = {machine, states, count, ++machine->collections};
  expr_collect(machine->exprs, visit, &roots);
  memory_forget_freed(&machine->memory);
  size_t live = exprs_count(machine->exprs);
  machine->collect_at = live + (live > FIRST_COLLECTION ? live : FIRST_COLLECTION);
}

void collect_if_due(struct machine *machine, struct state *const *states, size_t count) {
  if (machine->collect_at == 0) machine->collect_at = FIRST_COLLECTION;
  if (exprs_count(machine->exprs) >= machine->collect_at) collect_now(machine, states, count);
}
