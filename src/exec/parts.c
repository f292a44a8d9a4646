/* Keeping inputs that take parts of conditions. There are at most as many as the program has edges,
   so the list is simply searched. */
#include "exec/parts.h"

#include "exec/decide.h"
#include "exec/decisions.h"
#include "exec/machine.h"
#include "exec/symbol.h"
#include "exec/translate/op.h"
#include "exec/witness.h"
#include "expr/expr.h"
#include "ir/ir.h"

#include <stdlib.h>

static void release(struct part *part) {
  witness_release(part->witness);
  symbol_release(part->symbols);
  decisions_release(part->decisions);
}

void parts_cover(struct machine *machine, uint32_t edge, struct state *state,
                 struct witness *witness, struct expr *taken) {
  struct coverage *coverage = &machine->found.coverage;
  uint32_t func = state->top->code->func->number;
  coverage_take_edge(coverage, machine->program, func, edge);
  if (!coverage_wants(coverage, machine->program, func)) return;
  if (witness == state->witness) {
    state->covers_new = true;
    state->new_cover_at = state->instructions;
  }
  struct part part = {.taken = taken,
                      .witness = witness_share(witness),
                      .symbols = symbol_share(state->symbols),
                      .decisions = decisions_share(state->decisions),
                      .exploration = state->exploration->number};
  vec_push(&machine->found.parts.list, part);
}

/* Whether the running state took the edge: it made the same decisions, and its witness takes it.
   Merged states have the decisions of only one of their paths. */
static bool is_shown(struct machine *machine, const struct part *part) {
  const struct state *state = machine->state;
  if (part->witness == state->witness) return true;
  return part->exploration == state->exploration->number && state->multiplicity == 1 &&
         decisions_begin_with(state->decisions, part->decisions) &&
         decide_witness_value(machine, part->taken);
}

void parts_settle(struct machine *machine) {
  struct parts *parts = &machine->found.parts;
  size_t kept = 0;
  for (size_t i = 0; i < parts->list.count; i++) {
    struct part *part = &parts->list.data[i];
    if (is_shown(machine, part))
      release(part);
    else
      parts->list.data[kept++] = *part;
  }
  parts->list.count = kept;
}

void parts_mark(const struct parts *parts, struct exprs *exprs) {
  for (size_t i = 0; i < parts->list.count; i++) expr_mark_root(exprs, parts->list.data[i].taken);
}

void parts_free(struct parts *parts) {
  for (size_t i = 0; i < parts->list.count; i++) release(&parts->list.data[i]);
  vec_free(&parts->list);
}
