/* Spelling out repeated inputs. The newest iteration's are those of the witness. Then the number of
   repetitions is counted down by one, the inputs become what they were before the iteration, by the
   step that applies, and so on until nothing is left to repeat. What was read before the loop may
   change on the way: it led to the same state of the program. So inputs are listed from the newest
   to the oldest, each as it is when it is reached. */
#include "exec/repetition.h"

#include "exec/decide.h"
#include "exec/machine.h"
#include "exec/state.h"
#include "exec/symbol.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "util/fault.h"
#include "util/strmap.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_INPUTS = 1 << 16 /* in a test */ };

/* ---- lists ---- */

void repetition_attach(struct machine *machine, struct state *state,
                       struct repetition *repetition) {
  REQUIRE(state->symbols != NULL && state->symbols->is_hidden);
  state->symbols->repetition = repetition;
  vec_push(&machine->repetitions.list, repetition);
}

void repetition_free(struct repetition *repetition) {
  for (size_t i = 0; i < repetition->steps.count; i++) vec_free(&repetition->steps.data[i].bytes);
  vec_free(&repetition->steps);
  free(repetition);
}

void repetitions_free(struct repetitions *repetitions) {
  for (size_t i = 0; i < repetitions->list.count; i++) repetition_free(repetitions->list.data[i]);
  vec_free(&repetitions->list);
}

void repetitions_mark(const struct repetitions *repetitions, struct exprs *exprs) {
  for (size_t i = 0; i < repetitions->list.count; i++) {
    const struct repetition *repetition = repetitions->list.data[i];
    expr_mark_root(exprs, repetition->times);
    expr_mark_root(exprs, repetition->counter);
    expr_mark_root(exprs, repetition->previous);
    expr_mark_root(exprs, repetition->next);
    for (size_t k = 0; k < repetition->steps.count; k++) {
      const struct repetition_step *step = &repetition->steps.data[k];
      expr_mark_root(exprs, step->holds);
      for (size_t b = 0; b < step->bytes.count; b++) expr_mark_root(exprs, step->bytes.data[b].was);
    }
  }
}

bool repetition_is_any(const struct symbol *symbols) {
  for (; symbols != NULL; symbols = symbols->before)
    if (symbols->repetition != NULL) return true;
  return false;
}

void spelled_inputs_free(struct spelled_inputs *inputs) {
  for (size_t i = 0; i < inputs->list.count; i++) {
    free(inputs->list.data[i].name);
    free(inputs->list.data[i].bytes);
  }
  vec_free(&inputs->list);
}

/* ---- counting down ---- */

struct spelling {
  struct exprs *exprs;
  struct assignment *values;  /* owned; as they are at the place that has been reached */
  struct spelled_inputs *out; /* newest first */
};

static uint64_t value_of(const struct spelling *s, struct expr *e) {
  struct evaluator *evaluator = evaluator_new(s->exprs, s->values);
  uint64_t value = evaluator_value(evaluator, e);
  evaluator_free(evaluator);
  return value;
}

static void add_input(struct spelling *s, const struct symbol *symbol) {
  struct spelled_input input = {alloc_string(symbol->asked), alloc_bytes(symbol->size),
                                symbol->size};
  symbol_bytes(symbol, s->values, input.bytes);
  vec_push(&s->out->list, input);
}

/* The inputs as they were before the last iteration. */
static bool step_back(struct spelling *s, const struct symbol *counter) {
  const struct repetition *repetition = counter->repetition;
  uint64_t previous = value_of(s, repetition->previous);
  for (uint64_t i = 0; i < counter->size; i++)
    assignment_set(s->values, counter->array->number, i, previous >> 8 * i & 0xff);
  for (size_t i = 0; i < repetition->steps.count; i++) {
    const struct repetition_step *step = &repetition->steps.data[i];
    if (value_of(s, step->holds) == 0) continue;
    struct assignment *before = assignment_copy(s->values);
    struct evaluator *evaluator = evaluator_new(s->exprs, s->values);
    for (size_t b = 0; b < step->bytes.count; b++) {
      const struct repetition_byte *byte = &step->bytes.data[b];
      assignment_set(before, byte->array, byte->index, evaluator_value(evaluator, byte->was));
    }
    evaluator_free(evaluator);
    assignment_free(s->values);
    s->values = before;
    return true;
  }
  return false;
}

