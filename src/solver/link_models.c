/* Trying recent models: a model of a neighbouring path often satisfies this one. The last conjunct
   is tried first, because most models fail it; each model keeps an evaluator, so that the common
   beginning of the queries is evaluated once. While that costs more than it spares, only a few
   queries are tried (worth.h). */
#include "solver/links.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/solver.h"
#include "solver/worth.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

enum {
  MODEL_COUNT = 16,
  MAX_EVALUATED = 2048, /* nodes per query; beyond this the backend is about as fast */
  MAX_EVALUATOR_BYTES = 1 << 20
};

struct candidate {
  struct assignment *model;
  struct evaluator *evaluator;
};

struct reuse_link {
  struct solver solver;
  struct exprs *exprs;
  struct candidate candidates[MODEL_COUNT]; /* most recently useful first */
  size_t count;
  struct worth worth;
};

static bool satisfies(struct candidate *candidate, const struct query *query) {
  if (evaluator_bytes(candidate->evaluator) > MAX_EVALUATOR_BYTES)
    evaluator_reset(candidate->evaluator, candidate->model);
  for (size_t i = query->count; i-- > 0;)
    if (evaluator_value(candidate->evaluator, query->conjuncts[i]) != 1) return false;
  return true;
}

static void move_to_front(struct reuse_link *link, size_t at) {
  struct candidate candidate = link->candidates[at];
  memmove(link->candidates + 1, link->candidates, at * sizeof candidate);
  link->candidates[0] = candidate;
}

static void add_model(struct reuse_link *link, const struct assignment *model) {
  if (link->count == MODEL_COUNT) {
    struct candidate *oldest = &link->candidates[--link->count];
    evaluator_free(oldest->evaluator);
    assignment_free(oldest->model);
  }
  struct assignment *copy = assignment_copy(model);
  link->candidates[link->count++] =
      (struct candidate){.model = copy, .evaluator = evaluator_new(link->exprs, copy)};
  move_to_front(link, link->count - 1);
}

/* Whether a model satisfies the query; it is then the first. */
static bool find_model(struct reuse_link *link, const struct query *query) {
  size_t evaluated = 0;
  for (size_t i = 0; i < link->count && evaluated < MAX_EVALUATED; i++) {
    struct evaluator *evaluator = link->candidates[i].evaluator;
    size_t before = evaluator_count(evaluator);
    bool is_model = satisfies(&link->candidates[i], query);
    size_t after = evaluator_count(evaluator);
    size_t nodes = after > before ? after - before : after;
    evaluated += nodes;
    link->solver.work += NODE_WORK * nodes;
    if (!is_model) continue;
    move_to_front(link, i);
    return true;
  }
  return false;
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct reuse_link *link = (struct reuse_link *)solver;
  if (link->count > 0 && worth_trying(&link->worth)) {
    uint64_t before = solver->work;
    bool has_model = find_model(link, query);
    worth_note_attempt(&link->worth, solver->work - before, has_model);
    if (has_model && query->wants_model) result->model = assignment_copy(link->candidates[0].model);
    if (has_model) return ANSWER_SAT;
  }
  enum answer answer = solver_ask_behind(solver, query, result, &link->worth);
  if (answer == ANSWER_SAT && result->model != NULL) add_model(link, result->model);
  return answer;
}

static void free_link(struct solver *solver) {
  struct reuse_link *link = (struct reuse_link *)solver;
  for (size_t i = 0; i < link->count; i++) {
    evaluator_free(link->candidates[i].evaluator);
    assignment_free(link->candidates[i].model);
  }
  free(link);
}

static const struct solver_class class = {"models", check, NULL, free_link};

struct solver *link_models_new(struct exprs *exprs, struct solver *next) {
  struct reuse_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->exprs = exprs;
  return &link->solver;
}
