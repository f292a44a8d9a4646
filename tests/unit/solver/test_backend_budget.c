/* Budgets on queries that are too hard for them: the answer is UNKNOWN, it comes in time,
   and neither the same query with more budget nor another one suffers from it. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/backend_cadical.h"
#include "solver/backend_z3.h"
#include "solver/solver.h"

struct world {
  struct exprs *exprs;
  struct expr *a, *b, *c; /* 64 bits each */
};

static struct expr *read_word(struct exprs *exprs, const struct expr_array *array, uint64_t at) {
  struct expr *e = expr_input(exprs, array, at);
  for (uint64_t i = 1; i < 8; i++) e = expr_concat(exprs, expr_input(exprs, array, at + i), e);
  return e;
}

static struct world make_world(void) {
  struct world w = {.exprs = exprs_new()};
  const struct expr_array *array = expr_new_array(w.exprs, "in", 8, 64, 24, NULL);
  w.a = read_word(w.exprs, array, 0);
  w.b = read_word(w.exprs, array, 8);
  w.c = read_word(w.exprs, array, 16);
  return w;
}

static struct expr *low(const struct world *w, struct expr *e, unsigned bits) {
  return expr_extract(w->exprs, e, 0, bits);
}

/* (a + b) * c != a * c + b * c: there is no such input. A proof by bits is long; Z3 knows the
   law. */
static struct expr *make_distributivity(const struct world *w, unsigned bits) {
  struct exprs *exprs = w->exprs;
  struct expr *a = low(w, w->a, bits), *b = low(w, w->b, bits), *c = low(w, w->c, bits);
  struct expr *left = expr_mul(exprs, expr_add(exprs, a, b), c);
  struct expr *right = expr_add(exprs, expr_mul(exprs, a, c), expr_mul(exprs, b, c));
  return expr_ne(exprs, left, right);
}

/* a * b = n with both factors above 1, in twice as many bits. */
static struct expr *make_factoring(const struct world *w, unsigned bits, uint64_t n) {
  struct exprs *exprs = w->exprs;
  struct expr *a = low(w, w->a, bits), *b = low(w, w->b, bits), *one = expr_const(exprs, bits, 1);
  struct expr *product =
      expr_mul(exprs, expr_zext(exprs, a, 2 * bits), expr_zext(exprs, b, 2 * bits));
  struct expr *is_n = expr_eq(exprs, product, expr_const(exprs, 2 * bits, n));
  struct expr *is_proper = expr_and(exprs, expr_ult(exprs, one, a), expr_ult(exprs, one, b));
  return expr_and(exprs, is_n, is_proper);
}

/* The product of two primes of 32 bits, which a first guess of all ones does not hit. */
static struct expr *make_hard(const struct world *w) {
  return make_factoring(w, 32, (uint64_t)2654435761u * 3266489917u);
}

