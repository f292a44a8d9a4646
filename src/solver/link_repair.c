/* Repairing the witness: it satisfies all but the last conjunct, and often a few changes make it
   satisfy that too. While some conjunct fails, one that fails is made true by propagating a value
   down to the inputs (propagate.c), whatever that breaks elsewhere. Models are checked by
   evaluation, so the only risk is wasted time. That is bounded by the size of the query, and while
   repairs cost more than they spare the backend only a few queries are tried (worth.h). */
#include "solver/links.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/deadline.h"
#include "solver/propagate.h"
#include "solver/solver.h"
#include "solver/worth.h"
#include "util/alloc.h"

#include <stdlib.h>

enum {
  MAX_EVALUATED = 8192, /* nodes per query, over all rounds */
  MAX_ROUNDS = 24,
  HARD = 16, /* factor on both limits if there are products, which are slow in the backend */
  ROUND_WORK = 200,
};

struct repair_link {
  struct solver solver;
  struct evaluator *evaluator;
  struct propagator propagator;
  VEC(struct expr *) failing;
  struct worth worth;
};

/* One of the conjuncts that fail, or NULL; *nodes is the cost of evaluating them, which is
   limited. */
static struct expr *pick_failing(struct repair_link *link, const struct query *query, size_t limit,
                                 size_t *nodes) {
  vec_clear(&link->failing);
  for (size_t i = query->count; i-- > 0 && evaluator_count(link->evaluator) <= limit;)
    if (evaluator_value(link->evaluator, query->conjuncts[i]) != 1)
      vec_push(&link->failing, query->conjuncts[i]);
  *nodes += evaluator_count(link->evaluator);
  if (link->failing.count == 0) return NULL;
  return link->failing.data[link->propagator.random % link->failing.count];
}

/* Returns owned, or NULL on failure. */
static struct assignment *repair(struct repair_link *link, const struct query *query) {
  struct assignment *model = assignment_copy(query->witness);
  struct deadline deadline = deadline_begin(&query->budget);
  size_t nodes = 0;
  link->propagator.has_seen_product = false;
  for (size_t round = 0;; round++) {
    solver_reset_evaluator(&link->evaluator, link->propagator.exprs, model);
    link->propagator.evaluator = link->evaluator;
    size_t extra = link->propagator.has_seen_product ? HARD : 1, before = nodes;
    /* The witness satisfies all but the last. */
    struct expr *failing = round == 0 ? query->conjuncts[query->count - 1]
                                      : pick_failing(link, query, MAX_EVALUATED * extra, &nodes);
    if (nodes - before > MAX_EVALUATED * extra) break;
    link->solver.work += ROUND_WORK + NODE_WORK * (nodes - before);
    if (failing == NULL) return model;
    if (round >= MAX_ROUNDS * extra || nodes >= MAX_EVALUATED * extra) break;
    if (deadline_is_over(&deadline)) break;
    size_t evaluated = evaluator_count(link->evaluator);
    propagate(&link->propagator, failing, 1, model);
    link->solver.work += NODE_WORK * (evaluator_count(link->evaluator) - evaluated);
  }
  assignment_free(model);
  return NULL;
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct repair_link *link = (struct repair_link *)solver;
  if (query->witness == NULL || query->count == 0 || !worth_trying(&link->worth))
    return solver_ask_behind(solver, query, result, &link->worth);
  uint64_t before = solver->work;
  struct assignment *model = repair(link, query);
  worth_note_attempt(&link->worth, solver->work - before, model != NULL);
  if (model == NULL) return solver_ask_behind(solver, query, result, &link->worth);
  return solver_answer_model(query, model, result);
}

static void free_link(struct solver *solver) {
  struct repair_link *link = (struct repair_link *)solver;
  evaluator_free(link->evaluator);
  propagator_free(&link->propagator);
  vec_free(&link->failing);
  free(link);
}

static const struct solver_class class = {"repair", check, NULL, free_link};

struct solver *link_repair_new(struct exprs *exprs, struct solver *next) {
  struct repair_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->evaluator = evaluator_new(exprs, NULL);
  link->propagator = (struct propagator){
      .exprs = exprs, .evaluator = link->evaluator, .random = UINT64_C(0x2545f4914f6cdd1d)};
  return &link->solver;
}
