/* One case of the fuzzer: a recipe, values for the inputs, and what is asked about it.
   Four judges must agree on it:
     the reference    what the recipe means, bit by bit;
     evaluation       of what the constructors made of it, with every step in its known range;
     the bit-blaster  and
     Z3               which are asked about what the constructors made.
   Checking a case needs no memory of other cases. */
#ifndef FUZZ_CASE_H
#define FUZZ_CASE_H

#include "reference.h"
#include "solver/backend_cadical.h"
#include "solver/backend_z3.h"
#include "solver/solver.h"

#include <stdio.h>

enum { CASE_ELEMENTS = 17, CASE_ARRAYS = 16, CASE_EXTRAS = 2, CASE_CONFLICTS = 3000 };

enum case_kind {
  CASE_FIXED, /* the inputs are pinned by equations: one value is possible and no other */
  CASE_TRUE,  /* free inputs: can the result and the extra steps' lowest bits be what they
                 are under the inputs of the case? They can */
  CASE_OPEN   /* free inputs: can the result be the target and the bits be set? */
};

struct fuzz_case {
  struct recipe recipe;
  uint64_t inputs[CASE_ARRAYS][CASE_ELEMENTS];
  enum case_kind kind;
  bool is_hostile; /* with a bit-blaster that defers and retires whatever it can */
  bool asks_all;   /* of Z3 too: it is slow, and one answer is enough to judge by */
  uint64_t target[RECIPE_WORDS];
  int extras[CASE_EXTRAS];
};

/* Of cases that all judges agree on. */
struct case_counts {
  uint64_t cases;
  uint64_t fixed, sat, unsat; /* by what was asked, and by the answer for free inputs */
  uint64_t hard; /* too hard for a solver with free inputs, so decided with fixed ones */
};

static inline void case_fill(struct fuzz_case *test, struct random *random,
                             const struct recipe_arrays *arrays) {
  static const struct recipe_limits limits[2][4] = {
      {{12, 130, 16, 5}, {10, 130, 40, 5}, {30, 130, 130, 5}, {10, 70, 16, 40}},
      {{14, 9, 5, 5}, {10, 33, 8, 5}, {25, 9, 5, 5}, {12, 12, 5, 40}},
  };
  memset(test, 0, sizeof *test);
  test->kind = (enum case_kind)random_below(random, 3);
  test->is_hostile = random_chance(random, 50);
  test->asks_all = random_chance(random, 25);
  unsigned which = random_below(random, 10); /* long ones seldom: they cost as much as the rest */
  which = which < 4 ? 0 : which < 7 ? 1 : which < 8 ? 2 : 3;
  recipe_fill(&test->recipe, random, arrays, &limits[test->kind != CASE_FIXED][which]);
  for (unsigned i = 0; i < arrays->count; i++)
    for (unsigned k = 0; k < CASE_ELEMENTS; k++)
      test->inputs[i][k] = random_next(random) >> random_below(random, 64);
  if (random_chance(random, 50))
    test->target[0] = random_below(random, 4);
  else
    for (unsigned i = 0; i < RECIPE_WORDS; i++) test->target[i] = random_next(random);
  for (unsigned i = 0; i < CASE_EXTRAS; i++)
    test->extras[i] = random_chance(random, 50) ? recipe_pick(&test->recipe, random) : -1;
}

static inline struct solver *case_make_hostile(struct exprs *exprs) {
  const struct cadical_options options = {.sample_every = 3,
                                          .variable_cost = 1,
                                          .fewest_variables = 20,
                                          .fewest_gates = 100,
                                          .live_part = 2,
                                          .arrays = {1, 1, 1}};
  return backend_cadical_new_with(exprs, &options);
}

static inline struct assignment *case_assignment(const struct fuzz_case *test,
                                                 const struct recipe_arrays *arrays) {
  struct assignment *assignment = assignment_new();
  for (unsigned i = 0; i < arrays->count; i++) {
    const struct expr_array *array = arrays->list[i];
    if (array->table != NULL) continue;
    for (uint64_t k = 0; k < CASE_ELEMENTS && (array->size == 0 || k < array->size); k++)
      if (k <= UINT64_MAX >> (64 - array->index_width))
        assignment_set(assignment, i, k,
                       test->inputs[i][k] & UINT64_MAX >> (64 - array->element_width));
  }
  return assignment;
}

/* Everything that is known about a case while it is checked. */
struct case_check {
  struct exprs *exprs;
  const struct recipe_arrays *arrays;
  const struct fuzz_case *test;
  struct solver *blaster, *z3;
  struct assignment *assignment;
  struct expr *built[RECIPE_MAX_STEPS];
  struct value values[RECIPE_MAX_STEPS]; /* by the reference, under the assignment */
  struct touched touched;
};

