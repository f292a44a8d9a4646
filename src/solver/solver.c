/* What all solvers share: asking one, timing it, and the table of statistics.

   A link that cannot answer a query asks the next, so the time of a call includes that of the calls
   behind it; solver_ask_next subtracts it, so that `seconds` is the link's own time. A link has
   answered a query if it did not ask the next.

   A solver that does not take paths gets all conjuncts in one array. */
#include "solver/solver.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/path_condition.h"
#include "solver/worth.h"
#include "util/alloc.h"
#include "util/clock.h"
#include "util/fault.h"

#include <stdlib.h>
#include <string.h>

/* Queries and their parts. */

size_t query_length(const struct query *query) {
  return path_condition_depth(query->path) + query->count;
}

struct expr **query_list(const struct query *query) {
  size_t depth = path_condition_depth(query->path);
  struct expr **list = alloc_bytes((query_length(query) + 1) * sizeof *list);
  path_condition_list(query->path, 0, list);
  if (query->count > 0) memcpy(list + depth, query->conjuncts, query->count * sizeof *list);
  return list;
}

/* Sets the core from a flag for each of all conjuncts; takes the flags. */
static void set_core(struct result *result, const struct query *query, bool *flags) {
  size_t depth = path_condition_depth(query->path), count = 0;
  for (size_t i = 0; i < depth; i++) count += flags[i];
  result->path_core_count = count;
  result->path_core = alloc_bytes((count + 1) * sizeof *result->path_core);
  for (size_t i = depth; i-- > 0;)
    if (flags[i]) result->path_core[--count] = (uint32_t)i;
  memmove(flags, flags + depth, query->count * sizeof *flags);
  result->in_core = flags;
}

static enum answer check_flat(struct solver *solver, const struct query *query,
                              struct result *result) {
  struct expr **list = query_list(query);
  struct query flat = *query;
  flat.path = NULL;
  flat.conjuncts = list;
  flat.count = query_length(query);
  enum answer answer = solver->class->check(solver, &flat, result);
  if (result->in_core != NULL) set_core(result, query, result->in_core);
  free(list);
  return answer;
}

/* Asking. */

static double check_timed(struct solver *solver, const struct query *query, struct result *result) {
  uint64_t asked_behind = solver->next ? solver->next->asked : 0;
  double begun = clock_seconds();
  solver->asked++;
  *result = (struct result){.answer = ANSWER_UNKNOWN};
  bool is_flat = query->path == NULL || solver->takes_paths;
  result->answer =
      is_flat ? solver->class->check(solver, query, result) : check_flat(solver, query, result);
  if (query->path == NULL && result->path_core != NULL) { /* of the link's own path; empty */
    free(result->path_core);
    result->path_core = NULL;
  }
  bool was_passed_on = solver->next != NULL && solver->next->asked != asked_behind;
  if (result->answer == ANSWER_UNKNOWN)
    solver->unknown++;
  else if (!was_passed_on)
    solver->answered++;
  REQUIRE(!query->wants_model || (result->model != NULL) == (result->answer == ANSWER_SAT));
  REQUIRE(!query->wants_core || (result->in_core != NULL) == (result->answer == ANSWER_UNSAT));
  double elapsed = clock_seconds() - begun;
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
  free(result->path_core);
  *result = (struct result){.answer = result->answer};
}

void solver_free(struct solver *solver) {
  while (solver != NULL) {
    struct solver *next = solver->next;
    solver->class->free(solver);
    solver = next;
  }
}

enum answer solver_ask_behind(struct solver *solver, const struct query *query,
                              struct result *result, struct worth *worth) {
  uint64_t before = solver_work(solver->next);
  enum answer answer = solver_ask_next(solver, query, result);
  worth_note_behind(worth, solver_work(solver->next) - before);
  return answer;
}

void solver_reset_evaluator(struct evaluator **evaluator, struct exprs *exprs,
                            const struct assignment *assignment) {
  enum { KEPT_BYTES = 1 << 18 };
  if (evaluator_bytes(*evaluator) <= KEPT_BYTES) {
    evaluator_reset(*evaluator, assignment);
    return;
  }
  evaluator_free(*evaluator);
  *evaluator = evaluator_new(exprs, assignment);
}

enum answer solver_answer_model(const struct query *query, struct assignment *model,
                                struct result *result) {
  if (query->wants_model)
    result->model = model;
  else
    assignment_free(model);
  return ANSWER_SAT;
}

void solver_forget(struct solver *solver) {
  for (; solver != NULL; solver = solver->next)
    if (solver->forget != NULL) solver->forget(solver);
}

void solver_mark(struct solver *solver, struct exprs *exprs) {
  for (; solver != NULL; solver = solver->next)
    if (solver->class->mark != NULL) solver->class->mark(solver, exprs);
}

uint64_t solver_work(const struct solver *solver) {
  uint64_t work = 0;
  for (; solver != NULL; solver = solver->next) work += solver->work;
  return work;
}

void solver_walk_statistics(const struct solver *solver, solver_visit_row *visit, void *context) {
  for (; solver != NULL; solver = solver->next) {
    struct solver_row row = {solver->class->name, solver->asked, solver->answered, solver->unknown,
                             solver->seconds};
    visit(&row, context);
  }
}

static void print_row(const struct solver_row *row, void *out) {
  fprintf(out, "%-14s %10llu %10llu %9llu %10.4f %10.2f\n", row->name,
          (unsigned long long)row->asked, (unsigned long long)row->answered,
          (unsigned long long)row->unknown, row->seconds,
          row->asked ? 1e6 * row->seconds / (double)row->asked : 0.0);
}

void solver_print_statistics(const struct solver *solver, FILE *out) {
  fprintf(out, "%-14s %10s %10s %9s %10s %10s\n", "solver", "asked", "answered", "unknown",
          "seconds", "us each");
  solver_walk_statistics(solver, print_row, out);
}

bool query_holds(struct exprs *exprs, const struct query *query,
                 const struct assignment *assignment) {
  struct evaluator *evaluator = evaluator_new(exprs, assignment);
  bool holds = true;
  for (size_t i = 0; holds && i < query->count; i++)
    holds = evaluator_value(evaluator, query->conjuncts[i]) == 1;
  for (const struct path_condition *at = query->path; holds && at != NULL; at = at->parent)
    holds = evaluator_value(evaluator, at->conjunct) == 1;
  evaluator_free(evaluator);
  return holds;
}