static enum answer ask(struct solver *solver, struct expr *e, struct budget budget) {
  struct query query = {.conjuncts = &e, .count = 1, .budget = budget};
  query.wants_model = query.wants_core = true;
  struct result result;
  enum answer answer = solver_check(solver, &query, &result);
  assert_int_equal(result.model != NULL, answer == ANSWER_SAT);
  assert_int_equal(result.in_core != NULL, answer == ANSWER_UNSAT);
  result_free(&result);
  return answer;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Long enough for a loaded machine, short enough against a search that would not end. */
enum { PATIENCE = 60 };

static void check_time(struct solver *solver, const struct world *w) {
  double begun = now();
  assert_int_equal(ask(solver, make_hard(w), (struct budget){.seconds = 0.1}), ANSWER_UNKNOWN);
  assert_true(now() - begun < PATIENCE);
  assert_int_equal(ask(solver, expr_eq(w->exprs, w->a, w->b), (struct budget){0}), ANSWER_SAT);
  assert_int_equal(
      ask(solver,
          expr_and(w->exprs, expr_ult(w->exprs, w->a, w->b), expr_ult(w->exprs, w->b, w->a)),
          (struct budget){0}),
      ANSWER_UNSAT);
}

static void time_runs_out(void **state) {
  (void)state;
  struct world w = make_world();
  struct solver *cadical = backend_cadical_new(w.exprs), *z3 = backend_z3_new(w.exprs, true);
  check_time(cadical, &w);
  check_time(z3, &w);
  solver_free(cadical);
  solver_free(z3);
  exprs_free(w.exprs);
}

/* Someone stops it while it works. */
static void *stop_soon(void *stop) {
  nanosleep(&(struct timespec){.tv_nsec = 200 * 1000 * 1000}, NULL);
  *(volatile bool *)stop = true;
  return NULL;
}

static void check_stop(struct solver *solver, const struct world *w) {
  volatile bool stop = false;
  struct budget budget = {.stop = &stop};
  struct expr *none =
      expr_and(w->exprs, expr_ult(w->exprs, w->a, w->b), expr_ult(w->exprs, w->b, w->a));
  pthread_t thread;
  assert_int_equal(pthread_create(&thread, NULL, stop_soon, (void *)&stop), 0);
  double begun = now();
  assert_int_equal(ask(solver, make_hard(w), budget), ANSWER_UNKNOWN);
  assert_true(now() - begun < PATIENCE);
  pthread_join(thread, NULL);
  assert_int_equal(ask(solver, make_hard(w), budget), ANSWER_UNKNOWN);
  stop = false;
  for (unsigned i = 0; i < 100; i++) {
    assert_int_equal(ask(solver, none, budget), ANSWER_UNSAT);
    assert_int_equal(ask(solver, expr_eq(w->exprs, w->a, w->b), budget), ANSWER_SAT);
  }
}

static void a_query_is_stopped(void **state) {
  (void)state;
  struct world w = make_world();
  struct solver *solvers[] = {backend_cadical_new(w.exprs), backend_z3_new(w.exprs, true),
                              backend_z3_new(w.exprs, false), backend_z3_new_judge(w.exprs)};
  for (unsigned i = 0; i < sizeof solvers / sizeof *solvers; i++) {
    check_stop(solvers[i], &w);
    solver_free(solvers[i]);
  }
  exprs_free(w.exprs);
}

/* Stopped in the middle of a translation, the bit-blaster goes on where it was: the value of
   the computation for one input is the right one and no other. */
static void check_translation(const struct world *w, struct expr *e) {
  struct exprs *exprs = w->exprs;
  struct solver *solver = backend_cadical_new(exprs);
  struct assignment *assignment = assignment_new();
  for (unsigned i = 0; i < 24; i++) assignment_set(assignment, 0, i, i * i % 256);
  struct evaluator *evaluator = evaluator_new(exprs, assignment);
  struct expr *words[3] = {w->a, w->b, w->c}, *input = expr_const(exprs, 1, 1);
  for (unsigned i = 0; i < 3; i++) {
    struct expr *value = expr_const(exprs, 64, evaluator_value(evaluator, words[i]));
    input = expr_and(exprs, input, expr_eq(exprs, words[i], value));
  }
  struct expr *value = expr_const(exprs, 64, evaluator_value(evaluator, e));
  struct expr *right = expr_and(exprs, expr_eq(exprs, e, value), input);
  struct expr *wrong = expr_and(exprs, expr_ne(exprs, e, value), input);
  volatile bool stop = true;
  assert_int_equal(ask(solver, wrong, (struct budget){.stop = &stop}), ANSWER_UNKNOWN);
  for (unsigned i = 0; i < 10; i++) {
    enum answer answer = ask(solver, i % 2 ? right : wrong, (struct budget){.stop = &stop});
    assert_true(answer == ANSWER_UNKNOWN || answer == (i % 2 ? ANSWER_SAT : ANSWER_UNSAT));
  }
  stop = false;
  assert_int_equal(ask(solver, wrong, (struct budget){.stop = &stop}), ANSWER_UNSAT);
  assert_int_equal(ask(solver, right, (struct budget){.stop = &stop}), ANSWER_SAT);
  evaluator_free(evaluator);
  assignment_free(assignment);
  solver_free(solver);
}

static void a_translation_is_stopped(void **state) {
  (void)state;
  struct world w = make_world();
  struct expr *many = w.a, *large = w.a; /* of many nodes, and of many gates */
  for (unsigned i = 0; i < 1000; i++)
    many = expr_xor(w.exprs, expr_add(w.exprs, many, i % 2 ? w.b : w.c),
                    expr_lshr(w.exprs, many, expr_const(w.exprs, 64, 1 + i % 60)));
  for (unsigned i = 0; i < 10; i++)
    large = expr_xor(w.exprs, expr_mul(w.exprs, large, i % 2 ? w.b : w.c), w.a);
  check_translation(&w, many);
  check_translation(&w, large);
  exprs_free(w.exprs);
}

static void conflicts_run_out(void **state) {
  (void)state;
  struct world w = make_world();
  struct solver *cadical = backend_cadical_new(w.exprs), *z3 = backend_z3_new(w.exprs, false);
  struct expr *hard = make_hard(&w);
  for (int64_t conflicts = 1; conflicts <= 1000; conflicts *= 10) {
    assert_int_equal(ask(cadical, hard, (struct budget){.conflicts = conflicts}), ANSWER_UNKNOWN);
    assert_int_equal(ask(z3, hard, (struct budget){.conflicts = conflicts}), ANSWER_UNKNOWN);
  }
  solver_free(cadical);
  solver_free(z3);
  exprs_free(w.exprs);
}

/* What was learnt in vain is learnt: the right answer comes in the end, and before it no
   wrong one. 997 * 991 is the product of two primes, 1009 is one. */
static void small_budgets_add_up(void **state) {
  (void)state;
  struct world w = make_world();
  struct solver *solver = backend_cadical_new(w.exprs);
  const struct {
    struct expr *e;
    enum answer expected;
  } queries[] = {
      {make_factoring(&w, 10, 997 * 991), ANSWER_SAT},
      {make_factoring(&w, 10, 1009), ANSWER_UNSAT},
      {make_distributivity(&w, 5), ANSWER_UNSAT},
  };
  for (unsigned i = 0; i < sizeof queries / sizeof *queries; i++) {
    unsigned rounds = 0;
    enum answer answer = ANSWER_UNKNOWN;
    for (int64_t conflicts = 1; answer == ANSWER_UNKNOWN; conflicts += conflicts / 2 + 1) {
      answer = ask(solver, queries[i].e, (struct budget){.conflicts = conflicts});
      rounds++;
    }
    assert_int_equal(answer, queries[i].expected);
    assert_true(rounds > 1); /* else it was too easy to show anything */
  }
  solver_free(solver);
  exprs_free(w.exprs);
}

/* Terms of many divisions: Z3 simplifies and translates them for a long time, during which it does
   not look whether it shall stop. */
static struct expr *make_large(const struct world *w) {
  struct exprs *exprs = w->exprs;
  struct expr *large = w->a, *one = expr_const(exprs, 64, 1);
  struct expr *prime = expr_const(exprs, 64, 1099511628211u);
  for (unsigned i = 0; i < 1000; i++) {
    struct expr *by = expr_or(exprs, i % 2 ? w->b : w->c, one);
    large = expr_mul(exprs, expr_xor(exprs, large, by), prime);
    large = expr_add(exprs, expr_urem(exprs, large, prime), expr_udiv(exprs, large, by));
  }
  return expr_eq(exprs, large, expr_const(exprs, 64, 0x123456789abcdef));
}

static void check_given_up(struct solver *solver, const struct world *w) {
  struct budget some = {.seconds = 60};
  struct expr *none =
      expr_and(w->exprs, expr_ult(w->exprs, w->a, w->b), expr_ult(w->exprs, w->b, w->a));
  for (unsigned i = 0; i < 3; i++) {
    double begun = now();
    assert_int_equal(ask(solver, make_large(w), (struct budget){.seconds = 0.3}), ANSWER_UNKNOWN);
    assert_true(now() - begun < PATIENCE);
    assert_int_equal(ask(solver, none, some), ANSWER_UNSAT);
    assert_int_equal(ask(solver, expr_eq(w->exprs, w->a, w->b), some), ANSWER_SAT);
  }
}

static void z3_is_given_up_when_it_does_not_answer(void **state) {
  (void)state;
  struct world w = make_world();
  struct solver *solvers[] = {backend_z3_new(w.exprs, true), backend_z3_new(w.exprs, false),
                              backend_z3_new_judge(w.exprs)};
  for (unsigned i = 0; i < sizeof solvers / sizeof *solvers; i++) {
    check_given_up(solvers[i], &w);
    solver_free(solvers[i]);
  }
  exprs_free(w.exprs);
}

/* Interruptions at any moment of a query leave nothing behind that a later query meets. */
static void interrupted_queries_do_not_disturb_the_next(void **state) {
  (void)state;
  struct world w = make_world();
  struct solver *solvers[] = {backend_z3_new(w.exprs, true), backend_z3_new(w.exprs, false),
                              backend_z3_new_judge(w.exprs)};
  struct budget some = {.seconds = 60};
  for (unsigned i = 0; i < 120; i++) {
    struct solver *solver = solvers[i % 3];
    struct expr *easy = make_factoring(&w, 6 + i % 8, 59 * 61);
    struct expr *other = expr_ult(w.exprs, expr_add(w.exprs, w.a, expr_const(w.exprs, 64, i)), w.b);
    ask(solver, easy, (struct budget){.seconds = 1e-4 * (double)(1 + i % 40)});
    assert_int_equal(ask(solver, other, some), ANSWER_SAT);
  }
  for (unsigned i = 0; i < 3; i++) solver_free(solvers[i]);
  exprs_free(w.exprs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(time_runs_out),
      cmocka_unit_test(a_query_is_stopped),
      cmocka_unit_test(a_translation_is_stopped),
      cmocka_unit_test(conflicts_run_out),
      cmocka_unit_test(small_budgets_add_up),
      cmocka_unit_test(interrupted_queries_do_not_disturb_the_next),
      cmocka_unit_test(z3_is_given_up_when_it_does_not_answer), /* leaves threads behind: last */
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
