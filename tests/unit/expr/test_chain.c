/* Millions of nodes in one chain: made, evaluated, printed in part, collected, without
   recursion. The stack is cut to a size that recursion would not survive. */
#include "../effort.h"
#include "expr/print.h"
#include "expr/substitute.h"
#include "terms.h"
#include "util/buffer.h"

#include <sys/resource.h>

enum { LENGTH = 10000000 };

static struct expr *kept;

static void mark(struct exprs *exprs, void *context) {
  (void)context;
  expr_mark_root(exprs, kept);
}

static void test_long_chain(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "in", 8, 64, 100, NULL);
  struct assignment *assignment = assignment_new();
  for (uint64_t k = 0; k < 100; k++) assignment_set(assignment, array->number, k, k * 7 & 255);
  struct expr *chain = expr_zext(exprs, expr_input(exprs, array, 0), 32);
  uint32_t expected = 0;
  size_t length = (size_t)effort(LENGTH, 5);
  for (uint32_t k = 0; exprs_count(exprs) < length; k++) {
    struct expr *byte = expr_zext(exprs, expr_input(exprs, array, k % 100), 32);
    chain = expr_xor(exprs, expr_add(exprs, chain, byte), expr_const(exprs, 32, k & 255));
    expected = (expected + (k % 100 * 7 & 255)) ^ (k & 255);
  }
  assert_true(exprs_bytes(exprs) / exprs_count(exprs) < 100);
  struct evaluator *evaluator = evaluator_new(exprs, assignment);
  assert_int_equal(evaluator_value(evaluator, chain), expected);
  evaluator_free(evaluator);

  struct buffer text = {0};
  expr_print(exprs, chain, 100, &text);
  assert_true(text.length < 4000);
  assert_non_null(strstr(text.text, "..."));
  buffer_free(&text);

  size_t before = exprs_count(exprs);
  kept = chain;
  expr_collect(exprs, mark, NULL);
  assert_true(exprs_count(exprs) > before - 1000);
  kept = expr_input(exprs, array, 5);
  expr_collect(exprs, mark, NULL);
  assert_int_equal(exprs_count(exprs), 3);
  assignment_free(assignment);
  exprs_free(exprs);
}

/* The same for every operator that could recurse into its operands. */
static void test_long_chains_of_all_kinds(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "in", 32, 64, 100, NULL);
  const struct expr_array *memory = expr_new_array(exprs, "memory", 8, 32, 0, NULL);
  struct assignment *assignment = assignment_new();
  for (uint64_t k = 0; k < 100; k++) assignment_set(assignment, array->number, k, k * 77777777);
  struct expr *bytes = expr_array_value(exprs, memory), *condition = expr_const(exprs, 1, 0);
  struct expr *chain = expr_input(exprs, array, 0);
  for (uint32_t k = 0; k < 30000; k++) {
    struct expr *x = expr_input(exprs, array, k % 100);
    condition = expr_xor(exprs, condition, expr_ult(exprs, x, chain));
    chain = expr_ite(exprs, condition, expr_sub(exprs, chain, x), expr_or(exprs, chain, x));
    chain = expr_concat(exprs, expr_extract(exprs, chain, 7, 25), expr_extract(exprs, chain, 0, 7));
    chain = expr_lshr(exprs, expr_not(exprs, chain), expr_and(exprs, x, expr_const(exprs, 32, 3)));
    chain = expr_mul(exprs, chain, expr_const(exprs, 32, 3));
    bytes = expr_store(exprs, bytes, chain, expr_extract(exprs, chain, 3, 8));
  }
  struct expr *read = expr_read(exprs, bytes, expr_input(exprs, array, 3));
  struct expr *sum = expr_add(exprs, expr_zext(exprs, read, 32), chain);
  struct expr *equal = expr_eq(exprs, sum, expr_const(exprs, 32, 5));
  struct evaluator *evaluator = evaluator_new(exprs, assignment);
  uint64_t value = evaluator_value(evaluator, equal);
  evaluator_free(evaluator);

  struct buffer text = {0};
  expr_print_smt_query(exprs, &equal, 1, &text);
  assert_true(text.length > 100000);
  buffer_free(&text);

  /* Replacing every input by its value gives the value. */
  struct substitution *substitution = substitution_new(exprs);
  for (uint64_t k = 0; k < 100; k++)
    substitution_add(substitution, expr_input(exprs, array, k),
                     expr_const(exprs, 32, k * 77777777));
  struct expr *folded = substitution_apply(substitution, chain);
  assert_true(expr_is_const(folded));
  struct expr *all = substitution_apply(substitution, equal);
  substitution_free(substitution);
  evaluator = evaluator_new(exprs, assignment);
  assert_int_equal(evaluator_value(evaluator, all), value);
  evaluator_free(evaluator);
  assignment_free(assignment);
  exprs_free(exprs);
}

int main(void) {
  /* Takes effect for the stack's growth from here on. */
  struct rlimit limit = {.rlim_cur = 1 << 20, .rlim_max = RLIM_INFINITY};
  setrlimit(RLIMIT_STACK, &limit);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_long_chain),
      cmocka_unit_test(test_long_chains_of_all_kinds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
