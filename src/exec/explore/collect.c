/* The roots of a collection: registers, memory and path conditions of all states, and what
   the solver keeps. What states share is visited once. */
#include "exec/explore/collect.h"

#include "exec/machine.h"
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

static void mark_state(struct roots *roots, struct state *state) {
  machine_mark_state(roots->machine, state);
  reducers_mark(&state->exploration->reducers, state, roots->machine->exprs, roots->round);
}

static void visit(struct exprs *exprs, void *context) {
  struct roots *roots = context;
  for (size_t i = 0; i < roots->count; i++) mark_state(roots, roots->states[i]);
  for (size_t i = 0; i < roots->machine->explorations.count; i++)
    reducers_mark_roots(&roots->machine->explorations.data[i]->reducers, exprs);
  repetitions_mark(&roots->machine->repetitions, exprs);
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
