/* Small equations in half precision: the bit-blaster enumerates all solutions, each excluded once
   it is found, and they must be those that trying all 65,536 values gives. Conditions are made so
   that no rule turns them into an interval. */
#include "../expr/host_float.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "solver/backend_cadical.h"
#include "solver/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { VALUES = 65536, MOST = 400 };

typedef struct expr *build_function(struct exprs *exprs, struct expr *x);

struct problem {
  struct exprs *exprs;
  const struct expr_array *array;
  struct expr *x, *condition;
};

static struct expr *mode_of(struct exprs *exprs, unsigned mode) {
  return expr_const(exprs, FLOAT_ROUNDING_BITS, mode);
}

static struct expr *number(struct exprs *exprs, unsigned bits) {
  return expr_const(exprs, 16, bits);
}

/* x + 1 == x, for finite numbers of moderate size */
static struct expr *absorbs(struct exprs *exprs, struct expr *x) {
  struct expr *sum = expr_fadd(exprs, mode_of(exprs, 0), x, number(exprs, 0x3c00));
  struct expr *is_small = expr_ult(exprs, x, number(exprs, 0x6850));
  return expr_and(exprs, expr_feq(exprs, sum, x), is_small);
}

/* x * x - x == 2, rounded down */
static struct expr *quadratic(struct exprs *exprs, struct expr *x) {
  struct expr *mode = mode_of(exprs, FLOAT_DOWN);
  struct expr *y = expr_fsub(exprs, mode, expr_fmul(exprs, mode, x, x), x);
  return expr_eq(exprs, y, number(exprs, 0x4000));
}

/* 1 / x + x == 2.5 */
static struct expr *reciprocal(struct exprs *exprs, struct expr *x) {
  struct expr *mode = mode_of(exprs, 0);
  struct expr *y = expr_fdiv(exprs, mode, number(exprs, 0x3c00), x);
  return expr_feq(exprs, expr_fadd(exprs, mode, y, x), number(exprs, 0x4100));
}

/* sqrt(x) == x, and x is no NaN */
static struct expr *root(struct exprs *exprs, struct expr *x) {
  return expr_feq(exprs, expr_fsqrt(exprs, mode_of(exprs, 0), x), x);
}

/* fma(x, x, -x) differs from x * x - x by more than a quarter */
static struct expr *fused(struct exprs *exprs, struct expr *x) {
  struct expr *mode = mode_of(exprs, 0);
  struct expr *once = expr_fma(exprs, mode, x, x, expr_fneg(exprs, x));
  struct expr *twice = expr_fsub(exprs, mode, expr_fmul(exprs, mode, x, x), x);
  struct expr *distance = expr_fsub(exprs, mode, once, twice);
  return expr_fle(exprs, number(exprs, 0x5c00), expr_fabs(exprs, distance));
}

/* fmod(x, 3) == 0.5 and x + x < 60 */
static struct expr *remainder_of(struct exprs *exprs, struct expr *x) {
  struct expr *rest = expr_frem(exprs, x, number(exprs, 0x4200));
  struct expr *sum = expr_fadd(exprs, mode_of(exprs, 0), x, x);
  struct expr *is_half = expr_eq(exprs, rest, number(exprs, 0x3800));
  return expr_and(exprs, is_half, expr_flt(exprs, sum, number(exprs, 0x5380)));
}

/* what becomes of it as a whole number of 6 bits is 5, and it is not an integer */
static struct expr *whole(struct exprs *exprs, struct expr *x) {
  struct expr *n = expr_ftosi(exprs, mode_of(exprs, FLOAT_UP), x, 6);
  struct expr *rounded = expr_frint(exprs, mode_of(exprs, FLOAT_UP), x);
  struct expr *is_five = expr_eq(exprs, n, expr_const(exprs, 6, 5));
  return expr_and(
      exprs, is_five,
      expr_flt(exprs, number(exprs, 0x3a00), expr_fsub(exprs, mode_of(exprs, 0), rounded, x)));
}

static bool find_one(struct solver *solver, struct expr **conjuncts, size_t count,
                     const struct expr_array *array, uint64_t *value) {
  struct query query = {.conjuncts = conjuncts, .count = count, .wants_model = true};
  struct result result;
  enum answer answer = solver_check(solver, &query, &result);
  assert_true(answer != ANSWER_UNKNOWN);
  if (answer == ANSWER_SAT) *value = assignment_get(result.model, array->number, 0) & 0xffff;
  result_free(&result);
  return answer == ANSWER_SAT;
}

static unsigned enumerate(const struct problem *problem, bool *is_solution) {
  struct solver *solver = backend_cadical_new(problem->exprs);
  static struct expr *conjuncts[MOST + 1];
  size_t count = 0;
  uint64_t value = 0;
  conjuncts[count++] = problem->condition;
  while (find_one(solver, conjuncts, count, problem->array, &value)) {
    assert_true(count < MOST && !is_solution[value]);
    is_solution[value] = true;
    conjuncts[count++] =
        expr_ne(problem->exprs, problem->x, number(problem->exprs, (unsigned)value));
  }
  solver_free(solver);
  return (unsigned)count - 1;
}

static void check(build_function *build, unsigned least) {
  static bool is_solution[VALUES];
  struct problem problem = {.exprs = exprs_new()};
  memset(is_solution, 0, sizeof is_solution);
  problem.array = expr_new_array(problem.exprs, "x", 16, 8, 1, NULL);
  problem.x = expr_input(problem.exprs, problem.array, 0);
  problem.condition = build(problem.exprs, problem.x);
  unsigned count = enumerate(&problem, is_solution);
  struct assignment *assignment = assignment_new();
  struct evaluator *evaluator = evaluator_new(problem.exprs, assignment);
  for (unsigned x = 0; x < VALUES; x++) {
    assignment_set(assignment, problem.array->number, 0, x);
    evaluator_reset(evaluator, assignment);
    struct expr *fixed = build(problem.exprs, number(problem.exprs, x));
    bool holds = expr_is_true(fixed);
    assert_int_equal(holds, evaluator_value(evaluator, problem.condition));
    if (holds != is_solution[x]) fail_msg("%04x is %s solution", x, holds ? "a missed" : "no");
  }
  assert_true(count >= least);
  evaluator_free(evaluator);
  assignment_free(assignment);
  exprs_free(problem.exprs);
}

/* make check-long also solves what takes longer. */
#define SOLUTIONS(name, least, is_quick)                                                           \
  static void test_##name(void **state) {                                                          \
    (void)state;                                                                                   \
    if (is_quick || getenv("LONG") != NULL) check(name, least);                                    \
  }
SOLUTIONS(absorbs, 1, true)
SOLUTIONS(quadratic, 2, true)
SOLUTIONS(reciprocal, 2, true)
SOLUTIONS(root, 3, true)
SOLUTIONS(fused, 1, false)
SOLUTIONS(remainder_of, 10, false)
SOLUTIONS(whole, 10, true)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_absorbs),    cmocka_unit_test(test_quadratic),
      cmocka_unit_test(test_reciprocal), cmocka_unit_test(test_root),
      cmocka_unit_test(test_fused),      cmocka_unit_test(test_remainder_of),
      cmocka_unit_test(test_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
