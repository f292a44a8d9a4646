/* The kinds of floating-point operations: which circuit, which operands are special, and which NaN
   comes out (see expr/softfloat.h). */
#include "solver/blast_float.h"

#include "expr/expr.h"
#include "solver/blast_float_parts.h"
#include "solver/blast_word.h"
#include "util/fault.h"

#include <string.h>

/* NaNs. */

struct nan_choice {
  gate_lit is_nan; /* at least one of the operands */
  gate_lit bits[FLOAT_MAX_WIDTH];
};

static void make_quiet(const struct float_format *format, gate_lit *bits) {
  bits[format->precision - 2] = GATE_TRUE;
}

static struct nan_choice choice_of(const struct float_format *format, const struct float_lits *a,
                                   const gate_lit *bits) {
  struct nan_choice choice = {.is_nan = a->is_nan};
  memcpy(choice.bits, bits, format->width * sizeof *bits);
  return choice;
}

/* x87: a quiet NaN rather than a signalling one, the larger significand, the positive one. */
static gate_lit is_second_larger(struct gates *gates, const struct float_format *format,
                                 const gate_lit *a, const gate_lit *b) {
  unsigned fraction = format->precision - 1;
  gate_lit a_quiet = a[fraction - 1], b_quiet = b[fraction - 1];
  gate_lit is_less = word_less(gates, fraction, a, b, false);
  gate_lit is_same = word_equal(gates, fraction, a, b);
  gate_lit by_sign = gate_and(gates, a[format->width - 1], gate_not(b[format->width - 1]));
  gate_lit is_larger = gate_or(gates, is_less, gate_and(gates, is_same, by_sign));
  return gate_mux(gates, gate_xor(gates, a_quiet, b_quiet), b_quiet, is_larger);
}

/* The first if it is a NaN, else the second. */
static struct nan_choice choose(struct gates *gates, const struct float_format *format,
                                const struct nan_choice *a, const struct nan_choice *b) {
  struct nan_choice choice = {.is_nan = gate_or(gates, a->is_nan, b->is_nan)};
  gate_lit takes_first = a->is_nan;
  if (format->width == 80) {
    gate_lit is_second =
        gate_and(gates, is_second_larger(gates, format, a->bits, b->bits), b->is_nan);
    takes_first = gate_and(gates, a->is_nan, gate_not(is_second));
  }
  word_mux(gates, format->width, takes_first, a->bits, b->bits, choice.bits);
  return choice;
}

static void put_nan(struct gates *gates, const struct float_format *format,
                    const struct nan_choice *choice, gate_lit *out) {
  gate_lit bits[FLOAT_MAX_WIDTH];
  memcpy(bits, choice->bits, format->width * sizeof *bits);
  make_quiet(format, bits);
  word_mux(gates, format->width, choice->is_nan, bits, out, out);
}

static void put_default(struct gates *gates, const struct float_format *format, gate_lit condition,
                        gate_lit *out) {
  gate_lit bits[FLOAT_MAX_WIDTH];
  float_lits_const(format->width, float_default_nan(format), bits);
  word_mux(gates, format->width, condition, bits, out, out);
}

/* Infinities that cancel out, and the like. */
static gate_lit is_invalid(struct gates *gates, enum expr_kind kind, const struct float_lits *a,
                           const struct float_lits *b) {
  gate_lit differ = gate_xor(gates, a->is_negative, b->is_negative);
  gate_lit are_infinite = gate_and(gates, a->is_infinite, b->is_infinite);
  gate_lit are_zero = gate_and(gates, a->is_zero, b->is_zero);
  switch (kind) {
  case EXPR_FADD: return gate_and(gates, are_infinite, differ);
  case EXPR_FSUB: return gate_and(gates, are_infinite, gate_not(differ));
  case EXPR_FDIV: return gate_or(gates, are_infinite, are_zero);
  case EXPR_FREM: return gate_or(gates, a->is_infinite, b->is_zero);
  default: /* a product */
    return gate_or(gates, gate_and(gates, a->is_infinite, b->is_zero),
                   gate_and(gates, a->is_zero, b->is_infinite));
  }
}

