/* Ranges of floating-point results: whatever lies in the operands' ranges has its result in the
   range of the result. Halves mostly, where samples are dense. Ranges that say something must come
   out now and then, or nothing would be tested. */
#include "../effort.h"
#include "expr/range_float.h"
#include "host_float.h"

#include "expr/float_value.h"
#include "expr/range.h"
#include "expr/substitute.h"
#include "util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { ROUNDS = 40000, PARTS = 10, SAMPLES_EACH = 60 };

static uint64_t draw(void *source) { return random_draw(source); }
static unsigned below(struct random_source *source, unsigned limit) {
  return (unsigned)random_draw_below(source, limit);
}

static bool has(unsigned width, const struct expr_range *range, uint64_t value) {
  int64_t as_signed = value_signed(width, value);
  return (value & range->zeros) == 0 && (~value & range->ones) == 0 && value >= range->umin &&
         value <= range->umax && as_signed >= range->smin && as_signed <= range->smax;
}

static uint64_t number(struct random_source *source, unsigned width, bool is_float) {
  if (is_float) return (uint64_t)host_pick(width, draw, source);
  return (uint64_t)((int64_t)random_draw(source) >> (64 - width + below(source, width))) &
         value_mask(width);
}

/* Numbers between two, as unsigned or as signed integers, or both; never quite all. */
static struct expr_range pick_range(struct random_source *source, unsigned width, bool is_float) {
  struct expr_range range = range_full(width);
  uint64_t a = number(source, width, is_float), b = number(source, width, is_float);
  unsigned kind = below(source, 4);
  if (kind == 0) return range_single(width, a);
  if (kind == 1 || kind == 3) {
    range.umin = a < b ? a : b;
    range.umax = a < b ? b : a;
    if (kind == 3) range.umin = 0;
  }
  if (kind == 2 || kind == 3) {
    int64_t x = value_signed(width, a), y = value_signed(width, b);
    range.smin = kind == 3 ? least_signed(width) : x < y ? x : y;
    range.smax = x < y ? y : x;
  }
  return expr_range_refine(width, range);
}

static bool pick_value(struct random_source *source, unsigned width, bool is_float,
                       const struct expr_range *range, uint64_t *value) {
  for (unsigned attempt = 0; attempt < 20; attempt++) {
    uint64_t candidates[] = {number(source, width, is_float), range->umin + below(source, 3),
                             range->umax - below(source, 3),
                             (uint64_t)range->smin & value_mask(width),
                             (uint64_t)range->smax & value_mask(width)};
    *value = candidates[below(source, 5)] & value_mask(width);
    if (has(width, range, *value)) return true;
  }
  return false;
}

static void check_one(struct random_source *source, unsigned *telling) {
  static const unsigned formats[] = {16, 16, 32, 64};
  enum expr_kind kind = EXPR_FADD + below(source, EXPR_FLE - EXPR_FADD + 1);
  if (kind == EXPR_FMA) return;
  bool is_rounded = kind != EXPR_FREM && kind < EXPR_FEQ, is_integer = kind == EXPR_SITOF;
  unsigned operand = formats[below(source, 4)], width = operand;
  if (kind == EXPR_FCONV) width = formats[below(source, 4)];
  if (kind == EXPR_FCONV && width == operand) return;
  if (kind == EXPR_FTOSI) width = 1 + below(source, 64);
  if (is_integer) operand = 1 + below(source, 64);
  if (kind >= EXPR_FEQ) width = 1;
  unsigned count = expr_kind_children[kind];
  struct exprs *exprs = exprs_new();
  struct expr *children[3];
  struct expr_range ranges[3];
  for (unsigned k = 0; k < count; k++) {
    bool is_mode = is_rounded && k == 0;
    unsigned bits = is_mode ? FLOAT_ROUNDING_BITS : operand;
    children[k] = expr_input(exprs, expr_new_array(exprs, "x", bits, 8, 1, NULL), 0);
    ranges[k] = pick_range(source, bits, !is_mode && !is_integer);
    if (is_mode && below(source, 4)) ranges[k] = range_single(bits, below(source, 5));
  }
  bool is_same = count == 3 && below(source, 4) == 0;
  if (is_same) children[2] = children[1], ranges[2] = ranges[1];
  struct expr_range result = range_float_kind(kind, width, children, ranges);
  *telling += !range_is_full(width, &result);
  for (unsigned sample = 0; sample < SAMPLES_EACH; sample++) {
    uint64_t values[3], out[1];
    const uint64_t *words[] = {&values[0], &values[1], &values[2]};
    bool is_good = true;
    for (unsigned k = 0; k < count; k++)
      is_good =
          is_good && pick_value(source, children[k]->width, !(is_rounded && k == 0) && !is_integer,
                                &ranges[k], &values[k]);
    if (!is_good) continue;
    if (is_same) values[2] = values[1];
    float_value(kind, width, operand, words, out);
    if (!has(width, &result, out[0]))
      fail_msg("kind %u, %u to %u bits: %llx %llx %llx gives %llx", kind, operand, width,
               (unsigned long long)values[0], (unsigned long long)values[1],
               (unsigned long long)values[2], (unsigned long long)out[0]);
  }
  exprs_free(exprs);
}

static void test_results_are_in_range(void **state) {
  (void)state;
  struct random_source source = random_source_new(1, 0);
  unsigned telling = 0, rounds = (unsigned)effort(ROUNDS, PARTS);
  for (unsigned k = 0; k < rounds; k++) check_one(&source, &telling);
  assert_true(telling > rounds / 5);
}

/* 1 <= x <= 100 bounds x * x and x / x. */
static void test_an_interval_goes_through(void **state) {
  (void)state;
  struct exprs *exprs = exprs_new();
  const struct expr_array *array = expr_new_array(exprs, "x", 32, 8, 1, NULL);
  struct expr *x = expr_input(exprs, array, 0), *mode = expr_const(exprs, FLOAT_ROUNDING_BITS, 0);
  struct expr *children[] = {mode, x, x};
  struct expr_range one = range_full(32), range;
  one.umin = 0x3f800000; /* 1 */
  one.umax = 0x42c80000; /* 100 */
  struct expr_range ranges[] = {range_single(FLOAT_ROUNDING_BITS, 0), one, one};
  range = range_float_kind(EXPR_FMUL, 32, children, ranges);
  assert_int_equal(range.umin, 0x3f800000);
  assert_int_equal(range.umax, 0x461c4000); /* 10000 */
  range = range_float_kind(EXPR_FDIV, 32, children, ranges);
  assert_int_equal(range.umin, 0x3c23d70a); /* 0.01 */
  assert_int_equal(range.umax, 0x42c80000);
  exprs_free(exprs);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_results_are_in_range),
                                     cmocka_unit_test(test_an_interval_goes_through)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