/* Known bits and bounds must hold the value. */
static inline bool case_is_in_range(const struct expr *e, uint64_t value) {
  struct expr_range range = expr_range_of(e);
  int64_t as_signed = (int64_t)(value << (64 - e->width)) >> (64 - e->width);
  return (value & range.zeros) == 0 && (~value & range.ones) == 0 && value >= range.umin &&
         value <= range.umax && as_signed >= range.smin && as_signed <= range.smax;
}

/* Each returns NULL or what is wrong. */

static inline const char *case_check_values(struct case_check *check) {
  const char *wrong = NULL;
  struct evaluator *evaluator = evaluator_new(check->exprs, check->assignment);
  for (int i = 0; i < check->test->recipe.count && wrong == NULL; i++) {
    const struct step *step = &check->test->recipe.steps[i];
    uint64_t expected[RECIPE_WORDS], found[RECIPE_WORDS] = {0};
    if (recipe_is_array(step)) continue;
    value_to_words(step->width, &check->values[i], expected);
    if (check->built[i]->width != step->width) {
      wrong = "a constructor gives the wrong width";
      break;
    }
    evaluator_words(evaluator, check->built[i], found);
    if (memcmp(expected, found, (step->width + 63u) / 64 * sizeof *found) != 0)
      wrong = "evaluation of what the constructors give differs from the reference";
    else if (step->width <= 64 && !case_is_in_range(check->built[i], found[0]))
      wrong = "the value is outside the known range";
  }
  evaluator_free(evaluator);
  return wrong;
}

/* Other values must be impossible, and the right one possible. */
static inline const char *case_rule_out(struct solver *solver, const struct query *query) {
  struct result result;
  enum answer answer = solver_check(solver, query, &result);
  result_free(&result);
  if (answer == ANSWER_UNSAT) return NULL;
  return answer == ANSWER_SAT ? "a solver takes another value for possible"
                              : "a solver cannot rule out another value";
}

static inline const char *case_confirm(struct solver *solver, const struct query *query) {
  struct result result;
  enum answer answer = solver_check(solver, query, &result);
  result_free(&result);
  if (answer == ANSWER_SAT) return NULL;
  return answer == ANSWER_UNSAT ? "a solver takes the right value for impossible"
                                : "a solver cannot find the right value";
}

/* With all inputs given there is nothing to search for, so nothing may stay undecided. */
static inline const char *case_check_fixed(struct case_check *check) {
  struct exprs *exprs = check->exprs;
  struct expr *conjuncts[RECIPE_MAX_STEPS + 1];
  int last = check->test->recipe.count - 1, count = 0;
  for (; count < check->touched.count; count++) {
    const struct touched_element *element = &check->touched.list[count];
    const struct expr_array *array = check->arrays->list[element->array];
    uint64_t value = assignment_get(check->assignment, array->number, element->index);
    conjuncts[count] = expr_eq(exprs, expr_input(exprs, array, element->index),
                               expr_const(exprs, array->element_width, value));
  }
  uint64_t words[RECIPE_WORDS];
  struct expr *result = check->built[last];
  value_to_words(result->width, &check->values[last], words);
  struct expr *value = expr_const_words(exprs, result->width, words);
  struct expr *is_right = expr_eq(exprs, result, value), *is_other = expr_ne(exprs, result, value);
  struct query query = {.conjuncts = conjuncts, .budget = {.conflicts = CASE_CONFLICTS}};
  query.count = (size_t)count + 1;
  conjuncts[count] = is_other;
  const char *wrong = case_rule_out(check->blaster, &query);
  if (wrong == NULL) wrong = case_rule_out(check->z3, &query);
  conjuncts[count] = is_right;
  if (wrong == NULL) wrong = case_confirm(check->blaster, &query);
  if (wrong == NULL && check->test->asks_all) wrong = case_confirm(check->z3, &query);
  return wrong;
}

/* A model must satisfy the query as evaluation sees it, and give the target as the
   reference sees it. */
static inline const char *case_check_model(struct case_check *check, const struct query *query,
                                           const struct assignment *model, const uint64_t *target) {
  const struct recipe *recipe = &check->test->recipe;
  uint64_t words[RECIPE_WORDS];
  int last = recipe->count - 1;
  if (!query_holds(check->exprs, query, model)) return "a model does not satisfy";
  struct value *values = alloc_bytes((size_t)recipe->count * sizeof *values);
  struct touched touched;
  reference_evaluate(recipe, check->arrays, model, values, &touched);
  value_to_words(recipe->steps[last].width, &values[last], words);
  free(values);
  return memcmp(words, target, sizeof words) == 0
             ? NULL
             : "under a model the reference does not give the target";
}

static inline const char *case_check_core(struct solver *judge, const struct query *query,
                                          const bool *in_core) {
  struct expr *core[CASE_EXTRAS + 1];
  struct query part = *query;
  struct result result;
  part.count = 0;
  part.wants_core = part.wants_model = false;
  for (size_t i = 0; i < query->count; i++)
    if (in_core[i]) core[part.count++] = query->conjuncts[i];
  if (part.count == query->count) return NULL;
  part.conjuncts = core;
  enum answer answer = solver_check(judge, &part, &result);
  result_free(&result);
  return answer == ANSWER_SAT ? "a core is satisfiable" : NULL;
}

