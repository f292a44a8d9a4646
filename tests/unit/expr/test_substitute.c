/* Substitution against evaluation: an expression with inputs replaced by others has the
   value that it has when the inputs have the replacements' values. */
#include "expr/substitute.h"
#include "terms.h"

enum { INPUTS = 6, WIDTH = 20 };

static struct expr *grow(struct rig *rig, struct expr **pool, unsigned count) {
  struct exprs *exprs = rig->exprs;
  struct expr *a = pool[rig_below(rig, count)], *b = pool[rig_below(rig, count)];
  switch (rig_below(rig, 6)) {
  case 0: return expr_ite(exprs, expr_slt(exprs, a, b), a, expr_not(exprs, b));
  case 1: return expr_sext(exprs, expr_extract(exprs, a, 3, 9), WIDTH);
  case 2: return expr_concat(exprs, expr_extract(exprs, a, 0, 7), expr_extract(exprs, b, 2, 13));
  case 3: return expr_add(exprs, a, expr_const(exprs, WIDTH, rig_random(rig)));
  default: return expr_binary(exprs, EXPR_ADD + rig_below(rig, EXPR_ASHR - EXPR_ADD + 1), a, b);
  }
}

static void test_replacing_inputs(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed < 400; seed++) {
    struct rig rig;
    rig_open(&rig, seed);
    const struct expr_array *array = expr_new_array(rig.exprs, "in", WIDTH, 8, INPUTS, NULL);
    struct expr *pool[INPUTS + 30];
    for (unsigned k = 0; k < INPUTS; k++) pool[k] = expr_input(rig.exprs, array, k);
    for (unsigned k = INPUTS; k < INPUTS + 30; k++) pool[k] = grow(&rig, pool, k);
    struct assignment *before = assignment_new(), *after = assignment_new();
    struct substitution *substitution = substitution_new(rig.exprs);
    for (unsigned k = 0; k < INPUTS; k++)
      assignment_set(before, array->number, k, rig_random(&rig) & 0xfffff);
    struct evaluator *first = evaluator_new(rig.exprs, before);
    for (unsigned k = 0; k < INPUTS; k++) {
      struct expr *to = rig_below(&rig, 3) ? pool[rig_below(&rig, INPUTS + 30)] : pool[k];
      substitution_add(substitution, pool[k], to);
      assignment_set(after, array->number, k, evaluator_value(first, to));
    }
    struct evaluator *second = evaluator_new(rig.exprs, after);
    for (unsigned k = 0; k < INPUTS + 30; k++) {
      struct expr *replaced = substitution_apply(substitution, pool[k]);
      assert_int_equal(evaluator_value(first, replaced), evaluator_value(second, pool[k]));
    }
    evaluator_free(first);
    evaluator_free(second);
    assignment_free(before);
    assignment_free(after);
    substitution_free(substitution);
    rig_close(&rig);
  }
}

static void test_replacing_parts(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "in", 8, 64, 4, NULL);
  struct expr *x = expr_input(exprs, array, 0), *y = expr_input(exprs, array, 1);
  struct expr *product = expr_mul(exprs, x, y), *sum = expr_add(exprs, product, x);
  struct substitution *substitution = substitution_new(exprs);
  substitution_add(substitution, product, expr_const(exprs, 8, 5));
  assert_ptr_equal(substitution_apply(substitution, sum),
                   expr_add(exprs, x, expr_const(exprs, 8, 5)));
  assert_ptr_equal(substitution_apply(substitution, y), y);
  substitution_free(substitution);
  /* Arrays, too. */
  struct expr *index = expr_zext(exprs, y, 64), *memory = expr_array_value(exprs, array);
  struct expr *read = expr_read(exprs, memory, index);
  substitution = substitution_new(exprs);
  substitution_add(substitution, y, expr_const(exprs, 8, 3));
  assert_ptr_equal(substitution_apply(substitution, read), expr_input(exprs, array, 3));
  substitution_free(substitution);
  substitution = substitution_new(exprs);
  substitution_add(substitution, memory, expr_store(exprs, memory, index, x));
  assert_ptr_equal(substitution_apply(substitution, read), x);
  substitution_free(substitution);
  exprs_free(exprs);
}

/* The range from the children's own ranges holds for the node. */
static void test_range_apply(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed < 300; seed++) {
    struct rig rig;
    rig_open(&rig, seed);
    const struct expr_array *array = expr_new_array(rig.exprs, "in", WIDTH, 8, INPUTS, NULL);
    struct assignment *assignment = assignment_new();
    struct expr *pool[INPUTS + 40];
    for (unsigned k = 0; k < INPUTS; k++) {
      assignment_set(assignment, array->number, k, rig_random(&rig) & 0xfffff);
      pool[k] = expr_input(rig.exprs, array, k);
    }
    struct evaluator *evaluator = evaluator_new(rig.exprs, assignment);
    for (unsigned k = INPUTS; k < INPUTS + 40; k++) {
      struct expr *e = pool[k] = grow(&rig, pool, k);
      struct expr_range children[3];
      for (unsigned c = 0; c < expr_child_count(e); c++) {
        struct expr *child = expr_child(e, c);
        uint64_t value = evaluator_value(evaluator, child);
        /* as narrow as can be, or what is known */
        int64_t sign = (int64_t)(value << (64 - child->width)) >> (64 - child->width);
        uint64_t mask = (~(uint64_t)0) >> (64 - child->width);
        children[c] = rig_below(&rig, 2)
                          ? expr_range_of(child)
                          : (struct expr_range){~value & mask, value, value, value, sign, sign};
      }
      struct expr_range range = expr_range_apply(e, children);
      uint64_t value = evaluator_value(evaluator, e);
      assert_true(value >= range.umin && value <= range.umax);
      assert_true((value & range.zeros) == 0 && (~value & range.ones) == 0);
    }
    evaluator_free(evaluator);
    assignment_free(assignment);
    rig_close(&rig);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_replacing_inputs),
      cmocka_unit_test(test_replacing_parts),
      cmocka_unit_test(test_range_apply),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
