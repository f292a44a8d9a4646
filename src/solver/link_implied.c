/* Rewrites the last conjunct using what the path implies (rewriter.c). If it becomes true or false,
   the query is answered.

   Only the last conjunct is rewritten. The others were rewritten when they were last, and the
   backend has translated them already. A rewritten condition is new to the backend, so the old one
   is kept unless the new one depends on fewer inputs or already existed. */
#include "solver/links.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/knowledge.h"
#include "solver/path_condition.h"
#include "solver/rewriter.h"
#include "solver/solver.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <stdlib.h>
#include <string.h>

struct implied_link {
  struct solver solver;
  struct exprs *exprs;
  struct rewriter *rewriter;
  VEC(uint32_t) positions; /* of a core */
};

static void note_position(uint32_t position, void *context) {
  struct implied_link *link = context;
  vec_push(&link->positions, position);
}

static int compare_positions(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Adds link->positions to the core of the path. */
static void add_to_core(struct implied_link *link, struct result *result) {
  for (size_t i = 0; i < result->path_core_count; i++)
    vec_push(&link->positions, result->path_core[i]);
  uint32_t *all = link->positions.data;
  size_t count = 0;
  if (link->positions.count > 1) qsort(all, link->positions.count, sizeof *all, compare_positions);
  for (size_t i = 0; i < link->positions.count; i++)
    if (count == 0 || all[count - 1] != all[i]) all[count++] = all[i];
  result->path_core = alloc_resize(result->path_core, (count + 1) * sizeof *all);
  if (count > 0) memcpy(result->path_core, all, count * sizeof *all);
  result->path_core_count = count;
}

static void note_origins(struct implied_link *link) {
  size_t count;
  const uint32_t *origins = rewriter_origins(link->rewriter, &count);
  vec_clear(&link->positions);
  for (size_t i = 0; i < count; i++) vec_push(&link->positions, origins[i]);
}

static enum answer answer_unsat(struct implied_link *link, const struct query *query,
                                bool is_last_needed, struct result *result) {
  if (!query->wants_core) return ANSWER_UNSAT;
  result->in_core = alloc_zeroed(query->count + 1);
  if (query->count > 0) result->in_core[0] = is_last_needed;
  add_to_core(link, result);
  return ANSWER_UNSAT;
}

/* For a last conjunct that follows from the path. */
static enum answer answer_implied(struct implied_link *link, const struct query *query,
                                  struct result *result) {
  if (query->witness != NULL) {
    if (query->wants_model) result->model = assignment_copy(query->witness);
    return ANSWER_SAT;
  }
  struct query rest = *query;
  rest.count = 0;
  enum answer answer = solver_ask_next(&link->solver, &rest, result);
  if (result->in_core != NULL) result->in_core[0] = false;
  return answer;
}

static enum answer ask_rewritten(struct implied_link *link, const struct query *query,
                                 struct expr *last, struct result *result) {
  struct query asked = *query;
  asked.conjuncts = &last;
  if (query->wants_core) note_origins(link);
  enum answer answer = solver_ask_next(&link->solver, &asked, result);
  if (result->in_core != NULL && result->in_core[0]) add_to_core(link, result);
  return answer;
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct implied_link *link = (struct implied_link *)solver;
  REQUIRE(query->count <= 1);
  if (query->path == NULL) return solver_ask_next(solver, query, result);
  const struct facts *facts = &knowledge_of(link->exprs, query->path)->facts;
  if (facts->contradiction != NULL && query->witness == NULL) {
    vec_clear(&link->positions);
    fact_walk_origins(facts->contradiction, note_position, link);
    return answer_unsat(link, query, false, result);
  }
  if (query->count == 0) return solver_ask_next(solver, query, result);
  struct expr *last = query->conjuncts[0];
  struct expr *now = rewriter_rewrite(link->rewriter, query->path, last);
  if (expr_is_false(now)) {
    if (query->wants_core) note_origins(link);
    return answer_unsat(link, query, true, result);
  }
  if (expr_is_true(now)) return answer_implied(link, query, result);
  bool is_worth_it = now->id < last->id || now->support != last->support;
  if (now == last || !is_worth_it) return solver_ask_next(solver, query, result);
  return ask_rewritten(link, query, now, result);
}

static void free_link(struct solver *solver) {
  struct implied_link *link = (struct implied_link *)solver;
  rewriter_free(link->rewriter);
  vec_free(&link->positions);
  free(link);
}

static const struct solver_class class = {"implied", check, NULL, free_link};

struct solver *link_implied_new(struct exprs *exprs, struct solver *next) {
  struct implied_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->solver.takes_paths = true;
  link->exprs = exprs;
  link->rewriter = rewriter_new(exprs);
  return &link->solver;
}
