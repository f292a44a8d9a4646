/* Fused sums and remainders of numbers that are no NaNs. */
#include "solver/blast_divide.h"
#include "solver/blast_float_parts.h"
#include "solver/blast_multiply.h"
#include "solver/blast_word.h"

#include <string.h>

enum { MOST_WIDE = 2 * FLOAT_MOST_PRECISION + 8 };

/* Fused sums. The product has twice the precision; its factors are normalised, so that its leading
   bit is one of the upper two. The addend begins at the same end. Whichever has the smaller
   exponent is shifted down, over three more bits: where a difference cancels more than one leading
   bit, the exponents are so close that nothing is lost, or the addend is subnormal, and then what
   is lost is below the last bit of any number. */

struct aligned {
  gate_lit bits[MOST_WIDE];
  gate_lit exponent[FLOAT_EXPONENT];
};

/* a, or b if the condition holds. */
static void choose(struct gates *gates, gate_lit condition, unsigned wide, unsigned exponent_bits,
                   const struct aligned *a, const struct aligned *b, struct aligned *out) {
  word_mux(gates, wide, condition, b->bits, a->bits, out->bits);
  word_mux(gates, exponent_bits, condition, b->exponent, a->exponent, out->exponent);
}

static void multiply(struct gates *gates, const struct float_format *format, struct float_lits a,
                     struct float_lits b, struct aligned *out) {
  unsigned precision = format->precision, bits = float_exponent_bits(format);
  gate_lit first[2 * FLOAT_MOST_PRECISION], second[2 * FLOAT_MOST_PRECISION];
  gate_lit is_zero = gate_or(gates, a.is_zero, b.is_zero);
  float_lits_normalise(gates, format, &a);
  float_lits_normalise(gates, format, &b);
  word_const(2 * precision, 0, first);
  word_const(2 * precision, 0, second);
  memcpy(first, a.significand, precision * sizeof *first);
  memcpy(second, b.significand, precision * sizeof *second);
  word_const(2 * precision + 4, 0, out->bits);
  word_multiply(gates, 2 * precision, first, second, out->bits + 3);
  for (unsigned i = 0; i < 2 * precision; i++)
    out->bits[i + 3] = gate_and(gates, out->bits[i + 3], gate_not(is_zero));
  word_add(gates, bits, a.exponent, b.exponent, GATE_TRUE, out->exponent);
  /* A zero must not push the addend out. */
  gate_lit least[FLOAT_EXPONENT];
  word_const(bits, (uint64_t)(-2 * format->bias - 3 * (int)precision), least);
  word_mux(gates, bits, is_zero, least, out->exponent, out->exponent);
}

void float_lits_fused(struct gates *gates, const struct float_format *format,
                      const gate_lit *rounding, const struct float_lits *a,
                      const struct float_lits *b, const struct float_lits *c,
                      const gate_lit *c_bits, gate_lit *out) {
  unsigned precision = format->precision, wide = 2 * precision + 4;
  unsigned bits = float_exponent_bits(format);
  struct aligned product, addend, large, small;
  struct float_unrounded sum = {.width = wide, .exponent_bits = bits};
  gate_lit distance[FLOAT_EXPONENT];
  multiply(gates, format, *a, *b, &product);
  word_const(wide, 0, addend.bits);
  memcpy(addend.bits + 3 + precision, c->significand, precision * sizeof *addend.bits);
  memcpy(addend.exponent, c->exponent, bits * sizeof *addend.exponent);
  gate_lit is_negative = gate_xor(gates, a->is_negative, b->is_negative);
  gate_lit is_addend_larger =
      word_signed_less(gates, bits, product.exponent, addend.exponent, false);
  choose(gates, is_addend_larger, wide, bits, &product, &addend, &large);
  choose(gates, is_addend_larger, wide, bits, &addend, &product, &small);
  float_lits_subtract(gates, bits, large.exponent, small.exponent, distance);
  float_lits_shift_sticky(gates, wide - 1, small.bits, bits, distance);
  gate_lit differ = gate_xor(gates, is_negative, c->is_negative);
  for (unsigned i = 0; i < wide; i++) small.bits[i] = gate_xor(gates, small.bits[i], differ);
  word_add(gates, wide, large.bits, small.bits, differ, sum.significand);
  gate_lit is_reversed = gate_and(gates, differ, sum.significand[wide - 1]);
  word_negate_if(gates, wide, is_reversed, sum.significand, sum.significand);
  float_lits_add_const(gates, bits, large.exponent, 1, sum.exponent);
  gate_lit large_sign = gate_mux(gates, is_addend_larger, c->is_negative, is_negative);
  gate_lit is_down = float_lits_mode_is(gates, rounding, FLOAT_DOWN);
  gate_lit is_nothing = gate_not(word_any(gates, wide, sum.significand));
  sum.is_negative = gate_mux(gates, gate_and(gates, differ, is_nothing), is_down,
                             gate_xor(gates, large_sign, is_reversed));
  float_lits_round(gates, format, rounding, &sum, out);
  word_mux(gates, format->width, c->is_infinite, c_bits, out, out);
  float_lits_override(gates, format, gate_or(gates, a->is_infinite, b->is_infinite),
                      float_infinity(format, false), is_negative, out);
}

