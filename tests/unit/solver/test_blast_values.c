/* The bit-blaster against the reference, with the inputs fixed by equations: the right
   value must be possible and no other. The fuzzer's cases (see tests/fuzz) are short and of
   all kinds; these are what it would seldom come to: every operator at every width on
   corner values, long terms, and wide division by deferred and retired translations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../fuzz/print.h"
#include "../effort.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PORTION 20 /* of the cases, under the sanitizers */
#endif
#endif
#ifndef PORTION
#define PORTION 1
#endif

/* One solver sees a few terms, so that they meet each other's gates, but not so many that
   it spends its time on giving values to those of earlier ones. */
enum { TERMS_PER_SOLVER = 8 };

static void check_terms(unsigned count, uint64_t seed, const struct recipe_limits *limits,
                        bool is_hostile) {
  struct random random = {seed};
  struct exprs *exprs = exprs_new();
  struct recipe_arrays arrays = recipe_make_arrays(exprs);
  struct solver *solver = NULL, *z3 = backend_z3_new_judge(exprs);
  struct fuzz_case *test = alloc_zeroed(sizeof *test);
  struct case_counts counts = {0};
  for (unsigned i = 0; i < count / PORTION; i++) {
    if (i % TERMS_PER_SOLVER == 0) {
      if (solver != NULL) solver_free(solver);
      solver = is_hostile ? case_make_hostile(exprs) : backend_cadical_new(exprs);
    }
    case_fill(test, &random, &arrays);
    test->kind = CASE_FIXED;
    recipe_fill(&test->recipe, &random, &arrays, limits);
    const char *wrong = case_check(exprs, &arrays, test, solver, z3, &counts);
    if (wrong == NULL) continue;
    print_case(stderr, &arrays, test);
    fail_msg("term %u of seed %llu: %s", i, (unsigned long long)seed, wrong);
  }
  assert_int_equal(counts.fixed, count / PORTION);
  solver_free(solver);
  solver_free(z3);
  exprs_free(exprs);
  free(test);
}

static void long_terms_have_their_values(void **state) {
  (void)state;
  check_terms(600, 3, &(struct recipe_limits){60, 130, 33, 5}, false);
}

static void long_terms_have_their_values_when_hostile(void **state) {
  (void)state;
  check_terms(400, 2, &(struct recipe_limits){50, 130, 33, 20}, true);
}

/* Every operator at every width, on corner values: too regular for chance to find. */
static void operators_are_right_at_the_corners(void **state) {
  (void)state;
  static const unsigned char widths[] = {1, 2, 3, 7, 8, 13, 16, 31, 32, 33, 63, 64, 65, 127, 130};
  struct exprs *exprs = exprs_new();
  struct recipe_arrays arrays = recipe_make_arrays(exprs);
  struct solver *solver = NULL, *z3 = backend_z3_new_judge(exprs);
  struct case_counts counts = {0};
  struct fuzz_case *test = alloc_zeroed(sizeof *test);
  struct random random = {4};
  for (unsigned w = 0; w < sizeof widths; w++) {
    for (unsigned kind = EXPR_ADD; kind <= EXPR_SLE; kind++) {
      if (solver != NULL) solver_free(solver);
      solver = backend_cadical_new(exprs);
      for (unsigned round = 0; round < (unsigned)effort(10, PORTION < 4 ? 3 : 4); round++) {
        struct recipe *recipe = &test->recipe;
        case_fill(test, &random, &arrays);
        test->kind = CASE_FIXED;
        recipe->count = 0;
        /* Corner values that the solver cannot see: constants behind an input that is 0. */
        test->inputs[4][0] = 0;
        recipe_add(recipe, (struct step){.kind = EXPR_INPUT, .width = 64, .array = 4});
        int16_t zero = (int16_t)recipe_resize(recipe, &random, 0, widths[w]), operands[2];
        for (unsigned k = 0; k < 2; k++) {
          int16_t corner = (int16_t)recipe_add_const(recipe, &random, widths[w]);
          struct step mixed = {.kind = EXPR_XOR, .width = widths[w], .operands = {zero, corner}};
          operands[k] = (int16_t)recipe_add(recipe, mixed);
        }
        struct step step = {.kind = (uint8_t)kind, .operands = {operands[0], operands[1]}};
        step.width = kind >= EXPR_EQ ? 1 : widths[w];
        recipe_add(recipe, step);
        const char *wrong = case_check(exprs, &arrays, test, solver, z3, &counts);
        if (wrong == NULL) continue;
        print_case(stderr, &arrays, test);
        fail_msg("operator %u at width %u: %s", kind, widths[w], wrong);
      }
    }
  }
  solver_free(solver);
  solver_free(z3);
  exprs_free(exprs);
  free(test);
}

