/* The classes of operators, proven by trying all values: where flex_frees says that flexible
   operands make a result flexible, every value can be reached whatever the other operands are; and
   where it says that they do not, some value cannot. */
#include "expr/assignment.h"
#include "expr/expr.h"
#include "reduce/z_equivalence/flex_class.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { OPERANDS = 3 };

struct scene {
  struct exprs *exprs;
  const struct expr_array *array;
  struct evaluator *evaluator;
  struct assignment *values;
  unsigned claims;
};

/* Element i is an operand, of which `widths[i]` bits are used. */
static uint64_t value_of(struct scene *s, struct expr *e, uint64_t bits, const unsigned *widths) {
  for (unsigned i = 0; i < OPERANDS; i++) {
    assignment_set(s->values, s->array[i].number, 0, bits & ((1u << widths[i]) - 1));
    bits >>= widths[i];
  }
  evaluator_reset(s->evaluator, s->values);
  return evaluator_value(s->evaluator, e);
}

static uint64_t mask_of(const unsigned *widths, unsigned set) {
  uint64_t mask = 0;
  for (unsigned i = 0, at = 0; i < OPERANDS; at += widths[i++])
    if (set >> i & 1) mask |= (uint64_t)((1u << widths[i]) - 1) << at;
  return mask;
}

/* Whether every result can be reached by the flexible operands, whatever the others are. */
static bool is_onto(struct scene *s, struct expr *e, const unsigned *widths, unsigned flexible) {
  uint64_t all = mask_of(widths, 7), mask = mask_of(widths, flexible);
  for (uint64_t rest = 0; rest <= all; rest++) {
    if (rest & mask) continue;
    uint64_t reached = 0;
    for (uint64_t chosen = mask;; chosen = (chosen - 1) & mask) {
      reached |= (uint64_t)1 << value_of(s, e, rest | chosen, widths);
      if (chosen == 0) break;
    }
    if (reached != UINT64_MAX >> (64 - (1u << e->width))) return false;
  }
  return true;
}

/* Compares for all sets of flexible operands among those that are inputs. */
static void check(struct scene *s, struct expr *e, struct expr *const *operands,
                  const unsigned *widths) {
  unsigned count = expr_child_count(e), variable = 0;
  if (e->kind == EXPR_INPUT || count == 0) return;
  unsigned position[OPERANDS] = {0};
  for (unsigned i = 0; i < count; i++) {
    unsigned k = 0;
    while (k < OPERANDS && operands[k] != expr_child(e, i)) k++;
    if (k == OPERANDS) return; /* it was rewritten: its children are cases of their own */
    position[i] = k;
  }
  for (unsigned k = 0; k < OPERANDS; k++)
    if (operands[k] != NULL && operands[k]->kind == EXPR_INPUT) variable |= 1u << k;
  for (unsigned flexible = 1; flexible < 8; flexible++) {
    if ((flexible & variable) != flexible) continue;
    bool is_flexible[OPERANDS] = {false};
    unsigned used = 0;
    for (unsigned i = 0; i < count; i++) {
      is_flexible[i] = flexible >> position[i] & 1;
      used |= 1u << position[i];
    }
    if ((flexible & used) != flexible) continue;
    bool claimed = flex_frees(e, is_flexible);
    s->claims += claimed;
    bool is_accident = e->kind == EXPR_UDIV && e->width == 2; /* 2 / x is 3, 2, 1, 0 */
    if (claimed || !is_accident) assert_int_equal(claimed, is_onto(s, e, widths, flexible));
  }
}

static struct scene begin(const struct expr_array *arrays[], unsigned w0, unsigned w1,
                          unsigned w2) {
  struct scene s = {.exprs = exprs_new(), .values = assignment_new()};
  const unsigned widths[OPERANDS] = {w0, w1, w2};
  static struct expr_array copies[OPERANDS];
  for (unsigned i = 0; i < OPERANDS; i++) {
    arrays[i] = expr_new_array(s.exprs, "x", widths[i], 64, 1, NULL);
    copies[i] = *arrays[i];
  }
  s.array = copies;
  s.evaluator = evaluator_new(s.exprs, s.values);
  return s;
}

static void end(struct scene *s) {
  evaluator_free(s->evaluator);
  assignment_free(s->values);
  exprs_free(s->exprs);
}

/* An operand as an input (value < 0), or a constant. */
static struct expr *operand(struct scene *s, const struct expr_array *array, int value) {
  return value < 0 ? expr_input(s->exprs, array, 0)
                   : expr_const(s->exprs, array->element_width, (uint64_t)value);
}

