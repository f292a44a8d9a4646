/* The single paths of a merged state. Each has its own path condition, over the same inputs, and
   a witness. A decision of the merged state applies to each single path unchanged: the path's
   own conditions decide the conditional values in it. So each decision is appended to every
   single path, and those that contradict it went the other way, with the sibling. */
#include "reduce/merge/singles.h"

#include "exec/decide.h"
#include "exec/findings.h"
#include "exec/machine.h"
#include "exec/spares.h"
#include "exec/witness.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/path_condition.h"
#include "solver/rewriter.h"
#include "solver/solver.h"
#include "util/alloc.h"

#include <stdlib.h>

struct single {
  struct path_condition *path;
  struct witness *witness;
};

struct singles {
  VEC(struct single) list;
  struct path_condition *known; /* the merged state's, as far as the single paths have it */
};

static struct single keep(struct path_condition *path, struct witness *witness) {
  return (struct single){path_condition_retain(path), witness_share(witness)};
}

static void let_go(struct single *single) {
  path_condition_release(single->path);
  witness_release(single->witness);
}

struct singles *singles_new(const struct state *state) {
  struct singles *singles = alloc_zeroed(sizeof *singles);
  vec_push(&singles->list, keep(state->path, state->witness));
  singles->known = path_condition_retain(state->path);
  return singles;
}

static void add_all(struct singles *singles, const struct singles *others) {
  for (size_t i = 0; i < others->list.count; i++)
    vec_push(&singles->list, keep(others->list.data[i].path, others->list.data[i].witness));
}

struct singles *singles_copy(const struct singles *singles) {
  struct singles *copy = alloc_zeroed(sizeof *copy);
  add_all(copy, singles);
  copy->known = path_condition_retain(singles->known);
  return copy;
}

void singles_free(struct singles *singles) {
  if (singles == NULL) return;
  for (size_t i = 0; i < singles->list.count; i++) let_go(&singles->list.data[i]);
  vec_free(&singles->list);
  path_condition_release(singles->known);
  free(singles);
}

static void learn(struct singles *singles, struct path_condition *known) {
  path_condition_retain(known);
  path_condition_release(singles->known);
  singles->known = known;
}

/* ---- following ---- */

/* Whether the path can satisfy the conjuncts; its witness becomes an input that does. */
static bool goes_along(struct machine *machine, struct single *single, struct expr **conjuncts,
                       size_t count) {
  struct query query = {
      .path = single->path, .conjuncts = conjuncts, .count = count, .wants_model = true};
  if (decide_must_end(machine)) return false; /* there may be very many */
  if (query_holds(machine->exprs, &query, single->witness->values)) return true;
  struct result result;
  enum answer answer = decide_check(machine, &query, &result);
  if (answer == ANSWER_SAT) {
    witness_release(single->witness);
    single->witness = witness_make(result.model);
    result.model = NULL;
  }
  result_free(&result);
  /* Without a place: the running state, if there is one, is another, or has ended. */
  if (answer == ANSWER_UNKNOWN && !decide_must_end(machine))
    findings_add_incomplete(&machine->found, "solver gave up: a single path was not counted", 0);
  return answer == ANSWER_SAT;
}

static void append(struct single *single, struct expr *conjunct) {
  struct path_condition *longer = path_condition_append(single->path, conjunct);
  path_condition_release(single->path);
  single->path = longer;
}

void singles_follow(struct machine *machine, struct singles *singles, const struct state *state) {
  uint32_t from = path_condition_depth(singles->known);
  size_t count = path_condition_depth(state->path) - from, kept = 0;
  if (count == 0) return;
  struct expr **conjuncts = alloc_bytes(count * sizeof(struct expr *));
  path_condition_list(state->path, from, conjuncts);
  for (size_t i = 0; i < singles->list.count; i++) {
    struct single *single = &singles->list.data[i];
    if (!goes_along(machine, single, conjuncts, count)) {
      let_go(single);
      continue;
    }
    for (size_t k = 0; k < count; k++) append(single, conjuncts[k]);
    singles->list.data[kept++] = *single;
  }
  singles->list.count = kept;
  free(conjuncts);
  learn(singles, state->path);
}

void singles_join(struct singles *singles, const struct singles *others, const struct state *into) {
  add_all(singles, others);
  learn(singles, into->path);
}

uint64_t singles_ask(struct machine *machine, const struct singles *singles,
                     struct expr *condition) {
  uint64_t asked = 0;
  for (size_t i = 0; i < singles->list.count && !decide_must_end(machine); i++) {
    const struct single *single = &singles->list.data[i];
    struct expr *own = rewriter_rewrite(machine->rewriter, single->path, condition);
    if (expr_is_const(own)) continue;
    struct query query = {.path = single->path,
                          .conjuncts = &own,
                          .count = 1,
                          .witness = single->witness->values,
                          .witness_fails = true,
                          .wants_model = true};
    struct query itself = {.conjuncts = &own, .count = 1};
    if (query_holds(machine->exprs, &itself, single->witness->values))
      own = expr_not(machine->exprs, own);
    struct result result;
    decide_check(machine, &query, &result);
    result_free(&result);
    asked++;
  }
  return asked;
}

size_t singles_count(const struct singles *singles) { return singles->list.count; }

void singles_put(const struct singles *singles, size_t number, struct state *state) {
  const struct single *single = &singles->list.data[number];
  path_condition_retain(single->path);
  path_condition_release(state->path);
  state->path = single->path;
  witness_share(single->witness);
  witness_release(state->witness);
  state->witness = single->witness;
  spares_release(state->spares); /* they are witnesses of all paths */
  state->spares = NULL;
}

void singles_mark(const struct singles *singles, struct exprs *exprs, unsigned round) {
  for (size_t i = 0; i < singles->list.count; i++)
    path_condition_mark(singles->list.data[i].path, exprs, round);
  path_condition_mark(singles->known, exprs, round);
}
