/* The witness of a path satisfies its path condition. If it satisfies the branch
   condition too, the query is answered and the witness is its model. */
#include "solver/links.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/solver.h"
#include "util/alloc.h"

#include <stdlib.h>

struct witness_link {
  struct solver solver;
  struct exprs *exprs;
  struct evaluator *evaluator; /* kept only to reuse its memory */
};

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct witness_link *link = (struct witness_link *)solver;
  if (query->witness == NULL || query->witness_fails) return solver_ask_next(solver, query, result);
  if (query->count > 0) {
    solver_reset_evaluator(&link->evaluator, link->exprs, query->witness);
    if (evaluator_value(link->evaluator, query->conjuncts[query->count - 1]) != 1)
      return solver_ask_next(solver, query, result);
  }
  if (query->wants_model) result->model = assignment_copy(query->witness);
  return ANSWER_SAT;
}

static void free_link(struct solver *solver) {
  evaluator_free(((struct witness_link *)solver)->evaluator);
  free(solver);
}

static const struct solver_class class = {"witness", check, NULL, free_link};

struct solver *link_witness_new(struct exprs *exprs, struct solver *next) {
  struct witness_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->solver.takes_paths = true;
  link->exprs = exprs;
  link->evaluator = evaluator_new(exprs, NULL);
  return &link->solver;
}
