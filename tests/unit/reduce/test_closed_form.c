/* Closed forms of loops over 8-bit numbers that wrap around, against iterations one by one: all
   values of the variable that moves, for orders and strides of all kinds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expr/expr.h"
#include "reduce/loop_summary/validate.h"

#include <stdlib.h>

enum { I, N, SUM, SHIFTED, LAST, CELLS };

struct loop {
  struct exprs *exprs;
  struct names names;
  struct shape shape;
  struct loop_path path;
};

static struct expr *cell(const struct loop *loop, size_t number) {
  return loop->shape.cells.data[number].value;
}

static struct loop make_loop(int stride, unsigned kind, bool is_left) {
  struct loop loop = {.exprs = exprs_new()};
  struct exprs *exprs = loop.exprs;
  loop.names = (struct names){.exprs = exprs};
  for (size_t i = 0; i < CELLS; i++) {
    struct cell new = {.name = names_new(&loop.names, 8)};
    new.value = names_value(&loop.names, new.name);
    vec_push(&loop.shape.cells, new);
  }
  struct expr *i = cell(&loop, I), *n = cell(&loop, N);
  struct expr *x = is_left ? i : n, *y = is_left ? n : i;
  struct expr *conditions[] = {expr_ult(exprs, x, y), expr_ule(exprs, x, y), expr_slt(exprs, x, y),
                               expr_sle(exprs, x, y), expr_ne(exprs, x, y),  expr_eq(exprs, x, y)};
  vec_push(&loop.path.condition, conditions[kind]);
  struct expr *one = expr_const(exprs, 8, 1);
  struct expr *values[CELLS] = {
      [I] = expr_add(exprs, i, expr_const(exprs, 8, (uint64_t)stride)),
      [N] = n,
      [SUM] = expr_add(exprs, cell(&loop, SUM), expr_mul(exprs, i, expr_const(exprs, 8, 3))),
      [SHIFTED] = expr_lshr(exprs, cell(&loop, SHIFTED), one),
      [LAST] = expr_xor(exprs, i, n)};
  for (size_t k = 0; k < CELLS; k++) vec_push(&loop.path.values, values[k]);
  loop_path_analyse(exprs, &loop.shape, &loop.path);
  return loop;
}

static void free_loop(struct loop *loop) {
  loop_path_free(&loop->path);
  vec_free(&loop->shape.cells);
  names_free(&loop->names);
  exprs_free(loop->exprs);
}

static void check(int stride, unsigned kind, bool is_left) {
  static const uint8_t ends[] = {0, 100, 128, 255};
  struct loop loop = make_loop(stride, kind, is_left);
  assert_true(loop.path.is_summarised);
  assert_int_equal(loop.path.effects.data[SUM].kind, EFFECT_CURVE);
  assert_int_equal(loop.path.effects.data[SHIFTED].kind, EFFECT_SHIFT);
  for (unsigned i = 0; i < 256; i++)
    for (size_t n = 0; n < sizeof ends; n++) {
      expr_list now = {0};
      uint64_t values[CELLS] = {i, ends[n], i ^ 5, 201, 9};
      for (size_t k = 0; k < CELLS; k++) vec_push(&now, expr_const(loop.exprs, 8, values[k]));
      assert_true(validate_from(loop.exprs, &loop.names, &loop.shape, &loop.path, &now));
      vec_free(&now);
    }
  free_loop(&loop);
}

static void all_numbers(void **state) {
  static const int strides[] = {1, -1, 3, -90};
  (void)state;
  for (size_t i = 0; i < sizeof strides / sizeof *strides; i++)
    for (unsigned kind = 0; kind < 6; kind++) {
      check(strides[i], kind, true);
      check(strides[i], kind, false);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
