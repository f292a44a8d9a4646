/* The circuits of floating-point operations against softfloat.h: made once for symbolic operands
   and then simulated, 64 operands at a time. Every kind, format and rounding mode; half precision
   on all operands of unary operations. */
#include "../effort.h"
#include "../expr/float_input.h"
#include "../expr/host_float.h"
#include "expr/expr.h"
#include "expr/float_value.h"
#include "solver/blast_float.h"
#include "util/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { LANES = 64, WORDS = 16, RANDOM = 1 << 20 };

struct operand {
  unsigned width;
  bool is_float;
  gate_lit *lits;
};

struct circuit {
  struct gates gates;
  struct exprs *exprs;
  struct expr *node;
  unsigned count;
  struct operand operands[3];
  gate_lit *out;
  uint64_t *values; /* of the gates, a bit per lane */
};

static gate_lit *free_lits(struct gates *gates, unsigned width) {
  gate_lit *lits = alloc_bytes(width * sizeof *lits);
  for (unsigned i = 0; i < width; i++) lits[i] = gate_free(gates, 0, 0, 0);
  return lits;
}

/* `rounding` beyond the modes: symbolic. */
static struct circuit make(enum expr_kind kind, unsigned width, unsigned operand,
                           unsigned rounding) {
  struct circuit circuit = {.exprs = exprs_new()};
  struct expr *children[3];
  bool is_rounded = kind != EXPR_FREM && kind < EXPR_FEQ;
  circuit.count = kind == EXPR_FMA || kind <= EXPR_FDIV ? 3 : 2;
  gates_init(&circuit.gates);
  for (unsigned k = 0; k < circuit.count; k++) {
    bool is_mode = k == 0 && is_rounded;
    unsigned bits = is_mode ? FLOAT_ROUNDING_BITS : k == 2 ? width : operand;
    children[k] = float_input(circuit.exprs, bits);
    circuit.operands[k] = (struct operand){.width = bits, .is_float = !is_mode};
    circuit.operands[k].lits = free_lits(&circuit.gates, bits);
    for (unsigned i = 0; is_mode && rounding < 8 && i < bits; i++)
      circuit.operands[k].lits[i] = rounding >> i & 1 ? GATE_TRUE : GATE_FALSE;
  }
  circuit.node = expr_float(circuit.exprs, kind, width, children);
  assert_int_equal(circuit.node->kind, kind);
  const gate_lit *lits[] = {circuit.operands[0].lits, circuit.operands[1].lits,
                            circuit.operands[2].lits};
  circuit.out = alloc_bytes(width * sizeof *circuit.out);
  blast_float(&circuit.gates, circuit.node, lits, circuit.out);
  circuit.values = alloc_zeroed(circuit.gates.list.count * sizeof *circuit.values);
  return circuit;
}

static void release(struct circuit *circuit) {
  for (unsigned k = 0; k < circuit->count; k++) free(circuit->operands[k].lits);
  free(circuit->out);
  free(circuit->values);
  gates_free(&circuit->gates);
  exprs_free(circuit->exprs);
}

static uint64_t lit_value(const struct circuit *circuit, gate_lit lit) {
  uint64_t value = circuit->values[gate_of(lit)];
  return gate_is_negated(lit) ? ~value : value;
}

static void simulate(struct circuit *circuit) {
  for (uint32_t k = 1; k < circuit->gates.list.count; k++) {
    const struct gate *gate = &circuit->gates.list.data[k];
    if (gate->kind == GATE_FREE) continue;
    uint64_t a = lit_value(circuit, gate->a), b = lit_value(circuit, gate->b);
    uint64_t c = gate->kind >= GATE_MUX ? lit_value(circuit, gate->c) : 0;
    circuit->values[k] = gate->kind == GATE_AND   ? a & b
                         : gate->kind == GATE_XOR ? a ^ b
                         : gate->kind == GATE_MUX ? (a & b) | (~a & c)
                         : gate->kind == GATE_SUM ? a ^ b ^ c
                                                  : (a & b) | (a & c) | (b & c);
  }
}

static uint64_t draw(void *source) { return random_draw(source); }

