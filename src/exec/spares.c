/* Spares are checked when a decision needs them: those that a conjunct has ruled out since the
   last check are dropped. Evaluators are kept for recently used spares, since the conditions of
   one path have much in common. */
#include "exec/spares.h"

#include "exec/machine.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/path_condition.h"
#include "util/alloc.h"

#include <stdlib.h>

enum { MOST_SPARES = 12, EVALUATOR_COUNT = 32, EVALUATOR_BYTES = 1 << 20 };

struct spare_evaluators {
  struct {
    struct witness *witness; /* counted */
    struct evaluator *evaluator;
  } list[EVALUATOR_COUNT];
  uint32_t count, oldest; /* when all are in use, they are replaced in turn */
};

struct spares *spares_share(struct spares *spares) {
  if (spares != NULL) spares->refs++;
  return spares;
}

void spares_release(struct spares *spares) {
  if (spares == NULL || --spares->refs > 0) return;
  for (uint32_t i = 0; i < spares->count; i++) witness_release(spares->list[i]);
  free(spares);
}

void spare_evaluators_free(struct spare_evaluators *evaluators) {
  if (evaluators == NULL) return;
  for (uint32_t i = 0; i < evaluators->count; i++) {
    evaluator_free(evaluators->list[i].evaluator);
    witness_release(evaluators->list[i].witness);
  }
  free(evaluators);
}

static struct evaluator *evaluator_of(struct machine *machine, struct witness *witness) {
  if (machine->evaluation.spare_evaluators == NULL)
    machine->evaluation.spare_evaluators =
        alloc_zeroed(sizeof *machine->evaluation.spare_evaluators);
  struct spare_evaluators *evaluators = machine->evaluation.spare_evaluators;
  for (uint32_t i = 0; i < evaluators->count; i++)
    if (evaluators->list[i].witness == witness) {
      struct evaluator *found = evaluators->list[i].evaluator;
      if (evaluator_bytes(found) > EVALUATOR_BYTES) evaluator_reset(found, witness->values);
      return found;
    }
  bool is_full = evaluators->count == EVALUATOR_COUNT;
  uint32_t at = is_full ? evaluators->oldest++ % EVALUATOR_COUNT : evaluators->count++;
  witness_share(witness);
  if (is_full) {
    evaluator_reset(evaluators->list[at].evaluator, witness->values);
    witness_release(evaluators->list[at].witness);
  } else {
    evaluators->list[at].evaluator = evaluator_new(machine->exprs, witness->values);
  }
  evaluators->list[at].witness = witness;
  return evaluators->list[at].evaluator;
}

bool spares_holds(struct machine *machine, struct witness *witness, struct expr *condition) {
  return evaluator_value(evaluator_of(machine, witness), condition) == 1;
}

/* Whether the newest conjuncts, down to that depth, hold. */
static bool follows(struct machine *machine, struct witness *witness,
                    const struct path_condition *path, uint32_t depth) {
  for (; path != NULL && path->depth > depth; path = path->parent)
    if (!spares_holds(machine, witness, path->conjunct)) return false;
  return true;
}

static struct spares *new_spares(uint32_t depth) {
  struct spares *spares = alloc_zeroed(sizeof *spares + MOST_SPARES * sizeof spares->list[0]);
  spares->refs = 1;
  spares->depth = depth;
  return spares;
}

static void add(struct spares *spares, struct witness *witness) {
  for (uint32_t i = 0; i < spares->count; i++)
    if (spares->list[i] == witness) return;
  if (spares->count < MOST_SPARES) spares->list[spares->count++] = witness_share(witness);
}

/* Drops spares that no longer satisfy the path condition. */
static void keep_up(struct machine *machine, struct state *state) {
  struct spares *old = state->spares;
  uint32_t depth = path_condition_depth(state->path);
  if (old == NULL || old->depth == depth) return;
  struct spares *new = new_spares(depth);
  for (uint32_t i = 0; i < old->count; i++)
    if (follows(machine, old->list[i], state->path, old->depth)) add(new, old->list[i]);
  spares_release(old);
  state->spares = new;
  if (new->count > 0) return;
  spares_release(new);
  state->spares = NULL;
}

struct witness *spares_find(struct machine *machine, struct expr *condition) {
  struct state *state = machine->state;
  if (state->spares == NULL) return NULL;
  keep_up(machine, state);
  for (uint32_t i = 0; state->spares != NULL && i < state->spares->count; i++)
    if (spares_holds(machine, state->spares->list[i], condition)) return state->spares->list[i];
  return NULL;
}

struct spares *spares_of_both(struct machine *machine, struct state *into, struct state *from,
                              uint32_t depth) {
  keep_up(machine, into);
  keep_up(machine, from);
  struct spares *both = new_spares(depth);
  uint32_t own = into->spares ? into->spares->count : 0;
  uint32_t theirs = from->spares ? from->spares->count : 0;
  if (from->witness != into->witness) add(both, from->witness);
  for (uint32_t i = 0; i < own || i < theirs; i++) { /* alternately, so that neither side is lost */
    if (i < own) add(both, into->spares->list[i]);
    if (i < theirs) add(both, from->spares->list[i]);
  }
  if (both->count > 0) return both;
  spares_release(both);
  return NULL;
}