static unsigned check_binary(enum expr_kind kind, unsigned width) {
  const struct expr_array *arrays[OPERANDS];
  struct scene s = begin(arrays, width, width, 1);
  const unsigned widths[OPERANDS] = {width, width, 1};
  for (int i = -1; i < 1 << width; i++)
    for (int k = -1; k < 1 << width; k++) {
      struct expr *operands[OPERANDS] = {operand(&s, arrays[0], i), operand(&s, arrays[1], k)};
      struct expr *e = kind == EXPR_CONCAT ? expr_concat(s.exprs, operands[0], operands[1])
                                           : expr_binary(s.exprs, kind, operands[0], operands[1]);
      if (e->kind == kind) check(&s, e, operands, widths);
    }
  unsigned claims = s.claims;
  end(&s);
  return claims;
}

static void binary_operators_are_classified_by_what_they_reach(void **state) {
  (void)state;
  for (int kind = EXPR_ADD; kind <= EXPR_SLE; kind++) {
    unsigned claims = 0;
    for (unsigned width = 1; width <= 4; width++)
      claims += check_binary((enum expr_kind)kind, width);
    assert_true(claims > 0);
  }
  assert_true(check_binary(EXPR_CONCAT, 2) > 0);
}

static void conditional_values_need_two_flexible_operands(void **state) {
  (void)state;
  const struct expr_array *arrays[OPERANDS];
  struct scene s = begin(arrays, 1, 2, 2);
  const unsigned widths[OPERANDS] = {1, 2, 2};
  for (int i = -1; i < 4; i++)
    for (int k = -1; k < 4; k++) {
      struct expr *operands[OPERANDS] = {operand(&s, arrays[0], -1), operand(&s, arrays[1], i),
                                         operand(&s, arrays[2], k)};
      struct expr *e = expr_ite(s.exprs, operands[0], operands[1], operands[2]);
      if (e->kind == EXPR_ITE) check(&s, e, operands, widths);
    }
  assert_int_equal(s.claims, 4 + 2 * 4); /* c+a, c+b, a+b, all; c+a or c+b next to a constant */
  end(&s);
}

static void unary_operators_keep_flexibility_unless_they_extend(void **state) {
  (void)state;
  const struct expr_array *arrays[OPERANDS];
  struct scene s = begin(arrays, 3, 1, 1);
  const unsigned widths[OPERANDS] = {3, 1, 1};
  struct expr *operands[OPERANDS] = {operand(&s, arrays[0], -1)};
  check(&s, expr_not(s.exprs, operands[0]), operands, widths);
  for (unsigned low = 0; low < 3; low++)
    check(&s, expr_extract(s.exprs, operands[0], low, 3 - low - (low == 0)), operands, widths);
  assert_int_equal(s.claims, 4);
  check(&s, expr_zext(s.exprs, operands[0], 5), operands, widths);
  check(&s, expr_sext(s.exprs, operands[0], 5), operands, widths);
  assert_int_equal(s.claims, 4);
  end(&s);
}

/* The other operand is no constant, but is known never to be extreme. */
static void comparisons_with_what_is_never_extreme_are_flexible(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "x", 4, 64, 2, NULL);
  struct expr *x = expr_input(exprs, array, 0);
  struct expr *y = expr_zext(exprs, expr_extract(exprs, expr_input(exprs, array, 1), 0, 2), 4);
  struct expr *above = expr_add(exprs, y, expr_const(exprs, 4, 1)); /* 1 to 4 */
  bool is_left[OPERANDS] = {true}, is_right[OPERANDS] = {false, true};
  assert_true(flex_frees(expr_ult(exprs, x, above), is_left));
  assert_false(flex_frees(expr_ult(exprs, x, y), is_left)); /* y may be 0 */
  assert_true(flex_frees(expr_ult(exprs, y, x), is_right));
  assert_true(flex_frees(expr_slt(exprs, x, y), is_left));
  exprs_free(exprs);
}

/* The engine tells a[i] from other numbers. */
static void sums_with_addresses_are_not_flexible(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "x", 64, 64, 1, NULL);
  struct expr *x = expr_input(exprs, array, 0);
  bool is_flexible[OPERANDS] = {true};
  assert_true(flex_frees(expr_add(exprs, x, expr_const(exprs, 64, 4096)), is_flexible));
  assert_true(flex_frees(expr_add(exprs, x, expr_const(exprs, 64, (uint64_t)-8)), is_flexible));
  assert_false(flex_frees(expr_add(exprs, x, expr_const(exprs, 64, 0x100000000040)), is_flexible));
  exprs_free(exprs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(binary_operators_are_classified_by_what_they_reach),
      cmocka_unit_test(conditional_values_need_two_flexible_operands),
      cmocka_unit_test(unary_operators_keep_flexibility_unless_they_extend),
      cmocka_unit_test(sums_with_addresses_are_not_flexible),
      cmocka_unit_test(comparisons_with_what_is_never_extreme_are_flexible),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