/* Remainders, as of fmod: x * 2^d mod y on normalised significands, d the difference of the
   exponents. The low bits of d shift x before one division; each of the others multiplies by
   2^(2^k) mod y, which is the square of the one before. */

static void reduce(struct gates *gates, unsigned wide, unsigned precision, const gate_lit *a,
                   const gate_lit *modulus, gate_lit *out) {
  gate_lit divisor[MOST_WIDE], whole[MOST_WIDE], rest[MOST_WIDE];
  word_const(wide, 0, divisor);
  memcpy(divisor, modulus, precision * sizeof *divisor);
  word_divide(gates, wide, a, divisor, whole, rest);
  memcpy(out, rest, precision * sizeof *out);
}

static void multiply_modulo(struct gates *gates, unsigned precision, const gate_lit *a,
                            const gate_lit *b, const gate_lit *modulus, gate_lit *out) {
  gate_lit first[MOST_WIDE], second[MOST_WIDE], product[MOST_WIDE];
  word_const(2 * precision, 0, first);
  word_const(2 * precision, 0, second);
  memcpy(first, a, precision * sizeof *first);
  memcpy(second, b, precision * sizeof *second);
  word_multiply(gates, 2 * precision, first, second, product);
  reduce(gates, 2 * precision, precision, product, modulus, out);
}

/* The distance that bits below this one shift by at once. */
static unsigned low_bits(unsigned precision) {
  unsigned bits = 0;
  while (2u << bits <= precision) bits++;
  return bits;
}

static void shift_and_reduce(struct gates *gates, unsigned precision, const gate_lit *x,
                             unsigned amount_bits, const gate_lit *amount, const gate_lit *modulus,
                             gate_lit *out) {
  unsigned wide = precision + (1u << amount_bits);
  gate_lit shifted[MOST_WIDE];
  word_const(wide, 0, shifted);
  memcpy(shifted, x, precision * sizeof *shifted);
  for (unsigned k = 0; k < amount_bits; k++)
    for (unsigned i = wide; i-- > 0;)
      shifted[i] = gate_mux(gates, amount[k], i >= 1u << k ? shifted[i - (1u << k)] : GATE_FALSE,
                            shifted[i]);
  reduce(gates, wide, precision, shifted, modulus, out);
}

static void scale_modulo(struct gates *gates, const struct float_format *format,
                         const gate_lit *distance, const struct float_lits *x,
                         const struct float_lits *y, gate_lit *out) {
  unsigned precision = format->precision, low = low_bits(precision);
  unsigned bits = format->exponent_bits + 1; /* subnormal numbers reach a little further */
  gate_lit power[MOST_WIDE], scaled[FLOAT_MOST_PRECISION];
  shift_and_reduce(gates, precision, x->significand, low, distance, y->significand, out);
  word_const(MOST_WIDE, 0, power);
  power[1u << low] = GATE_TRUE;
  reduce(gates, (1u << low) + precision, precision, power, y->significand, power);
  for (unsigned k = low; k < bits; k++) {
    multiply_modulo(gates, precision, out, power, y->significand, scaled);
    word_mux(gates, precision, distance[k], scaled, out, out);
    if (k + 1 < bits) multiply_modulo(gates, precision, power, power, y->significand, power);
  }
}

void float_lits_remainder(struct gates *gates, const struct float_format *format,
                          const struct float_lits *a, const struct float_lits *b,
                          const gate_lit *a_bits, gate_lit *out) {
  unsigned precision = format->precision, bits = float_exponent_bits(format);
  struct float_lits x = *a, y = *b;
  struct float_unrounded rest = {.width = precision + 2, .exponent_bits = bits};
  gate_lit distance[FLOAT_EXPONENT], nearest[FLOAT_ROUNDING_BITS];
  float_lits_normalise(gates, format, &x);
  float_lits_normalise(gates, format, &y);
  float_lits_subtract(gates, bits, x.exponent, y.exponent, distance);
  word_const(precision + 2, 0, rest.significand);
  scale_modulo(gates, format, distance, &x, &y, rest.significand + 2);
  memcpy(rest.exponent, y.exponent, bits * sizeof *rest.exponent);
  rest.is_negative = a->is_negative;
  word_const(FLOAT_ROUNDING_BITS, FLOAT_NEAREST, nearest);
  float_lits_round(gates, format, nearest, &rest, out);
  gate_lit is_whole = gate_or(gates, distance[bits - 1], b->is_infinite);
  is_whole = gate_or(gates, is_whole, a->is_zero);
  gate_lit whole[FLOAT_MAX_WIDTH];
  memcpy(whole, a_bits, format->width * sizeof *whole);
  if (format->fraction_bits == format->precision) /* x87 numbers have two ways to be subnormal */
    whole[format->fraction_bits] = gate_or(
        gates, whole[format->fraction_bits],
        gate_and(gates, a->significand[precision - 1],
                 gate_not(word_any(gates, format->exponent_bits, a_bits + format->fraction_bits))));
  word_mux(gates, format->width, is_whole, whole, out, out);
}
