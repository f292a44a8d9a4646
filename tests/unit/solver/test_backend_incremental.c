/* A backend that has answered a thousand queries, forgotten some expressions and begun
   anew several times must answer the next one as a fresh one does. Conjuncts come from a
   pool that changes slowly, so that queries share parts, as those of paths do. Whatever
   is asked, models satisfy and cores clash; with a budget of one conflict, or of no time
   at all, an answer may be missing but never wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../fuzz/case.h"
#include "../effort.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PORTION 8 /* under the sanitizers */
#endif
#endif
#ifndef PORTION
#define PORTION 1
#endif

/* The share of the queries that are asked. */
static unsigned portion(void) { return PORTION * (unsigned)(2 / effort(2, 2)); }

enum { POOL = 24, MOST_CONJUNCTS = 5 };

struct history {
  struct random random;
  struct exprs *exprs;
  struct recipe_arrays arrays;
  struct solver *solver; /* under test; owned */
  struct solver *judge;
  struct expr *pool[POOL];
  unsigned unknown_percent; /* queries with hardly any budget */
  unsigned sat, unsat, unknown, small_cores;
};

/* A random statement over the inputs. Half of them hold under inputs of all zeros, so
   that conjunctions are satisfiable often enough. */
static struct expr *make_conjunct(struct history *x) {
  static const struct recipe_limits limits[] = {{10, 9, 5, 5}, {8, 9, 5, 50}, {6, 33, 8, 5}};
  struct recipe *recipe = alloc_bytes(sizeof *recipe);
  struct expr *built[RECIPE_MAX_STEPS];
  recipe_fill(recipe, &x->random, &x->arrays, &limits[random_below(&x->random, 3)]);
  recipe_build(x->exprs, &x->arrays, recipe, built);
  struct expr *e = built[recipe->count - 1];
  free(recipe);
  struct assignment *zeros = assignment_new();
  struct evaluator *evaluator = evaluator_new(x->exprs, zeros);
  uint64_t words[RECIPE_WORDS];
  evaluator_words(evaluator, e, words);
  evaluator_free(evaluator);
  assignment_free(zeros);
  if (random_chance(&x->random, 50)) words[0] ^= 1;
  struct expr *value = expr_const_words(x->exprs, e->width, words);
  return random_chance(&x->random, 60) ? expr_eq(x->exprs, e, value) : expr_ule(x->exprs, e, value);
}

static void begin_history(struct history *x, uint64_t seed) {
  *x = (struct history){.random = {seed}, .exprs = exprs_new()};
  x->arrays = recipe_make_arrays(x->exprs);
  x->judge = backend_z3_new_judge(x->exprs);
  for (unsigned i = 0; i < POOL; i++) x->pool[i] = make_conjunct(x);
}

static void end_history(struct history *x) {
  solver_free(x->solver);
  solver_free(x->judge);
  exprs_free(x->exprs);
}

static void visit_roots(struct exprs *exprs, void *context) {
  struct history *x = context;
  for (unsigned i = 0; i < POOL; i++) expr_mark_root(exprs, x->pool[i]);
  for (unsigned i = 0; i < x->arrays.count; i++) expr_mark_array(exprs, x->arrays.list[i]);
  solver_mark(x->solver, exprs);
  solver_mark(x->judge, exprs);
}

/* Some conjuncts are never asked for again, and a collection takes them away. */
static void forget_some(struct history *x) {
  for (unsigned i = 0; i < POOL; i++)
    if (random_chance(&x->random, 30)) x->pool[i] = make_conjunct(x);
  expr_collect(x->exprs, visit_roots, x);
}

static enum answer ask_afresh(struct history *x, struct expr *const *conjuncts, size_t count) {
  struct query query = {.conjuncts = conjuncts, .count = count};
  struct result result;
  struct solver *fresh = backend_cadical_new(x->exprs);
  enum answer answer = solver_check(fresh, &query, &result);
  result_free(&result);
  solver_free(fresh);
  enum answer other = solver_check(x->judge, &query, &result);
  result_free(&result);
  assert_int_equal(answer, other);
  assert_int_not_equal(answer, ANSWER_UNKNOWN);
  return answer;
}

static void check_core(struct history *x, const struct query *query, const bool *in_core) {
  struct expr *core[MOST_CONJUNCTS];
  size_t count = 0;
  for (size_t i = 0; i < query->count; i++)
    if (in_core[i]) core[count++] = query->conjuncts[i];
  assert_int_equal(ask_afresh(x, core, count), ANSWER_UNSAT);
  x->small_cores += count < query->count;
}

static struct budget pick_budget(struct history *x) {
  struct budget budget = {0};
  if (!random_chance(&x->random, x->unknown_percent)) return budget;
  if (random_chance(&x->random, 70))
    budget.conflicts = 1;
  else
    budget.seconds = 1e-9;
  return budget;
}

