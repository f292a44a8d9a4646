/* Our own floating-point arithmetic against the processor's: every operation, format and rounding
   mode on corner values and random ones; half precision on all operands of unary operations. */
#include "../effort.h"
#include "host_float.h"
#include "util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { WIDTHS = 4, MODES = 4, RANDOM = 1000000, PARTS = 50 };
static const unsigned widths[WIDTHS] = {16, 32, 64, 80};
static const char *const names[HOST_OPERATIONS] = {"add", "sub", "mul",  "div",
                                                   "rem", "fma", "sqrt", "rint"};

static uint64_t draw(void *source) { return random_draw(source); }

static void print_bits(const char *name, float_bits a) {
  fprintf(stderr, " %s=%04llx%016llx", name, (unsigned long long)(a >> 64), (unsigned long long)a);
}

static void complain(const char *what, unsigned width, unsigned rounding, float_bits a,
                     float_bits b, float_bits c, float_bits expected, float_bits got) {
  fprintf(stderr, "%s width %u rounding %u", what, width, rounding);
  print_bits("a", a);
  print_bits("b", b);
  print_bits("c", c);
  print_bits("expected", expected);
  print_bits("got", got);
  fprintf(stderr, "\n");
  fail_msg("%s", what);
}

/* The C library composes the fused operation of x87 numbers from others, and what comes of operands
   with a wrong leading bit depends on their order. */
static bool is_regular(unsigned width, float_bits a) {
  return width != 80 || ((a >> 64 & 0x7fff) != 0) == ((a >> 63 & 1) != 0);
}

static void check(enum host_operation operation, unsigned width, unsigned rounding, float_bits a,
                  float_bits b, float_bits c) {
  bool are_regular = is_regular(width, a) && is_regular(width, b) && is_regular(width, c);
  if (operation == HOST_FMA && !are_regular) return;
  float_bits expected = host_run(operation, width, rounding, a, b, c);
  float_bits got = soft_run(operation, width, rounding, a, b, c);
  if (got != expected) complain(names[operation], width, rounding, a, b, c, expected, got);
}

static void test_operations(void **state) {
  (void)state;
  struct random_source source = random_source_new(1, 0);
  for (unsigned operation = 0; operation < HOST_OPERATIONS; operation++)
    for (unsigned w = 0; w < WIDTHS; w++)
      for (int k = 0; k < effort(RANDOM, PARTS); k++) {
        float_bits a = host_pick(widths[w], draw, &source), b = host_pick(widths[w], draw, &source);
        float_bits c = host_pick(widths[w], draw, &source);
        check(operation, widths[w], (unsigned)random_draw_below(&source, MODES), a, b, c);
      }
}

static void test_half_exhaustively(void **state) {
  (void)state;
  for (unsigned rounding = 0; rounding < MODES; rounding++)
    for (unsigned a = 0; a <= UINT16_MAX; a++) {
      check(HOST_SQRT, 16, rounding, a, 0, 0);
      check(HOST_RINT, 16, rounding, a, 0, 0);
    }
}

static void test_half_pairs(void **state) {
  (void)state;
  unsigned step = getenv("LONG") ? 7 : 97;
  for (unsigned operation = HOST_ADD; operation <= HOST_REM; operation++)
    for (unsigned a = 0, b = 0; a <= UINT16_MAX; a += step)
      for (b = (b + 1) % step; b <= UINT16_MAX; b += step * 3)
        check(operation, 16, (a + b) % MODES, a, b, 0);
}

static void test_comparisons(void **state) {
  (void)state;
  struct random_source source = random_source_new(2, 0);
  for (unsigned w = 0; w < WIDTHS; w++)
    for (int k = 0; k < effort(RANDOM, PARTS); k++) {
      unsigned width = widths[w];
      float_bits a = host_pick(width, draw, &source), b = host_pick(width, draw, &source);
      if (k % 4 == 0) b = a;
      if (k % 8 == 0) b = a ^ (float_bits)1 << (width - 1);
      int order = host_compare(width, a, b);
      int got = float_less(width, a, b)    ? -1
                : float_less(width, b, a)  ? 1
                : float_equal(width, a, b) ? 0
                                           : 2;
      if (order != got || float_less_equal(width, a, b) != (order <= 0))
        complain("compare", width, 0, a, b, 0, (unsigned)order, (unsigned)got);
    }
}

