/* Sums, products, quotients, roots and remainders of numbers that are no NaNs. */
#include "solver/blast_divide.h"
#include "solver/blast_float_parts.h"
#include "solver/blast_multiply.h"
#include "solver/blast_word.h"

#include <string.h>

typedef struct float_unrounded unrounded;

/* Sums. The operand of the larger magnitude comes first, so the difference is not negative, and of
   the other three bits below suffice: a half, and two for what a difference loses at the top. Which
   of the operands of equal gates is first does not matter for the rest, so they are put in an
   order: a + b and b + a are the same gates. */

static bool comes_first(unsigned width, const gate_lit *a, const gate_lit *b) {
  for (unsigned i = 0; i < width; i++)
    if (a[i] != b[i]) return a[i] < b[i];
  return true;
}

static void add_aligned(struct gates *gates, const struct float_format *format,
                        const struct float_lits *large, const struct float_lits *small,
                        gate_lit is_difference, unrounded *sum) {
  unsigned precision = format->precision, wide = precision + 4, bits = float_exponent_bits(format);
  gate_lit distance[FLOAT_EXPONENT], first[FLOAT_MOST_PRECISION + 4],
      second[FLOAT_MOST_PRECISION + 4];
  float_lits_subtract(gates, bits, large->exponent, small->exponent, distance);
  word_const(wide, 0, first);
  word_const(wide, 0, second);
  memcpy(first + 3, large->significand, precision * sizeof *first);
  memcpy(second + 3, small->significand, precision * sizeof *second);
  float_lits_shift_sticky(gates, wide - 1, second, bits, distance);
  for (unsigned i = 0; i < wide; i++) second[i] = gate_xor(gates, second[i], is_difference);
  word_add(gates, wide, first, second, is_difference, sum->significand);
  sum->width = wide;
  sum->exponent_bits = bits;
  float_lits_add_const(gates, bits, large->exponent, 1, sum->exponent);
}

/* Magnitudes grow with the bits, except where x87 numbers of the least exponent have a leading
   bit. */
static gate_lit has_less_magnitude(struct gates *gates, const struct float_format *format,
                                   const gate_lit *a, const gate_lit *b) {
  if (format->fraction_bits < format->precision)
    return word_less(gates, format->width - 1, a, b, false);
  unsigned bits = float_exponent_bits(format), wide = format->precision + bits;
  gate_lit keys[2][FLOAT_MOST_PRECISION + FLOAT_EXPONENT];
  for (unsigned k = 0; k < 2; k++) {
    struct float_lits parts;
    float_lits_unpack(gates, format, k ? b : a, &parts);
    memcpy(keys[k], parts.significand, format->precision * sizeof(gate_lit));
    memcpy(keys[k] + format->precision, parts.exponent, bits * sizeof(gate_lit));
  }
  return word_signed_less(gates, wide, keys[0], keys[1], false);
}

void float_lits_sum(struct gates *gates, const struct float_format *format,
                    const gate_lit *rounding, const gate_lit *a, const gate_lit *b,
                    bool is_difference, gate_lit *out) {
  unsigned width = format->width;
  gate_lit left[FLOAT_MAX_WIDTH], right[FLOAT_MAX_WIDTH];
  gate_lit large_bits[FLOAT_MAX_WIDTH], small_bits[FLOAT_MAX_WIDTH];
  memcpy(left, a, width * sizeof *a);
  memcpy(right, b, width * sizeof *b);
  right[width - 1] ^= is_difference;
  bool is_ordered = comes_first(width, left, right);
  const gate_lit *x = is_ordered ? left : right, *y = is_ordered ? right : left;
  gate_lit is_swapped = has_less_magnitude(gates, format, x, y);
  word_mux(gates, width, is_swapped, y, x, large_bits);
  word_mux(gates, width, is_swapped, x, y, small_bits);
  struct float_lits large, small;
  unrounded sum;
  float_lits_unpack(gates, format, large_bits, &large);
  float_lits_unpack(gates, format, small_bits, &small);
  gate_lit differ = gate_xor(gates, large.is_negative, small.is_negative);
  add_aligned(gates, format, &large, &small, differ, &sum);
  /* A sum that is 0 because the numbers cancel out is negative only when rounding down. */
  gate_lit is_down = float_lits_mode_is(gates, rounding, FLOAT_DOWN);
  gate_lit is_nothing = gate_not(word_any(gates, sum.width, sum.significand));
  sum.is_negative =
      gate_mux(gates, gate_and(gates, differ, is_nothing), is_down, large.is_negative);
  float_lits_round(gates, format, rounding, &sum, out);
  float_lits_override(gates, format, large.is_infinite, float_infinity(format, false),
                      large.is_negative, out);
}

/* Products. */

static void multiply(struct gates *gates, const struct float_format *format,
                     const struct float_lits *a, const struct float_lits *b, unrounded *product) {
  unsigned precision = format->precision, bits = float_exponent_bits(format);
  gate_lit first[2 * FLOAT_MOST_PRECISION], second[2 * FLOAT_MOST_PRECISION];
  bool is_ordered = comes_first(precision, a->significand, b->significand);
  word_const(2 * precision, 0, first);
  word_const(2 * precision, 0, second);
  memcpy(first, is_ordered ? a->significand : b->significand, precision * sizeof *first);
  memcpy(second, is_ordered ? b->significand : a->significand, precision * sizeof *second);
  word_multiply(gates, 2 * precision, first, second, product->significand);
  product->width = 2 * precision;
  product->exponent_bits = bits;
  word_add(gates, bits, a->exponent, b->exponent, GATE_TRUE, product->exponent);
  product->is_negative = gate_xor(gates, a->is_negative, b->is_negative);
}

