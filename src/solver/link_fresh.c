/* Fresh inputs: those that no conjunct of the path depends on may have any value. If the condition
   has some, the witness is changed in these alone until it satisfies the condition (propagate.c).
   All conjuncts then hold as before and need not be looked at: a loop that reads an input in every
   iteration costs the same each time, however large the component. Where that fails too often,
   only a few queries are tried (worth.h). */
#include "solver/links.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/support.h"
#include "solver/knowledge.h"
#include "solver/path_condition.h"
#include "solver/propagate.h"
#include "solver/solver.h"
#include "solver/worth.h"
#include "util/alloc.h"

#include <stdlib.h>

enum { MAX_ROUNDS = 4, ROUND_WORK = 50 };

struct fresh_link {
  struct solver solver;
  struct evaluator *evaluator;
  struct propagator propagator;
  struct worth worth;
};

static void count_work(struct fresh_link *link) {
  link->solver.work += ROUND_WORK + NODE_WORK * evaluator_count(link->evaluator);
}

/* Returns owned, or NULL on failure. */
static struct assignment *change_fresh(struct fresh_link *link, const struct query *query) {
  struct assignment *model = assignment_copy(query->witness);
  struct expr *condition = query->conjuncts[0];
  for (unsigned round = 0; round < MAX_ROUNDS; round++) {
    solver_reset_evaluator(&link->evaluator, link->propagator.exprs, model);
    link->propagator.evaluator = link->evaluator;
    bool is_changed = propagate(&link->propagator, condition, 1, model);
    count_work(link);
    if (!is_changed) continue;
    solver_reset_evaluator(&link->evaluator, link->propagator.exprs, model);
    bool holds = evaluator_value(link->evaluator, condition) == 1;
    count_work(link);
    if (holds) return model;
  }
  assignment_free(model);
  return NULL;
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct fresh_link *link = (struct fresh_link *)solver;
  struct exprs *exprs = link->propagator.exprs;
  if (query->path == NULL || query->witness == NULL || query->count != 1)
    return solver_ask_next(solver, query, result);
  uint32_t fixed = knowledge_support(exprs, knowledge_of(exprs, query->path));
  if (support_includes(exprs, fixed, query->conjuncts[0]->support))
    return solver_ask_next(solver, query, result);
  if (!worth_trying(&link->worth)) return solver_ask_behind(solver, query, result, &link->worth);
  link->propagator.fixed = fixed;
  uint64_t before = solver->work;
  struct assignment *model = change_fresh(link, query);
  worth_note_attempt(&link->worth, solver->work - before, model != NULL);
  if (model == NULL) return solver_ask_behind(solver, query, result, &link->worth);
  return solver_answer_model(query, model, result);
}

static void free_link(struct solver *solver) {
  struct fresh_link *link = (struct fresh_link *)solver;
  evaluator_free(link->evaluator);
  propagator_free(&link->propagator);
  free(link);
}

static const struct solver_class class = {"fresh", check, NULL, free_link};

struct solver *link_fresh_new(struct exprs *exprs, struct solver *next) {
  struct fresh_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->solver.takes_paths = true;
  link->evaluator = evaluator_new(exprs, NULL);
  link->propagator = (struct propagator){
      .exprs = exprs, .evaluator = link->evaluator, .random = UINT64_C(0x9e3779b97f4a7c15)};
  return &link->solver;
}