static void ask(struct history *x) {
  struct expr *conjuncts[MOST_CONJUNCTS];
  struct query query = {.conjuncts = conjuncts, .budget = pick_budget(x)};
  query.count = 1 + random_below(&x->random, MOST_CONJUNCTS);
  for (size_t i = 0; i < query.count; i++) conjuncts[i] = x->pool[random_below(&x->random, POOL)];
  query.wants_model = random_chance(&x->random, 80);
  query.wants_core = random_chance(&x->random, 80);
  struct result result;
  enum answer answer = solver_check(x->solver, &query, &result);
  enum answer expected = ask_afresh(x, conjuncts, query.count);
  if (answer == ANSWER_UNKNOWN) {
    assert_true(query.budget.conflicts != 0 || query.budget.seconds != 0);
    assert_null(result.model);
    assert_null(result.in_core);
    x->unknown++;
  } else {
    assert_int_equal(answer, expected);
  }
  assert_int_equal(result.model != NULL, answer == ANSWER_SAT && query.wants_model);
  assert_int_equal(result.in_core != NULL, answer == ANSWER_UNSAT && query.wants_core);
  if (result.model != NULL) assert_true(query_holds(x->exprs, &query, result.model));
  if (result.in_core != NULL) check_core(x, &query, result.in_core);
  x->sat += answer == ANSWER_SAT;
  x->unsat += answer == ANSWER_UNSAT;
  result_free(&result);
}

static void run_history(struct history *x, unsigned queries) {
  for (unsigned i = 1; i <= queries / portion(); i++) {
    ask(x);
    if (i % 20 == 0) forget_some(x);
  }
  /* It was a test of something. */
  assert_true(x->sat > queries / portion() / 10 && x->unsat > queries / portion() / 10);
  assert_true(x->small_cores > 0);
}

static void answers_stay_those_of_a_fresh_solver(void **state) {
  (void)state;
  struct history x;
  begin_history(&x, 1);
  x.solver = backend_cadical_new(x.exprs);
  run_history(&x, 3000);
  assert_int_equal(x.unknown, 0);
  end_history(&x);
}

/* Instances of CaDiCaL are thrown away every few queries, translations at most
   collections. */
static void answers_stay_the_same_over_retirement(void **state) {
  (void)state;
  struct history x;
  begin_history(&x, 7);
  x.solver = case_make_hostile(x.exprs);
  run_history(&x, 3000);
  assert_int_equal(x.unknown, 0);
  struct cadical_statistics statistics = backend_cadical_statistics(x.solver);
  assert_true(statistics.instances > 100 / portion());
  assert_true(statistics.translations > 16 / portion());
  end_history(&x);
}

static void little_budget_gives_no_wrong_answer(void **state) {
  (void)state;
  struct history x;
  begin_history(&x, 3);
  x.solver = backend_cadical_new(x.exprs);
  x.unknown_percent = 70;
  run_history(&x, 3000);
  assert_true(x.unknown > 30 / portion());
  end_history(&x);
}

static void little_budget_gives_no_wrong_answer_over_retirement(void **state) {
  (void)state;
  struct history x;
  begin_history(&x, 4);
  x.solver = case_make_hostile(x.exprs);
  x.unknown_percent = 70;
  run_history(&x, 3000);
  assert_true(x.unknown > 30 / portion());
  end_history(&x);
}

static void z3_stays_right_incrementally(void **state) {
  (void)state;
  struct history x;
  begin_history(&x, 5);
  x.solver = backend_z3_new(x.exprs, true);
  run_history(&x, 1000);
  end_history(&x);
}

static void z3_is_right_afresh(void **state) {
  (void)state;
  struct history x;
  begin_history(&x, 6);
  x.solver = backend_z3_new(x.exprs, false);
  run_history(&x, 500);
  end_history(&x);
}

static void z3_gives_no_wrong_answer_on_little_budget(void **state) {
  (void)state;
  struct history x;
  begin_history(&x, 7);
  x.solver = backend_z3_new(x.exprs, true);
  x.unknown_percent = 70;
  run_history(&x, 500);
  end_history(&x);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(answers_stay_those_of_a_fresh_solver),
      cmocka_unit_test(answers_stay_the_same_over_retirement),
      cmocka_unit_test(little_budget_gives_no_wrong_answer),
      cmocka_unit_test(little_budget_gives_no_wrong_answer_over_retirement),
      cmocka_unit_test(z3_stays_right_incrementally),
      cmocka_unit_test(z3_is_right_afresh),
      cmocka_unit_test(z3_gives_no_wrong_answer_on_little_budget),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