void float_lits_product(struct gates *gates, const struct float_format *format,
                        const gate_lit *rounding, const struct float_lits *a,
                        const struct float_lits *b, gate_lit *out) {
  unrounded product;
  multiply(gates, format, a, b, &product);
  float_lits_round(gates, format, rounding, &product, out);
  float_lits_override(gates, format, gate_or(gates, a->is_infinite, b->is_infinite),
                      float_infinity(format, false), product.is_negative, out);
}

/* Quotients: of the normalised significands, the first shifted up by the precision and two. */

void float_lits_quotient(struct gates *gates, const struct float_format *format,
                         const gate_lit *rounding, const struct float_lits *a,
                         const struct float_lits *b, gate_lit *out) {
  unsigned precision = format->precision, up = precision + 2, wide = precision + up;
  unsigned bits = float_exponent_bits(format);
  struct float_lits x = *a, y = *b;
  float_lits_normalise(gates, format, &x);
  float_lits_normalise(gates, format, &y);
  gate_lit dividend[2 * FLOAT_MOST_PRECISION + 2], divisor[2 * FLOAT_MOST_PRECISION + 2];
  gate_lit whole[2 * FLOAT_MOST_PRECISION + 2], rest[2 * FLOAT_MOST_PRECISION + 2];
  word_const(wide, 0, dividend);
  word_const(wide, 0, divisor);
  memcpy(dividend + up, x.significand, precision * sizeof *dividend);
  memcpy(divisor, y.significand, precision * sizeof *divisor);
  word_divide(gates, wide, dividend, divisor, whole, rest);
  unrounded quotient = {.width = precision + 4, .exponent_bits = bits};
  quotient.significand[0] = word_any(gates, precision, rest);
  memcpy(quotient.significand + 1, whole, (precision + 3) * sizeof *whole);
  float_lits_subtract(gates, bits, x.exponent, y.exponent, quotient.exponent);
  quotient.is_negative = gate_xor(gates, x.is_negative, y.is_negative);
  float_lits_round(gates, format, rounding, &quotient, out);
  gate_lit is_infinite = gate_or(gates, a->is_infinite, b->is_zero);
  gate_lit is_zero = gate_or(gates, b->is_infinite, a->is_zero);
  float_lits_override(gates, format, is_infinite, float_infinity(format, false),
                      quotient.is_negative, out);
  float_lits_override(gates, format, is_zero, 0, quotient.is_negative, out);
}

/* Roots: digit by digit, of an even exponent. The significand has the precision and one bit for
   that, and is followed by zeros. */

static gate_lit extract_root(struct gates *gates, unsigned digits, const gate_lit *square,
                             gate_lit *root) {
  enum { MOST = FLOAT_MOST_PRECISION + 8 };
  gate_lit rest[MOST], trial[MOST], difference[MOST];
  word_const(MOST, 0, rest);
  word_const(digits, 0, root);
  for (unsigned row = 0; row < digits; row++) {
    unsigned width = row + 3;
    memmove(rest + 2, rest, (width - 2) * sizeof *rest);
    rest[0] = square[2 * (digits - 1 - row)];
    rest[1] = square[2 * (digits - 1 - row) + 1];
    word_const(width, 1, trial);
    for (unsigned i = 0; i < row; i++) trial[i + 2] = root[digits - row + i];
    gate_lit fits = word_less(gates, width, trial, rest, true);
    float_lits_subtract(gates, width, rest, trial, difference);
    word_mux(gates, width, fits, difference, rest, rest);
    root[digits - 1 - row] = fits;
  }
  return word_any(gates, digits + 2, rest);
}

void float_lits_root(struct gates *gates, const struct float_format *format,
                     const gate_lit *rounding, const struct float_lits *a, gate_lit *out) {
  unsigned precision = format->precision, digits = precision + 2;
  unsigned bits = float_exponent_bits(format);
  struct float_lits x = *a;
  float_lits_normalise(gates, format, &x);
  /* 1.f * 2^e with e even, or 2 * 1.f * 2^(e - 1): in both cases below 4. */
  gate_lit is_odd = x.exponent[0], square[2 * (FLOAT_MOST_PRECISION + 2)];
  word_const(2 * digits, 0, square);
  for (unsigned i = 0; i <= precision; i++) {
    gate_lit even = i < precision ? x.significand[i] : GATE_FALSE;
    gate_lit odd = i > 0 ? x.significand[i - 1] : GATE_FALSE;
    square[2 * digits - 1 - precision + i] = gate_mux(gates, is_odd, odd, even);
  }
  unrounded root = {.width = digits + 1, .exponent_bits = bits};
  root.significand[0] = extract_root(gates, digits, square, root.significand + 1);
  for (unsigned i = 0; i < bits; i++)
    root.exponent[i] = x.exponent[i + 1 < bits ? i + 1 : bits - 1];
  root.is_negative = GATE_FALSE;
  float_lits_round(gates, format, rounding, &root, out);
  float_lits_override(gates, format, a->is_infinite, float_infinity(format, false), GATE_FALSE,
                      out);
  float_lits_override(gates, format, a->is_zero, 0, a->is_negative, out);
}
