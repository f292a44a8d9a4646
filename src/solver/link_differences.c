/* Difference logic: a slice that bounds numbers and differences of numbers, as counting loops
   produce, is decided by shortest paths (Bellman-Ford) instead of search.

   Each bound a - b <= c is an edge. Starting from the values of the witness, a value that is too
   large is lowered to what its edges allow, until nothing changes. If that does not end, the edges
   have a negative cycle and the bounds are contradictory. If it ends, the values are a model of
   what was read. The rest, including disequalities, is checked by evaluation, so a model is never
   wrong; a disequality that fails is replaced by one of the two orders that it allows, a few times.

   Sums with constants that may wrap are decided by case distinction, a few times: first that they
   do not wrap, then that they do.

   Numbers that are not inputs keep the value that the witness gives them. */
#include "solver/links.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/difference_system.h"
#include "solver/solver.h"
#include "util/alloc.h"
#include "util/fault.h"

#include <stdlib.h>

enum { MAX_SPLITS = 8, MAX_CASES = 4 };

struct differences_link {
  struct solver solver;
  struct exprs *exprs;
  struct evaluator *evaluator;
  struct difference_system system;
  VEC(wide) before; /* values of the numbers under the witness */
  VEC(wide) values;
};

static uint64_t input_value(struct differences_link *link, const struct assignment *assignment,
                            const struct expr *input) {
  const struct expr_array *array = expr_array_of(link->exprs, input);
  return assignment_get(assignment, array->number, expr_input_index(input)) & 255;
}

static wide value_before(struct differences_link *link, const struct query *query,
                         const struct difference_number *number) {
  struct expr *bytes[DIFFERENCE_WORD_BYTES];
  uint64_t value = 0;
  if (!number->is_word)
    return difference_value(&link->system, number->e->width,
                            evaluator_value(link->evaluator, number->e));
  unsigned count = difference_word_bytes(number->e, bytes);
  for (unsigned i = 0; i < count; i++)
    value |= input_value(link, query->witness, bytes[i]) << 8 * i;
  return difference_value(&link->system, number->e->width, value);
}

static void note_before(struct differences_link *link, const struct query *query) {
  vec_clear(&link->before);
  vec_push(&link->before, 0);
  for (uint32_t i = 1; i < link->system.numbers.count; i++)
    vec_push(&link->before, value_before(link, query, &link->system.numbers.data[i]));
}

/* Finds values that satisfy the edges, from those before; false if there are none. */
static bool find_values(struct differences_link *link) {
  const struct difference_system *system = &link->system;
  size_t count = system->numbers.count;
  vec_clear(&link->values);
  for (size_t i = 0; i < count; i++) vec_push(&link->values, link->before.data[i]);
  wide *values = link->values.data;
  bool is_changed = true;
  for (size_t round = 0; is_changed; round++) {
    if (round > count + 1) return false;
    is_changed = false;
    for (size_t i = 0; i < system->edges.count; i++) {
      const struct difference_edge *edge = &system->edges.data[i];
      wide most = values[edge->b] + edge->most;
      if (values[edge->a] <= most) continue;
      values[edge->a] = most;
      is_changed = true;
    }
  }
  wide zero = values[0];
  for (size_t i = 0; i < count; i++) values[i] -= zero;
  return true;
}

/* Gives numbers that are not inputs their old values; false if these violate an edge. */
static bool keep_others(struct differences_link *link) {
  struct difference_system *system = &link->system;
  bool is_changed = false;
  for (uint32_t i = 1; i < system->numbers.count; i++) {
    wide before = link->before.data[i];
    if (system->numbers.data[i].is_word) continue;
    is_changed |= link->values.data[i] != before;
    vec_push(&system->edges, ((struct difference_edge){i, 0, before}));
    vec_push(&system->edges, ((struct difference_edge){0, i, -before}));
  }
  return !is_changed || find_values(link);
}

