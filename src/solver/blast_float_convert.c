/* Conversions, and rounding to integers, of numbers that are no NaNs. */
#include "solver/blast_float_parts.h"
#include "solver/blast_word.h"

#include <string.h>

void float_lits_convert(struct gates *gates, const struct float_format *from,
                        const struct float_format *to, const gate_lit *rounding,
                        const struct float_lits *a, gate_lit *out) {
  unsigned from_bits = float_exponent_bits(from), to_bits = float_exponent_bits(to);
  unsigned width = from->precision > to->precision + 2 ? from->precision : to->precision + 2;
  struct float_unrounded number = {.is_negative = a->is_negative,
                                   .width = width,
                                   .exponent_bits = from_bits > to_bits ? from_bits : to_bits};
  word_const(width, 0, number.significand);
  memcpy(number.significand + width - from->precision, a->significand,
         from->precision * sizeof *a->significand);
  for (unsigned i = 0; i < number.exponent_bits; i++)
    number.exponent[i] = a->exponent[i < from_bits ? i : from_bits - 1];
  float_lits_round(gates, to, rounding, &number, out);
  float_lits_override(gates, to, a->is_infinite, float_infinity(to, false), a->is_negative, out);
}

/* The integer part, rounded, of numbers below 2^precision, in as many bits and one. */
static void round_integer(struct gates *gates, const struct float_format *format,
                          const gate_lit *rounding, const struct float_lits *a, gate_lit *out) {
  unsigned precision = format->precision, bits = float_exponent_bits(format);
  gate_lit down[FLOAT_EXPONENT], highest[FLOAT_EXPONENT], kept[FLOAT_MOST_PRECISION + 2];
  word_const(bits, precision - 1, highest);
  float_lits_subtract(gates, bits, highest, a->exponent, down);
  for (unsigned i = 0; i < bits; i++) down[i] = gate_and(gates, down[i], gate_not(down[bits - 1]));
  kept[0] = kept[1] = GATE_FALSE;
  memcpy(kept + 2, a->significand, precision * sizeof *kept);
  float_lits_shift_sticky(gates, precision + 2, kept, bits, down);
  gate_lit carry = float_lits_rounds_up(gates, rounding, a->is_negative, kept[2], kept[1], kept[0]);
  for (unsigned i = 0; i < precision; i++) {
    out[i] = gate_xor(gates, kept[i + 2], carry);
    carry = gate_and(gates, kept[i + 2], carry);
  }
  out[precision] = carry;
}

/* Whether all bits of the significand are integer ones. */
static gate_lit is_large(struct gates *gates, const struct float_format *format,
                         const struct float_lits *a) {
  unsigned bits = float_exponent_bits(format);
  gate_lit highest[FLOAT_EXPONENT];
  word_const(bits, format->precision - 1, highest);
  return gate_not(word_signed_less(gates, bits, a->exponent, highest, false));
}

void float_lits_integral(struct gates *gates, const struct float_format *format,
                         const gate_lit *rounding, const struct float_lits *a,
                         const gate_lit *a_bits, gate_lit *out) {
  unsigned precision = format->precision;
  struct float_unrounded number = {.is_negative = a->is_negative,
                                   .width = precision + 2,
                                   .exponent_bits = float_exponent_bits(format)};
  number.significand[0] = GATE_FALSE;
  round_integer(gates, format, rounding, a, number.significand + 1);
  word_const(number.exponent_bits, precision, number.exponent);
  float_lits_round(gates, format, rounding, &number, out);
  gate_lit is_whole = gate_or(gates, is_large(gates, format, a), a->is_infinite);
  word_mux(gates, format->width, is_whole, a_bits, out, out);
}

/* The significand as an integer, shifted up by what the exponent exceeds the precision; false in
   fits if that is too far for the width. */
static gate_lit shift_up(struct gates *gates, const struct float_format *format, unsigned width,
                         const struct float_lits *a, gate_lit *out) {
  unsigned precision = format->precision, bits = float_exponent_bits(format);
  gate_lit up[FLOAT_EXPONENT], fits = GATE_TRUE;
  float_lits_add_const(gates, bits, a->exponent, 1 - (int)precision, up);
  word_const(width, 0, out);
  memcpy(out, a->significand, (width < precision ? width : precision) * sizeof *out);
  if (width < precision)
    fits = gate_not(word_any(gates, precision - width, a->significand + width));
  for (unsigned k = 0; k < bits; k++) {
    uint64_t distance = (uint64_t)1 << k;
    unsigned lost = distance < width ? (unsigned)distance : width;
    gate_lit is_lost = gate_and(gates, up[k], word_any(gates, lost, out + width - lost));
    fits = gate_and(gates, fits, gate_not(is_lost));
    for (unsigned i = width; i-- > 0;)
      out[i] = gate_mux(gates, up[k], i >= distance ? out[i - distance] : GATE_FALSE, out[i]);
  }
  return fits;
}

void float_lits_to_signed(struct gates *gates, const struct float_format *format, unsigned width,
                          const gate_lit *rounding, const struct float_lits *a, gate_lit *out) {
  unsigned precision = format->precision;
  gate_lit whole[FLOAT_MOST_BITS], rounded[FLOAT_MOST_BITS];
  word_const(width, 0, rounded);
  round_integer(gates, format, rounding, a, rounded);
  gate_lit fits_rounded = GATE_TRUE, large = is_large(gates, format, a);
  for (unsigned i = width; i <= precision; i++)
    fits_rounded = gate_and(gates, fits_rounded, gate_not(rounded[i]));
  for (unsigned i = precision + 1; i < width; i++) rounded[i] = GATE_FALSE;
  gate_lit fits = shift_up(gates, format, width, a, whole);
  fits = gate_mux(gates, large, fits, fits_rounded);
  word_mux(gates, width, large, whole, rounded, whole);
  /* The top bit is set for the least number, and for what does not fit. */
  gate_lit is_finite = gate_not(gate_or(gates, a->is_nan, a->is_infinite));
  fits = gate_and(gates, gate_and(gates, fits, is_finite), gate_not(whole[width - 1]));
  word_negate_if(gates, width, a->is_negative, whole, whole);
  for (unsigned i = 0; i < width; i++)
    out[i] = gate_mux(gates, fits, whole[i], i + 1 == width ? GATE_TRUE : GATE_FALSE);
}

void float_lits_from_signed(struct gates *gates, const struct float_format *format, unsigned width,
                            const gate_lit *rounding, const gate_lit *a, gate_lit *out) {
  unsigned wide = width > format->precision + 2 ? width : format->precision + 2;
  struct float_unrounded number = {
      .is_negative = a[width - 1], .width = wide, .exponent_bits = float_exponent_bits(format)};
  word_const(wide, 0, number.significand);
  word_negate_if(gates, width, a[width - 1], a, number.significand + wide - width);
  word_const(number.exponent_bits, width - 1, number.exponent);
  float_lits_round(gates, format, rounding, &number, out);
}