/* (a / b) * b, about which the bit-blaster knows more than its gates say: all values of
   narrow words, whose product may have more bits. */
static void check_quotients(struct exprs *exprs, struct solver *solver, unsigned width,
                            unsigned product_width, bool is_signed) {
  const struct expr_array *input = expr_find_array(exprs, 0);
  struct expr *a = expr_extract(exprs, expr_input(exprs, input, 0), 0, width);
  struct expr *b = expr_extract(exprs, expr_input(exprs, input, 1), 0, width);
  enum expr_kind kind = is_signed ? EXPR_SDIV : EXPR_UDIV;
  struct expr *quotient = expr_binary(exprs, kind, a, b);
  struct expr *factors[2] = {is_signed ? expr_sext(exprs, quotient, product_width)
                                       : expr_zext(exprs, quotient, product_width),
                             is_signed ? expr_sext(exprs, b, product_width)
                                       : expr_zext(exprs, b, product_width)};
  struct expr *product = expr_mul(exprs, factors[0], factors[1]);
  struct assignment *assignment = assignment_new();
  for (unsigned k = 0; k < 1u << (2 * width); k++) {
    uint64_t x = k & ((1u << width) - 1), y = k >> width;
    assignment_set(assignment, 0, 0, x);
    assignment_set(assignment, 0, 1, y);
    struct evaluator *evaluator = evaluator_new(exprs, assignment);
    uint64_t expected =
        evaluator_value(evaluator, factors[0]) * evaluator_value(evaluator, factors[1]) &
        ((1u << product_width) - 1);
    evaluator_free(evaluator);
    struct expr *is_right = expr_eq(exprs, product, expr_const(exprs, product_width, expected));
    struct expr *conjuncts[3] = {expr_eq(exprs, a, expr_const(exprs, width, x)),
                                 expr_eq(exprs, b, expr_const(exprs, width, y)), is_right};
    struct query query = {.conjuncts = conjuncts, .count = 3};
    assert_null(case_confirm(solver, &query));
    conjuncts[2] = expr_not(exprs, is_right);
    assert_null(case_rule_out(solver, &query));
  }
  assignment_free(assignment);
}

static void quotients_times_divisors_are_right(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  expr_new_array(exprs, "in", 8, 64, 2, NULL);
  for (unsigned width = 1; width <= 4; width++) {
    struct solver *solver = backend_cadical_new(exprs);
    for (unsigned more = 0; more <= width; more++) {
      check_quotients(exprs, solver, width, width + more, false);
      check_quotients(exprs, solver, width, width + more, true);
    }
    solver_free(solver);
  }
  exprs_free(exprs);
}

/* (a / b) * b + a % b = a of words of 32 and 64 bits, which the gates alone do not give; the
   product of 32-bit words also in twice the width, as checks for overflow make it. */
static void division_is_undone_by_multiplication(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *input = expr_new_array(exprs, "in", 64, 64, 2, NULL);
  for (unsigned n = 0; n < 16; n++) {
    unsigned width = n & 1 && !(n & 8) ? 64 : 32, more = n & 8 ? 64 : width;
    bool is_signed = n & 2, is_constant = n & 4 && more == width;
    struct expr *a = expr_extract(exprs, expr_input(exprs, input, 0), 0, width);
    struct expr *b = expr_extract(exprs, expr_input(exprs, input, 1), 0, width);
    if (is_constant) b = expr_const(exprs, width, 1000003);
    struct expr *values[] = {expr_binary(exprs, is_signed ? EXPR_SDIV : EXPR_UDIV, a, b),
                             expr_binary(exprs, is_signed ? EXPR_SREM : EXPR_UREM, a, b), a, b};
    for (unsigned k = 0; k < 4; k++)
      values[k] = is_signed ? expr_sext(exprs, values[k], more) : expr_zext(exprs, values[k], more);
    struct expr *sum = expr_add(exprs, expr_mul(exprs, values[0], values[3]), values[1]);
    struct expr *conjuncts[2] = {expr_ne(exprs, sum, values[2]),
                                 expr_ne(exprs, b, expr_const(exprs, width, UINT64_MAX))};
    struct solver *solver = backend_cadical_new(exprs);
    struct query query = {.conjuncts = conjuncts,
                          .count = is_signed && more > width ? 2 : 1,
                          .budget = {.conflicts = 1000}};
    assert_null(case_rule_out(solver, &query));
    solver_free(solver);
  }
  exprs_free(exprs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators_are_right_at_the_corners),
      cmocka_unit_test(quotients_times_divisors_are_right),
      cmocka_unit_test(division_is_undone_by_multiplication),
      cmocka_unit_test(long_terms_have_their_values),
      cmocka_unit_test(long_terms_have_their_values_when_hostile),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
