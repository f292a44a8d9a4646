/* Comparisons of operations on a half with constants, on all 65,536 values of it: what the
   constructors make of them holds for exactly those for which the operation itself says so. */
#include "../effort.h"
#include "../expr/host_float.h"
#include "expr/assignment.h"
#include "expr/expr.h"
#include "util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { FORMULAS = 600, PARTS = 10, MOST_STEPS = 3 };

struct step {
  unsigned operation, mode;
  bool is_swapped;
  float_bits constant;
};

struct formula {
  struct step steps[MOST_STEPS];
  unsigned count, width;
  unsigned relation; /* less, less or equal, equal */
  bool is_swapped;
  float_bits bound;
};

static uint64_t draw(void *source) { return random_draw(source); }
static unsigned below(struct random_source *source, unsigned limit) {
  return (unsigned)random_draw_below(source, limit);
}

static struct formula pick(struct random_source *source) {
  struct formula formula = {.count = 1 + below(source, MOST_STEPS), .width = 16};
  for (unsigned k = 0; k < formula.count; k++) {
    struct step *step = &formula.steps[k];
    *step = (struct step){below(source, 10), below(source, 5), below(source, 2), 0};
    step->constant = host_pick(16, draw, source);
    if (below(source, 2)) step->constant = 0x3000 + below(source, 0x2000);
  }
  formula.relation = below(source, 3);
  formula.is_swapped = below(source, 2);
  formula.bound = below(source, 2) ? host_pick(16, draw, source) : 0x3000 + below(source, 0x2000);
  return formula;
}

static float_bits apply(const struct step *step, float_bits x) {
  float_bits a = step->is_swapped ? step->constant : x, b = step->is_swapped ? x : step->constant;
  switch (step->operation) {
  case 0: return float_add(16, step->mode, a, b);
  case 1: return float_sub(16, step->mode, a, b);
  case 2: return float_mul(16, step->mode, a, b);
  case 3: return float_div(16, step->mode, a, b);
  case 4: return float_mul(16, step->mode, x, x);
  case 5: return float_sqrt(16, step->mode, x);
  case 6: return float_to_integral(16, step->mode, x);
  case 7: return float_convert(32, 16, step->mode, float_convert(16, 32, step->mode, x) ^ 1);
  case 8: return x & 0x7fff;
  default: return x ^ 0x8000;
  }
}

static struct expr *build_step(struct exprs *exprs, const struct step *step, struct expr *x) {
  struct expr *mode = expr_const(exprs, FLOAT_ROUNDING_BITS, step->mode), *wide;
  struct expr *constant = expr_const(exprs, 16, (uint64_t)step->constant);
  struct expr *a = step->is_swapped ? constant : x, *b = step->is_swapped ? x : constant;
  switch (step->operation) {
  case 0: return expr_fadd(exprs, mode, a, b);
  case 1: return expr_fsub(exprs, mode, a, b);
  case 2: return expr_fmul(exprs, mode, a, b);
  case 3: return expr_fdiv(exprs, mode, a, b);
  case 4: return expr_fmul(exprs, mode, x, x);
  case 5: return expr_fsqrt(exprs, mode, x);
  case 6: return expr_frint(exprs, mode, x);
  case 7:
    wide = expr_xor(exprs, expr_fconv(exprs, mode, x, 32), expr_const(exprs, 32, 1));
    return expr_fconv(exprs, mode, wide, 16);
  case 8: return expr_fabs(exprs, x);
  default: return expr_fneg(exprs, x);
  }
}

static bool compare(unsigned relation, float_bits a, float_bits b) {
  return relation == 0   ? float_less(16, a, b)
         : relation == 1 ? float_less_equal(16, a, b)
                         : float_equal(16, a, b);
}

static void check(const struct formula *formula, unsigned number) {
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "x", 16, 8, 1, NULL);
  struct expr *e = expr_input(exprs, array, 0);
  for (unsigned k = 0; k < formula->count; k++) e = build_step(exprs, &formula->steps[k], e);
  struct expr *bound = expr_const(exprs, 16, (uint64_t)formula->bound);
  struct expr *a = formula->is_swapped ? bound : e, *b = formula->is_swapped ? e : bound;
  e = formula->relation == 0   ? expr_flt(exprs, a, b)
      : formula->relation == 1 ? expr_fle(exprs, a, b)
                               : expr_feq(exprs, a, b);
  struct assignment *assignment = assignment_new();
  struct evaluator *evaluator = evaluator_new(exprs, assignment);
  for (unsigned x = 0; x <= UINT16_MAX; x++) {
    float_bits value = x;
    for (unsigned k = 0; k < formula->count; k++) value = apply(&formula->steps[k], value);
    bool expected = formula->is_swapped ? compare(formula->relation, formula->bound, value)
                                        : compare(formula->relation, value, formula->bound);
    assignment_set(assignment, array->number, 0, x);
    evaluator_reset(evaluator, assignment);
    if (evaluator_value(evaluator, e) != expected)
      fail_msg("formula %u: wrong for %04x, where it is %d", number, x, expected);
  }
  evaluator_free(evaluator);
  assignment_free(assignment);
  exprs_free(exprs);
}

static void test_all_halves(void **state) {
  (void)state;
  struct random_source source = random_source_new(1, 0);
  for (int k = 0; k < effort(FORMULAS, PARTS); k++) {
    struct formula formula = pick(&source);
    check(&formula, (unsigned)k);
  }
}

/* In wider formats, at the ends of what is found and next to them. */
static void test_double_thresholds(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "x", 64, 8, 1, NULL);
  struct expr *x = expr_input(exprs, array, 0), *mode = expr_const(exprs, FLOAT_ROUNDING_BITS, 0);
  struct assignment *assignment = assignment_new();
  const double tenth = 0.1, limit = 0.7;
  uint64_t tenth_bits, limit_bits;
  memcpy(&tenth_bits, &tenth, 8);
  memcpy(&limit_bits, &limit, 8);
  struct expr *e = expr_fmul(exprs, mode, x, expr_const(exprs, 64, tenth_bits));
  e = expr_flt(exprs, e, expr_const(exprs, 64, limit_bits));
  unsigned changes = 0;
  bool last = true;
  for (uint64_t bits = 0x401bffffffffff00; bits < 0x401c000000000100; bits++) { /* about 7 */
    assignment_set(assignment, array->number, 0, bits);
    struct evaluator *evaluator = evaluator_new(exprs, assignment);
    double value;
    memcpy(&value, &bits, 8);
    bool holds = value * tenth < limit;
    assert_int_equal(evaluator_value(evaluator, e), holds);
    changes += holds != last;
    last = holds;
    evaluator_free(evaluator);
  }
  assert_int_equal(changes, 1);
  assignment_free(assignment);
  exprs_free(exprs);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_halves),
                                     cmocka_unit_test(test_double_thresholds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