static inline const char *case_check_answer(struct case_check *check, bool by_z3,
                                            const struct query *query, const uint64_t *target,
                                            enum answer *answer) {
  struct solver *solver = by_z3 ? check->z3 : check->blaster;
  struct solver *judge = by_z3 ? check->blaster : check->z3;
  struct result result;
  const char *wrong = NULL;
  *answer = solver_check(solver, query, &result);
  if (result.model != NULL) wrong = case_check_model(check, query, result.model, target);
  if (result.in_core != NULL) wrong = case_check_core(judge, query, result.in_core);
  result_free(&result);
  return wrong;
}

/* The conjuncts of a case with free inputs, and the value that the result shall have. */
static inline size_t case_make_query(struct case_check *check, struct expr **conjuncts,
                                     uint64_t *target) {
  const struct fuzz_case *test = check->test;
  struct step last = test->recipe.steps[test->recipe.count - 1];
  struct expr *result = check->built[test->recipe.count - 1];
  size_t count = 0;
  for (unsigned i = 0; i < CASE_EXTRAS; i++) {
    if (test->extras[i] < 0) continue;
    struct expr *bit = expr_extract(check->exprs, check->built[test->extras[i]], 0, 1);
    bool is_set = test->kind == CASE_OPEN || check->values[test->extras[i]].bits[0];
    conjuncts[count++] = is_set ? bit : expr_not(check->exprs, bit);
  }
  if (test->kind == CASE_TRUE) {
    value_to_words(last.width, &check->values[test->recipe.count - 1], target);
  } else {
    memcpy(last.words, test->target, sizeof last.words);
    recipe_mask(&last);
    memcpy(target, last.words, sizeof last.words);
  }
  struct expr *value = expr_const_words(check->exprs, last.width, target);
  conjuncts[count++] = expr_eq(check->exprs, result, value);
  return count;
}

/* *is_open: one of the two has given up. */
static inline const char *case_check_free(struct case_check *check, struct case_counts *counts,
                                          bool *is_open) {
  struct expr *conjuncts[CASE_EXTRAS + 1];
  uint64_t target[RECIPE_WORDS];
  struct query query = {.conjuncts = conjuncts, .budget = {.conflicts = CASE_CONFLICTS}};
  query.count = case_make_query(check, conjuncts, target);
  query.wants_model = query.wants_core = true;
  enum answer first = ANSWER_UNKNOWN, second = ANSWER_UNKNOWN;
  const char *wrong = case_check_answer(check, false, &query, target, &first);
  query.wants_model = query.wants_core = check->test->asks_all;
  if (wrong == NULL) wrong = case_check_answer(check, true, &query, target, &second);
  if (wrong != NULL) return wrong;
  *is_open = first == ANSWER_UNKNOWN || second == ANSWER_UNKNOWN;
  bool is_impossible = first == ANSWER_UNSAT || second == ANSWER_UNSAT;
  if (check->test->kind == CASE_TRUE && is_impossible)
    return "a solver takes what holds for impossible";
  if (*is_open) return NULL;
  if (first != second) return "the bit-blaster and Z3 disagree";
  counts->sat += first == ANSWER_SAT;
  counts->unsat += first == ANSWER_UNSAT;
  return NULL;
}

/* What is too hard with free inputs is decided with those of the case. */
static inline const char *case_check_all(struct case_check *check, struct case_counts *counts) {
  const char *wrong = case_check_values(check);
  if (wrong != NULL) return wrong;
  bool is_fixed = check->test->kind == CASE_FIXED, is_open = is_fixed;
  if (!is_fixed) wrong = case_check_free(check, counts, &is_open);
  if (wrong == NULL && is_open) wrong = case_check_fixed(check);
  if (wrong != NULL) return wrong;
  counts->cases++;
  counts->fixed += is_fixed;
  counts->hard += !is_fixed && is_open;
  return NULL;
}

static inline const char *case_check(struct exprs *exprs, const struct recipe_arrays *arrays,
                                     const struct fuzz_case *test, struct solver *blaster,
                                     struct solver *z3, struct case_counts *counts) {
  struct case_check *check = alloc_bytes(sizeof *check);
  check->exprs = exprs;
  check->arrays = arrays;
  check->test = test;
  check->blaster = blaster;
  check->z3 = z3;
  check->assignment = case_assignment(test, arrays);
  recipe_build(exprs, arrays, &test->recipe, check->built);
  reference_evaluate(&test->recipe, arrays, check->assignment, check->values, &check->touched);
  const char *wrong = case_check_all(check, counts);
  assignment_free(check->assignment);
  free(check);
  return wrong;
}

#endif
