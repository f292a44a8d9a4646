/* What threaded code computes, to the bit and for NaNs too, is what expressions mean: the handlers
   of floating-point operations against softfloat.h, under every rounding mode. Otherwise a path
   would depend on which of its values are symbolic. */
#include "../effort.h"
#include "../expr/host_float.h"
#include "exec/fast/fast.h"
#include "exec/machine.h"
#include "exec/run.h"
#include "ir/ir.h"
#include "util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { RANDOM = 400000, PARTS = 20, SLOT_A = 0, SLOT_B = 2, SLOT_C = 4, SLOT_OUT = 6, SLOTS = 8 };
static const unsigned widths[] = {16, 32, 64, 80};

struct bench {
  struct machine *machine;
  struct state state;
  struct random_source source;
  uint64_t slots[SLOTS];
};

static uint64_t draw(void *source) { return random_draw(source); }

static float_bits pick(struct bench *bench, unsigned width, unsigned slot) {
  float_bits value = host_pick(width, draw, &bench->source);
  /* The C library and the compiler's take liberties with x87 numbers that no operation makes. */
  while (width == 80 && ((value >> 64 & 0x7fff) != 0) != ((value >> 63 & 1) != 0))
    value = host_pick(width, draw, &bench->source);
  bench->slots[slot] = (uint64_t)value;
  bench->slots[slot + 1] = (uint64_t)(value >> 64);
  return value;
}

static float_bits run(struct bench *bench, struct op op, unsigned width) {
  struct op ops[2] = {op, {.run = fast_stop}};
  bench->slots[SLOT_OUT] = bench->slots[SLOT_OUT + 1] = 0;
  fast_run(ops, bench->slots, bench->machine, 1000);
  float_bits result = bench->slots[SLOT_OUT];
  return width > 64 ? result | (float_bits)bench->slots[SLOT_OUT + 1] << 64 : result;
}

static void compare(const struct bench *bench, unsigned op, unsigned width, float_bits expected,
                    float_bits got) {
  if (expected == got) return;
  fprintf(stderr, "%s to %u bits, rounding %u: ", ir_opcode_names[op], width,
          bench->state.rounding);
  for (unsigned k = 0; k < SLOT_OUT; k++)
    fprintf(stderr, "%016llx ", (unsigned long long)bench->slots[k]);
  fprintf(stderr, "\nexpected %016llx%016llx got %016llx%016llx\n",
          (unsigned long long)(expected >> 64), (unsigned long long)expected,
          (unsigned long long)(got >> 64), (unsigned long long)got);
  fail_msg("threaded code and expressions differ");
}

static void open_bench(struct bench *bench, uint64_t seed) {
  *bench = (struct bench){.source = random_source_new(seed, 0)};
  bench->machine = alloc_zeroed(sizeof *bench->machine);
  bench->machine->state = &bench->state;
}

static void set_mode(struct bench *bench) {
  bench->state.rounding = (uint8_t)random_draw_below(&bench->source, 4);
}

static float_bits expected_of(unsigned op, unsigned width, unsigned rounding, float_bits a,
                              float_bits b, float_bits c) {
  switch (op) {
  case IR_FADD: return float_add(width, rounding, a, b);
  case IR_FSUB: return float_sub(width, rounding, a, b);
  case IR_FMUL: return float_mul(width, rounding, a, b);
  case IR_FDIV: return float_div(width, rounding, a, b);
  case IR_FREM: return float_rem(width, a, b);
  case IR_FMA: return float_fma(width, rounding, a, b, c);
  case IR_FSQRT: return float_sqrt(width, rounding, a);
  case IR_FFLOOR: return float_to_integral(width, FLOAT_DOWN, a);
  case IR_FCEIL: return float_to_integral(width, FLOAT_UP, a);
  case IR_FTRUNC: return float_to_integral(width, FLOAT_TO_ZERO, a);
  case IR_FRINT: return float_to_integral(width, rounding, a);
  case IR_FROUND: return float_to_integral(width, FLOAT_NEAREST_AWAY, a);
  default: return float_to_integral(width, FLOAT_NEAREST, a);
  }
}

static void test_arithmetic(void **state) {
  (void)state;
  static const unsigned ops[] = {IR_FADD,  IR_FSUB,   IR_FMUL,      IR_FDIV,  IR_FREM,
                                 IR_FMA,   IR_FSQRT,  IR_FFLOOR,    IR_FCEIL, IR_FTRUNC,
                                 IR_FRINT, IR_FROUND, IR_FROUNDEVEN};
  struct bench bench;
  open_bench(&bench, 1);
  for (unsigned k = 0; k < sizeof ops / sizeof *ops; k++)
    for (unsigned w = 0; w < 4; w++)
      for (int round = 0; round < effort(RANDOM, PARTS); round++) {
        unsigned width = widths[w];
        float_bits a = pick(&bench, width, SLOT_A), b = pick(&bench, width, SLOT_B);
        float_bits c = pick(&bench, width, SLOT_C);
        set_mode(&bench);
        struct op op = {.run = fast_float_ops[ops[k]][fast_float_of(width)],
                        .dst = SLOT_OUT,
                        .a = SLOT_A,
                        .b = SLOT_B,
                        .c = SLOT_C};
        compare(&bench, ops[k], width, expected_of(ops[k], width, bench.state.rounding, a, b, c),
                run(&bench, op, width));
      }
  free(bench.machine);
}

