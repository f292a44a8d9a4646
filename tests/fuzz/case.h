/* One case of the fuzzer: a recipe, values for the inputs, and what is asked about it.
   Checking it needs no memory of other cases. */
#ifndef FUZZ_CASE_H
#define FUZZ_CASE_H

#include "reference.h"
#include "solver/backend_cadical.h"
#include "solver/backend_z3.h"
#include "solver/solver.h"

#include <stdio.h>

enum { CASE_ELEMENTS = 17, CASE_ARRAYS = 12, CASE_EXTRAS = 2 };

struct fuzz_case {
  struct recipe recipe;
  uint64_t inputs[CASE_ARRAYS][CASE_ELEMENTS];
  /* Fixed inputs: evaluation and the bit-blaster against the reference. Free ones: is
     there an input for which the result is the target and the lowest bits of the extra
     steps are set? Asked of the bit-blaster and of Z3. */
  bool is_free;
  uint64_t target[RECIPE_WORDS];
  int extras[CASE_EXTRAS];
};

static inline void case_fill(struct fuzz_case *test, struct random *random,
                             const struct recipe_arrays *arrays) {
  struct recipe_limits fixed = {40, RECIPE_MAX_WIDTH, RECIPE_MAX_WIDTH, true};
  struct recipe_limits narrow = {25, 9, 5, true}, middle = {20, 33, 9, true};
  memset(test, 0, sizeof *test);
  test->is_free = random_chance(random, 40);
  recipe_fill(&test->recipe, random, arrays,
              !test->is_free ? &fixed : random_chance(random, 70) ? &narrow : &middle);
  for (unsigned i = 0; i < arrays->count; i++)
    for (unsigned k = 0; k < CASE_ELEMENTS; k++)
      test->inputs[i][k] = random_next(random) >> random_below(random, 64);
  if (random_chance(random, 50)) test->target[0] = random_below(random, 4);
  else
    for (unsigned i = 0; i < RECIPE_WORDS; i++) test->target[i] = random_next(random);
  for (unsigned i = 0; i < CASE_EXTRAS; i++)
    test->extras[i] = random_chance(random, 50) ? recipe_pick(&test->recipe, random) : -1;
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

/* Known bits and bounds must hold the value. */
static inline bool case_is_in_range(const struct expr *e, uint64_t value) {
  struct expr_range range = expr_range_of(e);
  int64_t as_signed = (int64_t)(value << (64 - e->width)) >> (64 - e->width);
  return (value & range.zeros) == 0 && (~value & range.ones) == 0 && value >= range.umin &&
         value <= range.umax && as_signed >= range.smin && as_signed <= range.smax;
}

/* Each returns NULL or what is wrong. */

static inline const char *case_check_values(struct exprs *exprs, const struct fuzz_case *test,
                                            struct expr *const *built, const struct value *values,
                                            const struct assignment *assignment) {
  const char *wrong = NULL;
  struct evaluator *evaluator = evaluator_new(exprs, assignment);
  for (int i = 0; i < test->recipe.count && wrong == NULL; i++) {
    const struct step *step = &test->recipe.steps[i];
    uint64_t expected[RECIPE_WORDS], found[RECIPE_WORDS] = {0};
    if (recipe_is_array(step)) continue;
    value_to_words(step->width, &values[i], expected);
    if (built[i]->width != step->width) {
      wrong = "a constructor gives the wrong width";
      break;
    }
    evaluator_words(evaluator, built[i], found);
    if (memcmp(expected, found, (step->width + 63u) / 64 * sizeof *found) != 0)
      wrong = "evaluation of what the constructors give differs from the reference";
    else if (step->width <= 64 && !case_is_in_range(built[i], found[0]))
      wrong = "the value is outside the known range";
  }
  evaluator_free(evaluator);
  return wrong;
}

static inline const char *case_check_fixed(struct exprs *exprs, const struct recipe_arrays *arrays,
                                           const struct fuzz_case *test, struct expr *const *built,
                                           struct solver *solver) {
  static struct value values[RECIPE_MAX_STEPS];
  static struct touched touched;
  struct assignment *assignment = case_assignment(test, arrays);
  reference_evaluate(&test->recipe, arrays, assignment, values, &touched);
  const char *wrong = case_check_values(exprs, test, built, values, assignment);
  int last = test->recipe.count - 1, count = 0;
  struct expr *conjuncts[RECIPE_MAX_STEPS + 1];
  for (int i = 0; i < touched.count && wrong == NULL; i++) {
    const struct expr_array *array = arrays->list[touched.list[i].array];
    uint64_t value = assignment_get(assignment, array->number, touched.list[i].index);
    conjuncts[count++] = expr_eq(exprs, expr_input(exprs, array, touched.list[i].index),
                                 expr_const(exprs, array->element_width, value));
  }
  uint64_t words[RECIPE_WORDS];
  value_to_words(test->recipe.steps[last].width, &values[last], words);
  struct query query = {.conjuncts = conjuncts, .count = (size_t)count + 1};
  for (int is_other = 0; is_other < 2 && wrong == NULL; is_other++) {
    struct expr *value = expr_const_words(exprs, built[last]->width, words);
    conjuncts[count] =
        is_other ? expr_ne(exprs, built[last], value) : expr_eq(exprs, built[last], value);
    struct result result;
    enum answer answer = solver_check(solver, &query, &result);
    result_free(&result);
    if (answer != (is_other ? ANSWER_UNSAT : ANSWER_SAT))
      wrong = is_other ? "the solver takes another value for possible"
                       : "the solver takes the right value for impossible";
  }
  assignment_free(assignment);
  return wrong;
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
  part.conjuncts = core;
  enum answer answer = solver_check(judge, &part, &result);
  result_free(&result);
  return answer == ANSWER_SAT ? "a core is satisfiable" : NULL;
}

static inline const char *case_check_answer(struct exprs *exprs, struct solver *solver,
                                            struct solver *judge, const struct query *query,
                                            enum answer *answer) {
  struct result result;
  const char *wrong = NULL;
  *answer = solver_check(solver, query, &result);
  if (*answer == ANSWER_SAT && !query_holds(exprs, query, result.model))
    wrong = "a model does not satisfy";
  if (*answer == ANSWER_UNSAT) wrong = case_check_core(judge, query, result.in_core);
  result_free(&result);
  return wrong;
}

static inline const char *case_check_free(struct exprs *exprs, const struct fuzz_case *test,
                                          struct expr *const *built, struct solver *blaster,
                                          struct solver *z3) {
  struct expr *conjuncts[CASE_EXTRAS + 1], *last = built[test->recipe.count - 1];
  size_t count = 0;
  for (unsigned i = 0; i < CASE_EXTRAS; i++)
    if (test->extras[i] >= 0)
      conjuncts[count++] = expr_extract(exprs, built[test->extras[i]], 0, 1);
  conjuncts[count++] = expr_eq(exprs, last, expr_const_words(exprs, last->width, test->target));
  struct query query = {.conjuncts = conjuncts, .count = count, .budget = {.seconds = 5}};
  query.wants_model = query.wants_core = true;
  enum answer first, second;
  const char *wrong = case_check_answer(exprs, blaster, z3, &query, &first);
  if (wrong == NULL) wrong = case_check_answer(exprs, z3, blaster, &query, &second);
  if (wrong != NULL) return wrong;
  bool is_contradiction = first != second && first != ANSWER_UNKNOWN && second != ANSWER_UNKNOWN;
  return is_contradiction ? "the bit-blaster and Z3 disagree" : NULL;
}

/* z3 may be NULL for fixed inputs. */
static inline const char *case_check(struct exprs *exprs, const struct recipe_arrays *arrays,
                                     const struct fuzz_case *test, struct solver *blaster,
                                     struct solver *z3) {
  struct expr *built[RECIPE_MAX_STEPS];
  recipe_build(exprs, arrays, &test->recipe, built);
  if (test->is_free) return case_check_free(exprs, test, built, blaster, z3);
  return case_check_fixed(exprs, arrays, test, built, blaster);
}

#endif