static void set(uint64_t *words, unsigned low, unsigned width, float_bits value) {
  for (unsigned i = 0; i < width; i++)
    words[(low + i) / 64] |= (uint64_t)(value >> i & 1) << ((low + i) % 64);
}

static void pick(const struct circuit *circuit, unsigned k, struct random_source *source,
                 uint64_t *words) {
  const struct operand *operand = &circuit->operands[k];
  memset(words, 0, WORDS * sizeof *words);
  if (!operand->is_float) {
    words[0] = random_draw_below(source, 5);
    if (gate_is_const(operand->lits[0]))
      for (unsigned i = words[0] = 0; i < operand->width; i++)
        words[0] |= (uint64_t)(operand->lits[i] == GATE_TRUE) << i;
  } else if (circuit->node->kind == EXPR_SITOF) {
    unsigned bits = 1 + (unsigned)random_draw_below(source, operand->width);
    for (unsigned i = 0; i < bits; i++) words[i / 64] |= (random_draw(source) & 1) << (i % 64);
    for (unsigned i = bits; i < operand->width; i++)
      words[i / 64] |= (words[(bits - 1) / 64] >> ((bits - 1) % 64) & 1) << (i % 64);
  } else if (circuit->node->kind == EXPR_FMA && k == 1) {
    unsigned width = operand->width / 2;
    set(words, 0, width, host_pick(width, draw, source));
    set(words, width, width, host_pick(width, draw, source));
  } else {
    set(words, 0, operand->width, host_pick(operand->width, draw, source));
  }
}

static void check_lanes(struct circuit *circuit, uint64_t operands[LANES][3][WORDS]) {
  const struct expr *node = circuit->node;
  for (unsigned k = 0; k < circuit->count; k++)
    for (unsigned i = 0; i < circuit->operands[k].width; i++) {
      uint64_t value = 0;
      for (unsigned lane = 0; lane < LANES; lane++)
        value |= (operands[lane][k][i / 64] >> (i % 64) & 1) << lane;
      gate_lit lit = circuit->operands[k].lits[i];
      if (!gate_is_const(lit)) circuit->values[gate_of(lit)] = value;
    }
  simulate(circuit);
  for (unsigned lane = 0; lane < LANES; lane++) {
    uint64_t expected[WORDS] = {0}, got[WORDS] = {0};
    const uint64_t *words[] = {operands[lane][0], operands[lane][1], operands[lane][2]};
    float_value(node->kind, node->width, expr_child(node, 1)->width, words, expected);
    for (unsigned i = 0; i < node->width; i++)
      got[i / 64] |= (lit_value(circuit, circuit->out[i]) >> lane & 1) << (i % 64);
    if (memcmp(expected, got, (node->width + 63) / 64 * 8) == 0) continue;
    fprintf(stderr, "kind %u width %u from %u\n", node->kind, node->width,
            expr_child(node, 1)->width);
    for (unsigned k = 0; k < circuit->count; k++)
      fprintf(stderr, "  operand %016llx%016llx\n", (unsigned long long)words[k][1],
              (unsigned long long)words[k][0]);
    fprintf(stderr, "  expected %016llx%016llx\n  got      %016llx%016llx\n",
            (unsigned long long)expected[1], (unsigned long long)expected[0],
            (unsigned long long)got[1], (unsigned long long)got[0]);
    fail_msg("a circuit gives a wrong value");
  }
}

static void check(enum expr_kind kind, unsigned width, unsigned operand, unsigned rounding,
                  int rounds) {
  static uint64_t operands[LANES][3][WORDS];
  struct circuit circuit = make(kind, width, operand, rounding);
  struct random_source source = random_source_new(kind, width * 1024 + operand);
  for (int k = 0; k < rounds; k++) {
    for (unsigned lane = 0; lane < LANES; lane++)
      for (unsigned i = 0; i < circuit.count; i++) pick(&circuit, i, &source, operands[lane][i]);
    check_lanes(&circuit, operands);
  }
  release(&circuit);
}

static const unsigned widths[] = {16, 32, 64, 80};