static void test_conversions(void **state) {
  (void)state;
  struct bench bench;
  open_bench(&bench, 2);
  for (unsigned w = 0; w < 16; w++)
    for (int round = 0; round < effort(RANDOM, PARTS) && w / 4 != w % 4; round++) {
      unsigned from = widths[w / 4], to = widths[w % 4];
      float_bits a = pick(&bench, from, SLOT_A);
      set_mode(&bench);
      struct op op = {.run = fast_find_float_convert(IR_FCONV, from, to),
                      .dst = SLOT_OUT,
                      .a = SLOT_A,
                      .b = from,
                      .c = to,
                      .imm = IR_FCONV};
      compare(&bench, IR_FCONV, to, float_convert(from, to, bench.state.rounding, a),
              run(&bench, op, to));
    }
  free(bench.machine);
}

/* Both ways; only numbers in range, since beyond a program has no meaning. */
static void test_integers(void **state) {
  (void)state;
  static const unsigned integers[] = {8, 16, 32, 64};
  struct bench bench;
  open_bench(&bench, 3);
  for (unsigned w = 0; w < 4; w++)
    for (int round = 0; round < effort(RANDOM, PARTS); round++) {
      unsigned width = widths[w], bits = integers[random_draw_below(&bench.source, 4)];
      set_mode(&bench);
      float_bits a = pick(&bench, width, SLOT_A);
      uint64_t wide[2], mask = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
      float_to_signed(width, 128, FLOAT_TO_ZERO, a, wide);
      __int128 whole = (__int128)((float_bits)wide[1] << 64 | wide[0]), one = 1;
      struct op op = {.dst = SLOT_OUT, .a = SLOT_A, .b = width, .c = bits, .imm = IR_FPTOSI};
      op.run = fast_find_float_convert(IR_FPTOSI, width, bits);
      if (whole >= -(one << (bits - 1)) && whole < one << (bits - 1))
        compare(&bench, IR_FPTOSI, bits, (uint64_t)whole & mask, run(&bench, op, bits));
      op.imm = IR_FPTOUI;
      op.run = fast_find_float_convert(IR_FPTOUI, width, bits);
      if (whole >= 0 && whole < one << bits)
        compare(&bench, IR_FPTOUI, bits, (uint64_t)whole & mask, run(&bench, op, bits));
      uint64_t number = random_draw(&bench.source) >> random_draw_below(&bench.source, 64);
      bench.slots[SLOT_A] = number &= mask;
      for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
        unsigned kind = is_signed ? IR_SITOFP : IR_UITOFP, rounding = bench.state.rounding;
        uint64_t extended[2] = {number, 0};
        if (is_signed && number >> (bits - 1)) extended[0] |= ~mask, extended[1] = UINT64_MAX;
        op = (struct op){.dst = SLOT_OUT, .a = SLOT_A, .b = bits, .c = width, .imm = kind};
        op.run = fast_find_float_convert(kind, bits, width);
        float_bits expected = float_from_signed(128, width == 16 ? 32 : width, rounding, extended);
        if (width == 16) expected = float_convert(32, 16, rounding, expected);
        compare(&bench, kind, width, expected, run(&bench, op, width));
      }
    }
  free(bench.machine);
}

static void test_comparisons(void **state) {
  (void)state;
  struct bench bench;
  open_bench(&bench, 4);
  for (unsigned w = 0; w < 4; w++)
    for (int round = 0; round < effort(RANDOM, PARTS); round++) {
      unsigned width = widths[w], predicate = (unsigned)random_draw_below(&bench.source, 16);
      float_bits a = pick(&bench, width, SLOT_A), b = pick(&bench, width, SLOT_B);
      unsigned relation = float_less(width, a, b)    ? IR_FCMP_LESS
                          : float_less(width, b, a)  ? IR_FCMP_GREATER
                          : float_equal(width, a, b) ? IR_FCMP_EQUAL
                                                     : IR_FCMP_UNORDERED;
      struct op op = {.run = fast_float_ops[IR_FCMP][fast_float_of(width)],
                      .dst = SLOT_OUT,
                      .a = SLOT_A,
                      .b = SLOT_B,
                      .c = predicate};
      compare(&bench, IR_FCMP, 1, (relation & predicate) != 0, run(&bench, op, 1));
    }
  free(bench.machine);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_conversions),
      cmocka_unit_test(test_integers), cmocka_unit_test(test_comparisons)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