static void test_conversions(void **state) {
  (void)state;
  struct random_source source = random_source_new(3, 0);
  for (unsigned w = 0; w < WIDTHS * WIDTHS; w++)
    for (int k = 0; k < effort(RANDOM, PARTS); k++) {
      unsigned from = widths[w / WIDTHS], to = widths[w % WIDTHS];
      if (from == to) continue;
      unsigned rounding = (unsigned)random_draw_below(&source, MODES);
      float_bits a = host_pick(from, draw, &source);
      /* The compiler's library does this one, and ignores the leading bit that x87 stores. */
      if (to == 16 && !is_regular(from, a)) continue;
      float_bits expected = host_convert(from, to, rounding, a);
      float_bits got = float_convert(from, to, rounding, a);
      if (got != expected) complain("convert", from * 1000 + to, rounding, a, 0, 0, expected, got);
    }
}

static void test_integers(void **state) {
  (void)state;
  struct random_source source = random_source_new(4, 0);
  for (unsigned w = 0; w < WIDTHS; w++)
    for (int k = 0; k < effort(RANDOM, PARTS); k++) {
      unsigned width = widths[w], rounding = (unsigned)random_draw_below(&source, MODES);
      float_bits a = host_pick(width, draw, &source);
      unsigned to = width == 80 || k % 2 ? 64 : 32;
      uint64_t got = 0, expected = host_to_signed(width, to, rounding, a);
      float_to_signed(width, to, rounding, a, &got);
      if (got != expected) complain("to signed", width, rounding, a, to, 0, expected, got);
      uint64_t value = random_draw(&source);
      value = (uint64_t)((int64_t)value >> random_draw_below(&source, 64));
      if (width == 16) value = (uint64_t)((int64_t)(value << 40) >> 40);
      float_bits exact = host_from_signed(width, rounding, (int64_t)value);
      float_bits ours = float_from_signed(64, width, rounding, &value);
      if (ours != exact) complain("from signed", width, rounding, value, 0, 0, exact, ours);
    }
}

/* Ties away from zero is no mode of the processor, but round() is the same on integers, and a
   double has room for every sum of two floats whose exponents are near. */
static void test_ties_away(void **state) {
  (void)state;
  struct random_source source = random_source_new(5, 0);
  for (int k = 0; k < effort(RANDOM, PARTS); k++) {
    float_bits a = host_pick(64, draw, &source);
    float_bits expected = host_bits_f64(round(host_get_f64(a)));
    float_bits got = float_to_integral(64, FLOAT_NEAREST_AWAY, a);
    if (got != expected && !float_is_nan(&(struct float_format){64, 11, 53, 52, 1023}, a))
      complain("round", 64, FLOAT_NEAREST_AWAY, a, 0, 0, expected, got);
  }
  /* 1 + half of its last bit */
  assert_true(float_add(32, FLOAT_NEAREST, 0x3f800000, 0x33800000) == 0x3f800000);
  assert_true(float_add(32, FLOAT_NEAREST_AWAY, 0x3f800000, 0x33800000) == 0x3f800001);
  assert_true(float_sub(32, FLOAT_NEAREST_AWAY, 0xbf800000, 0x33800000) == 0xbf800001);
}

/* Integers wider than what the processor converts. */
static void test_wide_integers(void **state) {
  (void)state;
  uint64_t words[16] = {0}, back[16];
  words[15] = 1; /* 2^960 */
  assert_true(float_from_signed(1024, 64, FLOAT_NEAREST, words) == (float_bits)(1023 + 960) << 52);
  words[0] = 1;
  assert_true(float_from_signed(1024, 64, FLOAT_UP, words) == ((float_bits)(1023 + 960) << 52 | 1));
  float_to_signed(64, 1024, FLOAT_NEAREST, (float_bits)(1023 + 960) << 52, back);
  words[0] = 0;
  assert_memory_equal(words, back, sizeof words);
  float_to_signed(64, 65, FLOAT_NEAREST, (float_bits)0xc3f0000000000000, back); /* -2^64 */
  assert_true(back[0] == 0 && back[1] == 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_operations),  cmocka_unit_test(test_half_exhaustively),
      cmocka_unit_test(test_half_pairs),  cmocka_unit_test(test_comparisons),
      cmocka_unit_test(test_conversions), cmocka_unit_test(test_integers),
      cmocka_unit_test(test_ties_away),   cmocka_unit_test(test_wide_integers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