static int rounds_for(unsigned width) { return effort(RANDOM / LANES, width > 32 ? 64 : 16); }

#define ARITHMETIC(name, kind)                                                                     \
  static void test_##name(void **state) {                                                          \
    (void)state;                                                                                   \
    for (unsigned w = 0; w < 4; w++)                                                               \
      check(kind, widths[w], kind == EXPR_FMA ? 2 * widths[w] : widths[w], 8,                      \
            rounds_for(widths[w]));                                                                \
  }
ARITHMETIC(add, EXPR_FADD)
ARITHMETIC(sub, EXPR_FSUB)
ARITHMETIC(mul, EXPR_FMUL)
ARITHMETIC(div, EXPR_FDIV)
ARITHMETIC(fma, EXPR_FMA)
ARITHMETIC(sqrt, EXPR_FSQRT)
ARITHMETIC(rint, EXPR_FRINT)

/* Large circuits. */
static void test_rem(void **state) {
  (void)state;
  for (unsigned w = 0; w < 4; w++)
    check(EXPR_FREM, widths[w], widths[w], 8, effort(widths[w] > 32 ? 256 : 4096, 16));
}

static void test_compare(void **state) {
  (void)state;
  for (unsigned w = 0; w < 4; w++)
    for (enum expr_kind kind = EXPR_FEQ; kind <= EXPR_FLE; kind++)
      check(kind, 1, widths[w], 8, rounds_for(widths[w]));
}

static void test_convert(void **state) {
  (void)state;
  for (unsigned w = 0; w < 4; w++)
    for (unsigned v = 0; v < 4; v++)
      if (v != w) check(EXPR_FCONV, widths[v], widths[w], 8, rounds_for(widths[w]));
}

static void test_integers(void **state) {
  (void)state;
  static const unsigned integers[] = {1, 2, 8, 12, 13, 31, 32, 33, 64, 65, 66, 128, 200};
  for (unsigned w = 0; w < 4; w++)
    for (unsigned i = 0; i < sizeof integers / sizeof *integers; i++) {
      check(EXPR_FTOSI, integers[i], widths[w], 8, rounds_for(64) / 4);
      check(EXPR_SITOF, widths[w], integers[i], 8, rounds_for(64) / 4);
    }
}

/* Constant rounding modes fold: smaller circuits of their own. */
static void test_constant_modes(void **state) {
  (void)state;
  for (unsigned mode = 0; mode < 8; mode++)
    for (unsigned w = 0; w < 4; w++) {
      for (enum expr_kind kind = EXPR_FADD; kind <= EXPR_FDIV; kind++)
        check(kind, widths[w], widths[w], mode, 32);
      check(EXPR_FRINT, widths[w], widths[w], mode, 32);
      check(EXPR_FSQRT, widths[w], widths[w], mode, 32);
    }
}

static void test_half_exhaustively(void **state) {
  (void)state;
  static uint64_t operands[LANES][3][WORDS];
  static const enum expr_kind kinds[] = {EXPR_FSQRT, EXPR_FRINT, EXPR_FCONV, EXPR_FTOSI};
  for (unsigned k = 0; k < 4; k++)
    for (unsigned mode = 0; mode < 5; mode++) {
      struct circuit circuit = make(kinds[k], kinds[k] >= EXPR_FCONV ? 32 : 16, 16, mode);
      for (unsigned a = 0; a <= UINT16_MAX; a++) {
        operands[a % LANES][0][0] = mode;
        operands[a % LANES][1][0] = a;
        if (a % LANES == LANES - 1) check_lanes(&circuit, operands);
      }
      release(&circuit);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_add),
      cmocka_unit_test(test_sub),
      cmocka_unit_test(test_mul),
      cmocka_unit_test(test_div),
      cmocka_unit_test(test_fma),
      cmocka_unit_test(test_sqrt),
      cmocka_unit_test(test_rint),
      cmocka_unit_test(test_rem),
      cmocka_unit_test(test_compare),
      cmocka_unit_test(test_convert),
      cmocka_unit_test(test_integers),
      cmocka_unit_test(test_constant_modes),
      cmocka_unit_test(test_half_exhaustively),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
