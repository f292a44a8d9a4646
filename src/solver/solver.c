/* What all solvers share: asking one, timing it, and the table of statistics.

   A link that cannot settle a query asks the next, so the time of a call contains that
   of the calls behind it; solver_ask_next takes it off again, and `seconds` is what a
   link costs alone. A link has answered when the one behind it was not asked. */
#include "solver/solver.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double check_timed(struct solver *solver, const struct query *query, struct result *result) {
  uint64_t asked_behind = solver->next ? solver->next->asked : 0;
  double begun = now();
  solver->asked++;
  *result = (struct result){.answer = ANSWER_UNKNOWN};
  result->answer = solver->class->check(solver, query, result);
  bool was_passed_on = solver->next != NULL && solver->next->asked != asked_behind;
  if (result->answer == ANSWER_UNKNOWN)
    solver->unknown++;
  else if (!was_passed_on)
    solver->answered++;
  REQUIRE(!query->wants_model || (result->model != NULL) == (result->answer == ANSWER_SAT));
  REQUIRE(!query->wants_core || (result->in_core != NULL) == (result->answer == ANSWER_UNSAT));
  double elapsed = now() - begun;
  solver->seconds += elapsed;
  return elapsed;
}

enum answer solver_check(struct solver *solver, const struct query *query, struct result *result) {
  check_timed(solver, query, result);
  return result->answer;
}

enum answer solver_ask_next(struct solver *solver, const struct query *query,
                            struct result *result) {
  solver->seconds -= check_timed(solver->next, query, result);
  return result->answer;
}

void result_free(struct result *result) {
  if (result->model != NULL) assignment_free(result->model);
  free(result->in_core);
  result->model = NULL;
  result->in_core = NULL;
}

void solver_free(struct solver *solver) {
  while (solver != NULL) {
    struct solver *next = solver->next;
    solver->class->free(solver);
    solver = next;
  }
}

void solver_mark(struct solver *solver, struct exprs *exprs) {
  for (; solver != NULL; solver = solver->next)
    if (solver->class->mark != NULL) solver->class->mark(solver, exprs);
}

void solver_print_statistics(const struct solver *solver, FILE *out) {
  fprintf(out, "%-14s %10s %10s %9s %10s %10s\n", "solver", "asked", "answered", "unknown",
          "seconds", "us each");
  for (; solver != NULL; solver = solver->next)
    fprintf(out, "%-14s %10llu %10llu %9llu %10.4f %10.2f\n", solver->class->name,
            (unsigned long long)solver->asked, (unsigned long long)solver->answered,
            (unsigned long long)solver->unknown, solver->seconds,
            solver->asked ? 1e6 * solver->seconds / (double)solver->asked : 0.0);
}

bool query_holds(struct exprs *exprs, const struct query *query,
                 const struct assignment *assignment) {
  struct evaluator *evaluator = evaluator_new(exprs, assignment);
  bool holds = true;
  for (size_t i = 0; holds && i < query->count; i++)
    holds = evaluator_value(evaluator, query->conjuncts[i]) == 1;
  evaluator_free(evaluator);
  return holds;
}
