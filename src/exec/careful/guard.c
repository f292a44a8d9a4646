/* Guards: conditions that must hold, else the path ends in the error that the guard names. */
#include "exec/careful/careful.h"
#include "exec/careful/failure.h"
#include "exec/decide.h"
#include "exec/translate/op.h"

static uint64_t witness_of(struct machine *m, ir_operand operand) {
  struct value value = value_of(m, operand);
  uint64_t words[2] = {value.words[0], 0};
  if (value.expr != NULL) decide_witness_words(m, value.expr, words);
  return words[0];
}

static void raise_guard(struct machine *m, const struct ir_ins *ins) {
  const ir_operand *about = m->state->top->code->func->operands.data + ins->b;
  struct failure failure = {.m = m};
  failure.has_data = ins->c > 0;
  if (failure.has_data) failure.data = witness_of(m, about[0]);
  for (uint32_t i = 1; i < ins->c && i <= FAILURE_VALUES; i++)
    failure.values[failure.count++] = witness_of(m, about[i]);
  enum error_kind kind = failure_describe(&failure, m->program->strings.data[ins->dst]);
  error_raise(m, kind, "%s", failure.text.text);
  buffer_free(&failure.text);
}

enum outcome careful_guard(struct machine *m, const struct ir_ins *ins) {
  struct value condition = value_of(m, ins->a);
  if (condition.expr == NULL && condition.words[0] != 0) return OUTCOME_NEXT;
  if (condition.expr != NULL) {
    enum decision decision = decide_good(m, condition.expr);
    if (decision == DECIDE_TRUE) return OUTCOME_NEXT;
    if (decision == DECIDE_STOP) return OUTCOME_STOPPED;
  }
  raise_guard(m, ins);
  return OUTCOME_STOPPED;
}
