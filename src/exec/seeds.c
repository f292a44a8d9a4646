/* Following seeds. What a seed says nothing about is zero at first, as in any witness, and may
   become something else when the program assumes something about it. */
#include "exec/seeds.h"

#include "exec/decide.h"
#include "exec/machine.h"
#include "exec/own_place.h"
#include "exec/spares.h"
#include "exec/symbol.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/support.h"
#include "ir/ir.h"
#include "solver/path_condition.h"
#include "util/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct follower {
  const struct explore_seed *seed; /* borrowed */
  struct witness *witness;         /* counted */
};

struct seeds {
  VEC(struct follower) list;
};

void seeds_begin(struct machine *machine, struct state *state) {
  const struct explore_options *options = &machine->limits;
  if (options->seed_count == 0) return;
  state->seeds = alloc_zeroed(sizeof *state->seeds);
  for (size_t i = 0; i < options->seed_count; i++)
    vec_push(&state->seeds->list,
             ((struct follower){&options->seeds[i], witness_share(state->witness)}));
}

void seeds_free(struct seeds *seeds) {
  if (seeds == NULL) return;
  for (size_t i = 0; i < seeds->list.count; i++) witness_release(seeds->list.data[i].witness);
  vec_free(&seeds->list);
  free(seeds);
}

static void set_witness(struct state *state, struct witness *witness) {
  witness_share(witness);
  witness_release(state->witness);
  state->witness = witness;
}

/* The first that is left leads; NULL or empty: nobody does. */
static void lead(struct state *state) {
  if (state->seeds->list.count > 0) {
    set_witness(state, state->seeds->list.data[0].witness);
    return;
  }
  seeds_free(state->seeds);
  state->seeds = NULL;
}

__attribute__((format(printf, 3, 4))) static void
drop(struct machine *machine, struct follower *follower, const char *format, ...) {
  char why[256];
  va_list list;
  va_start(list, format);
  vsnprintf(why, sizeof why, format, list);
  va_end(list);
  machine_say(machine, "seed %s does not fit: %s", follower->seed->path, why);
  machine->counts.seeds_unfit++;
  witness_release(follower->witness);
}

/* A plain file is the first object of the path. */
static const struct explore_input *find_input(const struct explore_seed *seed,
                                              const struct symbol *symbol) {
  for (size_t i = 0; i < seed->count; i++) {
    const char *name = seed->inputs[i].name;
    if (name == NULL ? symbol->count == 1 : strcmp(name, symbol->name) == 0)
      return &seed->inputs[i];
  }
  return NULL;
}

/* ---- inputs ---- */

static void take_bytes(struct follower *follower, const struct symbol *symbol,
                       const struct explore_input *input) {
  struct assignment *values = assignment_copy(follower->witness->values);
  for (uint64_t i = 0; i < input->size; i++)
    assignment_set(values, symbol->array->number, i, input->bytes[i]);
  witness_release(follower->witness);
  follower->witness = witness_make(values);
}

static bool fits(const struct explore_input *input, const struct symbol *symbol) {
  return input->name == NULL ? input->size <= symbol->size : input->size == symbol->size;
}

void seeds_take_symbol(struct machine *machine, const struct symbol *symbol) {
  struct seeds *seeds = machine->state->seeds;
  size_t kept = 0;
  for (size_t i = 0; i < seeds->list.count; i++) {
    struct follower follower = seeds->list.data[i];
    const struct explore_input *input = find_input(follower.seed, symbol);
    if (input != NULL && !fits(input, symbol)) {
      drop(machine, &follower, "its input '%s' has %llu bytes, not %llu", symbol->name,
           (unsigned long long)input->size, (unsigned long long)symbol->size);
      continue;
    }
    if (input != NULL) take_bytes(&follower, symbol, input);
    seeds->list.data[kept++] = follower;
  }
  seeds->list.count = kept;
  lead(machine->state);
}

struct mention {
  const struct state *state;
  bool is_said;
};

static void visit_member(const struct expr_array *array, uint64_t index, void *context) {
  struct mention *mention = context;
  (void)index;
  const struct explore_seed *seed = mention->state->seeds->list.data[0].seed;
  for (const struct symbol *symbol = mention->state->symbols; symbol; symbol = symbol->before)
    if (symbol->array == array && find_input(seed, symbol) != NULL) mention->is_said = true;
}

bool seeds_say(struct machine *machine, const struct expr *condition) {
  struct mention mention = {.state = machine->state};
  support_walk(machine->exprs, condition->support, visit_member, &mention);
  return mention.is_said;
}

/* ---- conditions ---- */

struct seeds *seeds_split(struct machine *machine, struct expr *condition) {
  struct state *state = machine->state;
  struct seeds *seeds = state->seeds, *others = NULL;
  bool side = spares_holds(machine, state->witness, condition);
  size_t kept = 0;
  for (size_t i = 0; i < seeds->list.count; i++) {
    struct follower follower = seeds->list.data[i];
    if (spares_holds(machine, follower.witness, condition) == side) {
      seeds->list.data[kept++] = follower;
      continue;
    }
    if (others == NULL) others = alloc_zeroed(sizeof *others);
    vec_push(&others->list, follower);
  }
  seeds->list.count = kept;
  return others;
}

void seeds_give(struct state *sibling, struct seeds *seeds) {
  sibling->seeds = seeds;
  lead(sibling);
}

/* The witness with the model's values for what the seed says nothing about, if it satisfies the
   path and the condition; else NULL. Owned. */
static struct witness *adapted(struct machine *machine, const struct follower *follower,
                               struct expr *condition, const struct witness *model) {
  struct state *state = machine->state;
  struct assignment *values = assignment_copy(follower->witness->values);
  for (const struct symbol *symbol = state->symbols; symbol; symbol = symbol->before) {
    if (find_input(follower->seed, symbol) != NULL) continue;
    for (uint64_t i = 0; i < symbol->size; i++)
      assignment_set(values, symbol->array->number, i,
                     assignment_get(model->values, symbol->array->number, i));
  }
  struct query query = {.path = state->path, .conjuncts = &condition, .count = 1};
  if (query_holds(machine->exprs, &query, values)) return witness_make(values);
  assignment_free(values);
  return NULL;
}

static bool adapt(struct machine *machine, struct follower *follower, struct expr *condition,
                  const struct witness *model) {
  struct witness *witness = NULL;
  if (spares_holds(machine, follower->witness, condition)) return true;
  if (model != NULL) witness = adapted(machine, follower, condition, model);
  if (witness == NULL) return false;
  witness_release(follower->witness);
  follower->witness = witness;
  return true;
}

void seeds_restrict(struct machine *machine, struct expr *condition, const struct witness *model) {
  struct seeds *seeds = machine->state->seeds;
  const struct ir_program *program = machine->program;
  size_t kept = 0;
  for (size_t i = 0; i < seeds->list.count; i++) {
    struct follower follower = seeds->list.data[i];
    if (adapt(machine, &follower, condition, model)) {
      seeds->list.data[kept++] = follower;
      continue;
    }
    const struct ir_loc *loc = &program->locs.data[own_place_find(machine).loc];
    drop(machine, &follower, "it violates the assumption at %s:%u",
         program->strings.data[loc->file], loc->line);
  }
  seeds->list.count = kept;
  lead(machine->state);
}

void seeds_prefer(struct machine *machine, struct expr *condition, const struct witness *model) {
  struct seeds *seeds = machine->state->seeds;
  for (size_t i = 0; i < seeds->list.count; i++)
    adapt(machine, &seeds->list.data[i], condition, model);
  lead(machine->state);
}
