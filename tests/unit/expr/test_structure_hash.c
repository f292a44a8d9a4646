/* Structural hashes: the same for what is made again after a collection, others for others. */
#include "expr/structure_hash.h"

#include "util/alloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SHAPES = 24 };

struct making {
  struct exprs *exprs;
  const struct expr_array *inputs, *table;
  struct expr *shapes[SHAPES];
  unsigned count;
};

static void add(struct making *m, struct expr *e) { m->shapes[m->count++] = e; }

/* All different. Inputs are made in one order or the other, so that their ids change places. */
static void make(struct making *m, bool is_backward) {
  struct exprs *exprs = m->exprs;
  static const uint16_t numbers[] = {7, 1, 2, 9};
  m->table = expr_new_array(exprs, "table", 16, 64, 4, numbers);
  struct expr *in[4];
  for (unsigned i = 0; i < 4; i++) {
    unsigned k = is_backward ? 3 - i : i;
    in[k] = expr_input(exprs, m->inputs, k);
  }
  struct expr *x = expr_zext(exprs, in[0], 64), *y = expr_zext(exprs, in[1], 64);
  struct expr *product = expr_mul(exprs, x, y), *array = expr_array_value(exprs, m->inputs);
  struct expr *stored = expr_store(exprs, array, x, in[1]);
  m->count = 0;
  for (unsigned i = 0; i < 4; i++) add(m, in[i]);
  add(m, x);
  add(m, expr_sext(exprs, in[0], 64));
  add(m, expr_zext(exprs, in[0], 32));
  add(m, product);
  add(m, expr_extract(exprs, product, 8, 8));
  add(m, expr_extract(exprs, product, 9, 8));
  add(m, expr_extract(exprs, product, 8, 9));
  add(m, expr_udiv(exprs, x, y));
  add(m, expr_udiv(exprs, y, x));
  add(m, expr_ult(exprs, x, y));
  add(m, expr_ule(exprs, x, y));
  add(m, expr_eq(exprs, product, y));
  add(m, expr_ite(exprs, expr_ult(exprs, x, y), product, y));
  add(m, expr_ite(exprs, expr_ult(exprs, x, y), y, product));
  add(m, expr_const(exprs, 32, 5));
  add(m, expr_const(exprs, 64, 5));
  add(m, expr_read(exprs, expr_array_value(exprs, m->table), x));
  add(m, array);
  add(m, stored);
  add(m, expr_read(exprs, stored, y));
  assert_int_equal(m->count, SHAPES);
}

static void mark_nothing(struct exprs *exprs, void *context) { (void)exprs, (void)context; }

static void test_hashes_are_those_of_the_structure(void **state) {
  (void)state;
  struct making m = {.exprs = exprs_new()};
  struct structure_hashes hashes = {0};
  uint64_t first[SHAPES];
  m.inputs = expr_new_array(m.exprs, "in", 8, 64, 8, NULL);
  for (int round = 0; round < 3; round++) {
    make(&m, round % 2);
    for (unsigned i = 0; i < SHAPES; i++) {
      uint64_t hash = structure_hash(&hashes, m.exprs, m.shapes[i]);
      if (round == 0) first[i] = hash;
      assert_int_equal(hash, first[i]);
      for (unsigned k = 0; k < i; k++) assert_int_not_equal(first[k], first[i]);
    }
    uint32_t number = m.table->number;
    expr_collect(m.exprs, mark_nothing, NULL);
    assert_null(expr_find_array(m.exprs, number));
    if (round == 1) structure_hashes_clear(&hashes);
  }
  structure_hashes_free(&hashes);
  exprs_free(m.exprs);
}

static void test_deep_expressions_need_no_recursion(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  struct structure_hashes hashes = {0};
  const struct expr_array *inputs = expr_new_array(exprs, "in", 8, 64, 8, NULL);
  struct expr *array = expr_array_value(exprs, inputs);
  for (uint64_t i = 0; i < 200000; i++) {
    struct expr *index = expr_zext(exprs, expr_input(exprs, inputs, i % 7), 64);
    array = expr_store(exprs, array, expr_add(exprs, index, expr_const(exprs, 64, i)),
                       expr_const(exprs, 8, i));
  }
  assert_int_not_equal(structure_hash(&hashes, exprs, array),
                       structure_hash(&hashes, exprs, expr_child(array, 0)));
  structure_hashes_free(&hashes);
  exprs_free(exprs);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_hashes_are_those_of_the_structure),
                                     cmocka_unit_test(test_deep_expressions_need_no_recursion)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
