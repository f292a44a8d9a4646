/* Implication, cheapest question first: the constructors' rules, rewriting with what the path
   condition says, the witness, then one query whether the path has an input that violates the
   formula. Earlier answers are remembered by the caches of the solver chain. */
#include "exec/imply.h"

#include "exec/decide.h"
#include "exec/machine.h"
#include "exec/witness.h"
#include "expr/expr.h"
#include "solver/rewriter.h"
#include "solver/solver.h"

static enum implication ask(struct machine *machine, struct expr *formula,
                            const struct imply_budget *budget) {
  struct state *state = machine->state;
  struct expr *violated = expr_not(machine->exprs, formula);
  struct query query = {.path = state->path,
                        .conjuncts = &violated,
                        .count = 1,
                        .budget = {.conflicts = budget->conflicts, .seconds = budget->seconds},
                        .witness = state->witness->values};
  struct result result;
  enum answer answer = decide_check(machine, &query, &result);
  result_free(&result);
  if (answer == ANSWER_UNKNOWN) return IMPLIES_UNKNOWN;
  return answer == ANSWER_UNSAT ? IMPLIES : IMPLIES_NOT;
}

/* For the running state. */
static enum implication decide_implication(struct machine *machine, struct expr *formula,
                                           const struct imply_budget *budget) {
  if (!expr_is_const(formula))
    formula = rewriter_rewrite(machine->rewriter, machine->state->path, formula);
  if (expr_is_const(formula)) return expr_is_true(formula) ? IMPLIES : IMPLIES_NOT;
  if (!decide_witness_value(machine, formula)) return IMPLIES_NOT;
  return ask(machine, formula, budget);
}

enum implication state_implies(struct machine *machine, struct state *state, struct expr *formula,
                               const struct imply_budget *budget) {
  struct state *running = machine->state;
  machine->state = state; /* nothing of its memory is looked at */
  enum implication answer = decide_implication(machine, formula, budget);
  machine->state = running;
  return answer;
}