static void blast_binary(struct gates *gates, enum expr_kind kind,
                         const struct float_format *format, const gate_lit *rounding,
                         const gate_lit *a, const gate_lit *b, gate_lit *out) {
  struct float_lits x, y;
  float_lits_unpack(gates, format, a, &x);
  float_lits_unpack(gates, format, b, &y);
  switch (kind) {
  case EXPR_FADD:
  case EXPR_FSUB: float_lits_sum(gates, format, rounding, a, b, kind == EXPR_FSUB, out); break;
  case EXPR_FMUL: float_lits_product(gates, format, rounding, &x, &y, out); break;
  case EXPR_FDIV: float_lits_quotient(gates, format, rounding, &x, &y, out); break;
  default: float_lits_remainder(gates, format, &x, &y, a, out); break;
  }
  struct nan_choice first = choice_of(format, &x, a), second = choice_of(format, &y, b);
  struct nan_choice choice = choose(gates, format, &first, &second);
  put_default(gates, format, is_invalid(gates, kind, &x, &y), out);
  put_nan(gates, format, &choice, out);
  put_default(gates, format, gate_or(gates, x.is_invalid, y.is_invalid), out);
}

static void blast_fused(struct gates *gates, const struct float_format *format,
                        const gate_lit *rounding, const gate_lit *factors, const gate_lit *c,
                        gate_lit *out) {
  const gate_lit *a = factors + format->width, *b = factors;
  struct float_lits x, y, z;
  float_lits_unpack(gates, format, a, &x);
  float_lits_unpack(gates, format, b, &y);
  float_lits_unpack(gates, format, c, &z);
  float_lits_fused(gates, format, rounding, &x, &y, &z, c, out);
  gate_lit is_product_invalid = is_invalid(gates, EXPR_FMUL, &x, &y);
  gate_lit differ = gate_xor(gates, gate_xor(gates, x.is_negative, y.is_negative), z.is_negative);
  gate_lit is_product_infinite = gate_or(gates, x.is_infinite, y.is_infinite);
  gate_lit cancels = gate_and(gates, gate_and(gates, is_product_infinite, z.is_infinite), differ);
  struct nan_choice first = choice_of(format, &x, a), second = choice_of(format, &y, b);
  struct nan_choice addend = choice_of(format, &z, c);
  struct nan_choice product = choose(gates, format, &second, &first);
  make_quiet(format, product.bits);
  if (format->width == 80) { /* multiplied first */
    put_default(gates, format, is_product_invalid, product.bits);
    product.is_nan = gate_or(gates, product.is_nan, is_product_invalid);
  }
  struct nan_choice choice = choose(gates, format, &product, &addend);
  put_default(gates, format, gate_or(gates, is_product_invalid, cancels), out);
  put_nan(gates, format, &choice, out);
  gate_lit is_any_invalid =
      gate_or(gates, gate_or(gates, x.is_invalid, y.is_invalid), z.is_invalid);
  put_default(gates, format, is_any_invalid, out);
}

static void blast_unary(struct gates *gates, enum expr_kind kind, const struct float_format *format,
                        const gate_lit *rounding, const gate_lit *a, gate_lit *out) {
  struct float_lits x;
  float_lits_unpack(gates, format, a, &x);
  if (kind == EXPR_FSQRT) {
    float_lits_root(gates, format, rounding, &x, out);
    put_default(gates, format, gate_and(gates, x.is_negative, gate_not(x.is_zero)), out);
  } else {
    float_lits_integral(gates, format, rounding, &x, a, out);
  }
  struct nan_choice choice = choice_of(format, &x, a);
  put_nan(gates, format, &choice, out);
  put_default(gates, format, x.is_invalid, out);
}

/* A NaN keeps the high bits of its payload. */
static void blast_convert(struct gates *gates, const struct float_format *from,
                          const struct float_format *to, const gate_lit *rounding,
                          const gate_lit *a, gate_lit *out) {
  struct float_lits x;
  float_lits_unpack(gates, from, a, &x);
  float_lits_convert(gates, from, to, rounding, &x, out);
  struct nan_choice choice = {.is_nan = x.is_nan};
  float_lits_const(to->width, float_infinity(to, false), choice.bits);
  choice.bits[to->width - 1] = x.is_negative;
  unsigned from_bits = from->precision - 1, to_bits = to->precision - 1;
  for (unsigned i = 1; i <= from_bits && i <= to_bits; i++)
    choice.bits[to_bits - i] = a[from_bits - i];
  put_nan(gates, to, &choice, out);
  put_default(gates, to, x.is_invalid, out);
}