/* All iterations but the first one, which is in the list of symbols. */
static bool add_iterations(struct spelling *s, const struct symbol *counter) {
  const struct repetition *repetition = counter->repetition;
  if (repetition->has_inner && value_of(s, repetition->times) != 0) return false;
  while (value_of(s, repetition->times) != 0) {
    const struct symbol *symbol = counter->before;
    for (uint32_t i = 0; i < repetition->inputs; i++, symbol = symbol->before) add_input(s, symbol);
    if (s->out->list.count > MOST_INPUTS || !step_back(s, counter)) return false;
  }
  return true;
}

static void reverse(struct spelled_inputs *inputs) {
  size_t count = inputs->list.count;
  for (size_t i = 0; i < count / 2; i++) {
    struct spelled_input swap = inputs->list.data[i];
    inputs->list.data[i] = inputs->list.data[count - 1 - i];
    inputs->list.data[count - 1 - i] = swap;
  }
}

/* As symbols are named: by how often the program has asked before. */
static void number_names(struct spelled_inputs *inputs) {
  struct strmap counts = {0};
  for (size_t i = 0; i < inputs->list.count; i++) {
    struct spelled_input *input = &inputs->list.data[i];
    uint32_t number = strmap_get(&counts, input->name);
    if (number == STRMAP_NONE) number = 0;
    strmap_set(&counts, input->name, number + 1);
    if (number == 0) continue;
    char *name = alloc_format("%s_%u", input->name, number);
    free(input->name);
    input->name = name;
  }
  strmap_free(&counts);
}

bool repetition_spell_out(struct machine *machine, const struct state *state,
                          struct spelled_inputs *inputs) {
  struct spelling s = {.exprs = machine->exprs, .out = inputs};
  if (state->symbols != NULL && state->symbols->is_doubtful) return false;
  s.values = state->witness ? assignment_copy(state->witness->values) : assignment_new();
  bool is_good = true;
  for (const struct symbol *symbol = state->symbols; symbol && is_good; symbol = symbol->before) {
    if (symbol->repetition != NULL)
      is_good = add_iterations(&s, symbol);
    else if (!symbol->is_hidden)
      add_input(&s, symbol);
  }
  assignment_free(s.values);
  reverse(inputs);
  number_names(inputs);
  return is_good && inputs->list.count <= MOST_INPUTS;
}

/* ---- short tests ---- */

static bool has_few(struct machine *machine, const struct state *state, uint64_t most) {
  struct spelling s = {.exprs = machine->exprs, .values = state->witness->values};
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before)
    if (symbol->repetition != NULL && value_of(&s, symbol->repetition->times) > most) return false;
  return true;
}

static struct expr *limit_times(struct exprs *exprs, const struct state *state, uint64_t most) {
  struct expr *all = expr_const(exprs, 1, 1);
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before) {
    if (symbol->repetition == NULL) continue;
    struct expr *times = symbol->repetition->times;
    if (times->width < 64 && most >> times->width != 0) continue;
    struct expr *limit = expr_const(exprs, (unsigned)times->width, most);
    all = expr_and(exprs, all, expr_ule(exprs, times, limit));
  }
  return all;
}

void repetition_shorten(struct machine *machine) {
  enum { FEW = 4, FACTOR = 16, MOST_CONFLICTS = 10000 };
  const struct state *state = machine->state;
  if (state->witness == NULL || !repetition_is_any(state->symbols)) return;
  int64_t conflicts = decide_limit_conflicts(machine, MOST_CONFLICTS);
  for (uint64_t most = FEW; most <= MOST_INPUTS && !has_few(machine, state, most); most *= FACTOR)
    decide_prefer(machine, limit_times(machine->exprs, state, most));
  machine->limits.max_conflicts = conflicts;
}