/* The witness, updated with the values. Returns owned. */
static struct assignment *make_model(struct differences_link *link, const struct query *query) {
  struct assignment *model = assignment_copy(query->witness);
  for (size_t i = 0; i < link->system.bytes.count; i++) {
    const struct difference_byte *byte = &link->system.bytes.data[i];
    const struct expr_array *array = expr_array_of(link->exprs, byte->input);
    uint64_t value = input_value(link, model, byte->input);
    if (value < byte->low || value > byte->high)
      assignment_set(model, array->number, expr_input_index(byte->input), byte->low);
  }
  for (uint32_t i = 1; i < link->system.numbers.count; i++) {
    const struct difference_number *number = &link->system.numbers.data[i];
    struct expr *bytes[DIFFERENCE_WORD_BYTES];
    if (!number->is_word || link->values.data[i] == link->before.data[i]) continue;
    unsigned count = difference_word_bytes(number->e, bytes);
    uint64_t value = (uint64_t)link->values.data[i];
    for (unsigned k = 0; k < count; k++)
      assignment_set(model, expr_array_of(link->exprs, bytes[k])->number,
                     expr_input_index(bytes[k]), value >> 8 * k & 255);
  }
  return model;
}

/* The last conjunct that fails under the model; the count if all hold. */
static size_t find_failing(struct differences_link *link, const struct query *query,
                           const struct assignment *model) {
  solver_reset_evaluator(&link->evaluator, link->exprs, model);
  for (size_t i = query->count; i-- > 0;)
    if (evaluator_value(link->evaluator, query->conjuncts[i]) != 1) return i;
  return query->count;
}

static bool try_edge(struct differences_link *link, uint32_t a, uint32_t b, wide most) {
  vec_push(&link->system.edges, ((struct difference_edge){a, b, most}));
  if (find_values(link)) return true;
  link->system.edges.count--;
  return false;
}

enum outcome { OUTCOME_GOES_ON, OUTCOME_CLASH, OUTCOME_GIVEN_UP };

/* Makes the disequalities of that conjunct hold. If there were no other splits and neither order is
   possible, the disequality contradicts the rest. */
static enum outcome split(struct differences_link *link, size_t conjunct, bool is_first) {
  enum outcome outcome = OUTCOME_GIVEN_UP;
  for (size_t i = 0; i < link->system.inequalities.count; i++) {
    const struct difference_inequality *inequality = &link->system.inequalities.data[i];
    struct difference_edge edge = inequality->edge;
    if (inequality->conjunct != conjunct) continue;
    if (link->values.data[edge.a] - link->values.data[edge.b] != edge.most) continue;
    if (!try_edge(link, edge.a, edge.b, edge.most - 1) &&
        !try_edge(link, edge.b, edge.a, -edge.most - 1))
      return is_first ? OUTCOME_CLASH : OUTCOME_GIVEN_UP;
    outcome = OUTCOME_GOES_ON;
    is_first = false;
  }
  return outcome;
}

static enum answer answer_unsat(struct differences_link *link, const struct query *query,
                                struct result *result) {
  if (!query->wants_core) return ANSWER_UNSAT;
  result->in_core = alloc_zeroed(query->count + 1);
  for (size_t i = 0; i < link->system.parts.count; i++)
    if (link->system.parts.data[i].is_read)
      result->in_core[link->system.parts.data[i].conjunct] = true;
  return ANSWER_UNSAT;
}

static enum answer search(struct differences_link *link, const struct query *query,
                          struct result *result) {
  bool is_first = true, has_others = false;
  for (unsigned splits = 0; splits <= MAX_SPLITS; splits++) {
    struct assignment *model = make_model(link, query);
    size_t failing = find_failing(link, query, model);
    if (failing == query->count) return solver_answer_model(query, model, result);
    assignment_free(model);
    enum outcome outcome = split(link, failing, is_first);
    if (outcome == OUTCOME_CLASH) return answer_unsat(link, query, result);
    if (outcome == OUTCOME_GIVEN_UP) {
      if (has_others) return ANSWER_UNKNOWN;
      /* Perhaps only because other numbers have changed. */
      has_others = true;
      if (!keep_others(link)) return ANSWER_UNKNOWN;
    }
    is_first = false;
  }
  return ANSWER_UNKNOWN;
}

