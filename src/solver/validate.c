/* The judge in front of the chain. A model is checked by evaluating the query on it. With a second
   backend, the whole query is given to that too: if one says SAT and the other UNSAT, or if a core
   turns out to be satisfiable, one of them is wrong, and the run ends with the query written to a
   file. */
#include "solver/links.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/print.h"
#include "solver/path_condition.h"
#include "solver/solver.h"
#include "util/alloc.h"
#include "util/buffer.h"
#include "util/fault.h"

#include <stdio.h>
#include <stdlib.h>

struct validate_link {
  struct solver solver;
  struct exprs *exprs;
  struct solver *judge; /* owned, or NULL */
};

/* Writes the query to a file; returns its name for the message, owned. */
static char *dump_query(struct validate_link *link, const struct query *query) {
  struct buffer text = {0};
  char *path = alloc_string("smew-disagreement.smt2");
  struct expr **list = query_list(query);
  expr_print_smt_query(link->exprs, list, query_length(query), &text);
  free(list);
  FILE *file = fopen(path, "w");
  if (file != NULL) {
    fwrite(text.text, 1, text.length, file);
    fclose(file);
  }
  buffer_free(&text);
  return path;
}

static _Noreturn void fail(struct validate_link *link, const struct query *query,
                           const char *what) {
  char *path = dump_query(link, query);
  FAULT("solver: %s; the query is in %s", what, path);
}

static void judge_core(struct validate_link *link, const struct query *query,
                       const struct result *result) {
  VEC(struct expr *) core = {0};
  for (size_t i = 0; i < result->path_core_count; i++)
    vec_push(&core, path_condition_at(query->path, result->path_core[i]));
  for (size_t i = 0; i < query->count; i++)
    if (result->in_core[i]) vec_push(&core, query->conjuncts[i]);
  struct query asked = {.conjuncts = core.data, .count = core.count, .budget = query->budget};
  struct result other;
  if (solver_check(link->judge, &asked, &other) == ANSWER_SAT)
    fail(link, &asked, "a core is satisfiable");
  result_free(&other);
  vec_free(&core);
}

static void judge_answer(struct validate_link *link, const struct query *query,
                         const struct result *result) {
  struct query asked = *query;
  struct result other;
  asked.witness = NULL;
  asked.wants_model = asked.wants_core = false;
  enum answer answer = solver_check(link->judge, &asked, &other);
  bool is_known = answer != ANSWER_UNKNOWN && result->answer != ANSWER_UNKNOWN;
  if (is_known && answer != result->answer)
    fail(link, query,
         answer == ANSWER_SAT ? "UNSAT, but the other backend says SAT"
                              : "SAT, but the other backend says UNSAT");
  result_free(&other);
  if (result->in_core != NULL) judge_core(link, query, result);
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct validate_link *link = (struct validate_link *)solver;
  enum answer answer = solver_ask_next(solver, query, result);
  if (answer == ANSWER_SAT && result->model != NULL &&
      !query_holds(link->exprs, query, result->model))
    fail(link, query, "a model does not satisfy the query");
  if (link->judge != NULL) judge_answer(link, query, result);
  return answer;
}

static void mark(struct solver *solver, struct exprs *exprs) {
  struct validate_link *link = (struct validate_link *)solver;
  if (link->judge != NULL) solver_mark(link->judge, exprs);
}

static void free_link(struct solver *solver) {
  struct validate_link *link = (struct validate_link *)solver;
  if (link->judge != NULL) solver_free(link->judge);
  free(link);
}

static void forget(struct solver *solver) {
  solver_forget(((struct validate_link *)solver)->judge);
}

static const struct solver_class class = {"validate", check, mark, free_link};

struct solver *validate_new(struct exprs *exprs, struct solver *next, struct solver *judge) {
  struct validate_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.forget = forget;
  link->solver.next = next;
  link->solver.takes_paths = true;
  link->exprs = exprs;
  link->judge = judge;
  return &link->solver;
}