/* Comparisons: of magnitudes as integers. */

static void magnitude(struct gates *gates, const struct float_format *format, const gate_lit *a,
                      gate_lit *out) {
  memcpy(out, a, (format->width - 1) * sizeof *out);
  if (format->fraction_bits < format->precision) return;
  /* An x87 number of the least exponent with a leading bit is the same as one of the next. */
  gate_lit is_small = gate_not(word_any(gates, format->exponent_bits, a + format->fraction_bits));
  gate_lit *lowest = out + format->fraction_bits;
  *lowest = gate_or(gates, *lowest, gate_and(gates, is_small, a[format->precision - 1]));
}

static gate_lit blast_compare(struct gates *gates, enum expr_kind kind,
                              const struct float_format *format, const gate_lit *a,
                              const gate_lit *b) {
  struct float_lits x, y;
  gate_lit left[FLOAT_MAX_WIDTH], right[FLOAT_MAX_WIDTH];
  unsigned width = format->width - 1;
  float_lits_unpack(gates, format, a, &x);
  float_lits_unpack(gates, format, b, &y);
  magnitude(gates, format, a, left);
  magnitude(gates, format, b, right);
  gate_lit are_numbers = gate_not(gate_or(gates, x.is_nan, y.is_nan));
  gate_lit are_zero = gate_and(gates, x.is_zero, y.is_zero), result;
  gate_lit differ = gate_xor(gates, x.is_negative, y.is_negative);
  if (kind == EXPR_FEQ) {
    result = gate_and(gates, word_equal(gates, width, left, right), gate_not(differ));
    return gate_and(gates, are_numbers, gate_or(gates, are_zero, result));
  }
  bool or_equal = kind == EXPR_FLE;
  gate_lit below = word_less(gates, width, left, right, or_equal);
  gate_lit above = word_less(gates, width, right, left, or_equal);
  gate_lit same_side = gate_mux(gates, x.is_negative, above, below);
  gate_lit other_side = gate_mux(gates, are_zero, or_equal ? GATE_TRUE : GATE_FALSE, x.is_negative);
  return gate_and(gates, are_numbers, gate_mux(gates, differ, other_side, same_side));
}

void blast_float(struct gates *gates, const struct expr *e, const gate_lit *const *children,
                 gate_lit *out) {
  unsigned operand = expr_child(e, 1)->width;
  enum expr_kind kind = e->kind;
  struct float_lits parts;
  struct float_format from, to;
  if (kind != EXPR_SITOF && kind != EXPR_FMA) from = float_format(operand);
  if (kind != EXPR_FTOSI && kind < EXPR_FEQ) to = float_format(e->width);
  switch (kind) {
  case EXPR_FADD:
  case EXPR_FSUB:
  case EXPR_FMUL:
  case EXPR_FDIV:
    blast_binary(gates, kind, &to, children[0], children[1], children[2], out);
    return;
  case EXPR_FREM: blast_binary(gates, kind, &to, NULL, children[0], children[1], out); return;
  case EXPR_FMA: blast_fused(gates, &to, children[0], children[1], children[2], out); return;
  case EXPR_FSQRT:
  case EXPR_FRINT: blast_unary(gates, kind, &to, children[0], children[1], out); return;
  case EXPR_FCONV: blast_convert(gates, &from, &to, children[0], children[1], out); return;
  case EXPR_SITOF:
    float_lits_from_signed(gates, &to, operand, children[0], children[1], out);
    return;
  case EXPR_FTOSI:
    float_lits_unpack(gates, &from, children[1], &parts);
    float_lits_to_signed(gates, &from, e->width, children[0], &parts, out);
    return;
  case EXPR_FEQ:
  case EXPR_FLT:
  case EXPR_FLE: *out = blast_compare(gates, kind, &from, children[0], children[1]); return;
  default: FAULT("no translation for floating-point expressions of kind %d", kind);
  }
}