/* Tries with all numbers signed, or all unsigned. */
static enum answer decide(struct differences_link *link, const struct query *query, bool is_signed,
                          struct result *result) {
  if (!difference_system_read(&link->system, query, is_signed)) return ANSWER_UNKNOWN;
  if (link->system.is_impossible) return answer_unsat(link, query, result);
  solver_reset_evaluator(&link->evaluator, link->exprs, query->witness);
  note_before(link, query);
  if (!find_values(link)) return answer_unsat(link, query, result);
  return search(link, query, result);
}

static enum answer decide_cases(struct differences_link *link, const struct query *query,
                                bool is_signed, struct result *result);

/* The same with the doubtful sum on that side of its border. */
static enum answer decide_case(struct differences_link *link, const struct query *query,
                               const struct difference_doubt *doubt, bool is_above,
                               struct result *result) {
  struct difference_system *system = &link->system;
  wide end = (wide)1 << 64; /* numbers have their own bounds */
  struct difference_case below = {doubt->e, -end, doubt->border};
  struct difference_case above = {doubt->e, doubt->border + 1, end};
  vec_push(&system->cases, is_above ? above : below);
  enum answer answer = decide_cases(link, query, system->is_signed, result);
  system->cases.count--;
  return answer;
}

/* The same by cases where a sum may wrap, first that it does not. A contradiction in all cases is a
   contradiction without them. */
static enum answer decide_cases(struct differences_link *link, const struct query *query,
                                bool is_signed, struct result *result) {
  struct difference_system *system = &link->system;
  enum answer answer = decide(link, query, is_signed, result);
  struct difference_doubt doubt = system->doubt;
  if (answer != ANSWER_UNKNOWN || doubt.e == NULL || system->cases.count == MAX_CASES)
    return answer;
  answer = decide_case(link, query, &doubt, doubt.is_negative, result);
  if (answer != ANSWER_UNSAT) return answer;
  bool *first_core = result->in_core;
  result->in_core = NULL;
  answer = decide_case(link, query, &doubt, !doubt.is_negative, result);
  for (size_t i = 0; first_core != NULL && answer == ANSWER_UNSAT && i < query->count; i++)
    result->in_core[i] |= first_core[i];
  free(first_core);
  return answer;
}

static enum answer check(struct solver *solver, const struct query *query, struct result *result) {
  struct differences_link *link = (struct differences_link *)solver;
  REQUIRE(query->path == NULL);
  if (query->witness == NULL) return solver_ask_next(solver, query, result);
  enum answer answer = decide_cases(link, query, true, result);
  if (answer == ANSWER_UNKNOWN && difference_system_has_other_orders(&link->system))
    answer = decide_cases(link, query, false, result);
  return answer == ANSWER_UNKNOWN ? solver_ask_next(solver, query, result) : answer;
}

static void free_link(struct solver *solver) {
  struct differences_link *link = (struct differences_link *)solver;
  evaluator_free(link->evaluator);
  difference_system_free(&link->system);
  vec_free(&link->before);
  vec_free(&link->values);
  free(link);
}

static const struct solver_class class = {"differences", check, NULL, free_link};

struct solver *link_differences_new(struct exprs *exprs, struct solver *next) {
  struct differences_link *link = alloc_zeroed(sizeof *link);
  link->solver.class = &class;
  link->solver.next = next;
  link->exprs = exprs;
  link->evaluator = evaluator_new(exprs, NULL);
  return &link->solver;
}
