/* Taking numbers apart, and the rounder.

   The rounder first moves the leading bit to the top, in stages from the largest distance to the
   smallest, and keeps the precision, one bit more, and whether anything follows. A result below the
   least normal exponent is shifted down again. Then exponent and fraction are one number: rounding
   up adds 1 to it, and carries into the exponent do what they should, from subnormal numbers to
   normal ones and from the largest to infinity. With a constant rounding mode most of the decision
   folds away. */
#include "solver/blast_float_parts.h"
#include "solver/blast_word.h"

#include <string.h>

void float_lits_const(unsigned width, float_bits value, gate_lit *out) {
  for (unsigned i = 0; i < width; i++) out[i] = value >> i & 1 ? GATE_TRUE : GATE_FALSE;
}

void float_lits_add_const(struct gates *gates, unsigned width, const gate_lit *a, int64_t value,
                          gate_lit *out) {
  gate_lit constant[FLOAT_EXPONENT];
  word_const(width, (uint64_t)value, constant);
  word_add(gates, width, a, constant, GATE_FALSE, out);
}

void float_lits_subtract(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                         gate_lit *out) {
  gate_lit negated[FLOAT_MOST_BITS];
  for (unsigned i = 0; i < width; i++) negated[i] = gate_not(b[i]);
  word_add(gates, width, a, negated, GATE_TRUE, out);
}

void float_lits_override(struct gates *gates, const struct float_format *format, gate_lit condition,
                         float_bits magnitude, gate_lit is_negative, gate_lit *out) {
  gate_lit constant[FLOAT_MAX_WIDTH];
  float_lits_const(format->width, magnitude, constant);
  constant[format->width - 1] = is_negative;
  word_mux(gates, format->width, condition, constant, out, out);
}

/* Taking apart. */

void float_lits_unpack(struct gates *gates, const struct float_format *format, const gate_lit *a,
                       struct float_lits *out) {
  unsigned bits = format->exponent_bits, fraction = format->precision - 1;
  unsigned wide = float_exponent_bits(format);
  const gate_lit *field = a + format->fraction_bits;
  gate_lit has_exponent = word_any(gates, bits, field), is_top = GATE_TRUE;
  for (unsigned i = 0; i < bits; i++) is_top = gate_and(gates, is_top, field[i]);
  gate_lit has_fraction = word_any(gates, fraction, a);
  bool is_explicit = format->fraction_bits == format->precision;
  gate_lit leading = is_explicit ? a[fraction] : has_exponent;
  memcpy(out->significand, a, fraction * sizeof *a);
  out->significand[fraction] = leading;
  out->is_negative = a[format->width - 1];
  out->is_invalid = gate_and(gates, has_exponent, gate_not(leading));
  out->is_nan = gate_or(gates, gate_and(gates, is_top, has_fraction), out->is_invalid);
  out->is_infinite = gate_and(gates, is_top, gate_not(out->is_nan));
  gate_lit is_small = gate_not(has_exponent);
  out->is_zero = gate_and(gates, is_small, gate_not(has_fraction));
  if (is_explicit) out->is_zero = gate_and(gates, out->is_zero, gate_not(leading));
  gate_lit raw[FLOAT_EXPONENT];
  word_const(wide, 0, raw);
  memcpy(raw, field, bits * sizeof *raw);
  raw[0] = gate_or(gates, raw[0], is_small);
  float_lits_add_const(gates, wide, raw, -format->bias, out->exponent);
}

/* Moves the leading bit to the top; amount gets the distance. */
static unsigned normalise(struct gates *gates, unsigned width, gate_lit *a, gate_lit *amount) {
  unsigned stages = 0;
  while (1u << stages < width) stages++;
  for (unsigned k = stages; k-- > 0;) {
    unsigned distance = 1u << k;
    gate_lit moves = gate_not(word_any(gates, distance, a + width - distance));
    for (unsigned i = width; i-- > 0;)
      a[i] = gate_mux(gates, moves, i >= distance ? a[i - distance] : GATE_FALSE, a[i]);
    amount[k] = moves;
  }
  return stages;
}

static void lower_exponent(struct gates *gates, unsigned width, gate_lit *exponent, unsigned bits,
                           const gate_lit *amount) {
  gate_lit wide[FLOAT_EXPONENT];
  word_const(width, 0, wide);
  memcpy(wide, amount, bits * sizeof *wide);
  float_lits_subtract(gates, width, exponent, wide, exponent);
}

void float_lits_normalise(struct gates *gates, const struct float_format *format,
                          struct float_lits *a) {
  gate_lit amount[FLOAT_EXPONENT];
  unsigned bits = normalise(gates, format->precision, a->significand, amount);
  lower_exponent(gates, float_exponent_bits(format), a->exponent, bits, amount);
  a->significand[format->precision - 1] = GATE_TRUE;
}

void float_lits_shift_sticky(struct gates *gates, unsigned width, gate_lit *a,
                             unsigned amount_width, const gate_lit *amount) {
  unsigned stage = 0;
  for (; stage < amount_width && 1u << stage < width; stage++) {
    unsigned distance = 1u << stage;
    gate_lit lost = word_any(gates, distance, a);
    for (unsigned i = 0; i < width; i++)
      a[i] =
          gate_mux(gates, amount[stage], i + distance < width ? a[i + distance] : GATE_FALSE, a[i]);
    a[0] = gate_or(gates, a[0], gate_and(gates, amount[stage], lost));
  }
  gate_lit is_far = word_any(gates, amount_width - stage, amount + stage);
  gate_lit rest = word_any(gates, width, a);
  for (unsigned i = 1; i < width; i++) a[i] = gate_and(gates, a[i], gate_not(is_far));
  a[0] = gate_mux(gates, is_far, rest, a[0]);
}

/* Rounding. */

gate_lit float_lits_mode_is(struct gates *gates, const gate_lit *rounding,
                            enum float_rounding mode) {
  gate_lit constant[FLOAT_ROUNDING_BITS];
  word_const(FLOAT_ROUNDING_BITS, mode, constant);
  return word_equal(gates, FLOAT_ROUNDING_BITS, rounding, constant);
}

static gate_lit rounds_away(struct gates *gates, const gate_lit *rounding, gate_lit is_negative) {
  gate_lit is_down = float_lits_mode_is(gates, rounding, FLOAT_DOWN);
  gate_lit is_up = float_lits_mode_is(gates, rounding, FLOAT_UP);
  return gate_or(gates, gate_and(gates, is_down, is_negative),
                 gate_and(gates, is_up, gate_not(is_negative)));
}

/* Neither of the three modes that look at the side only. */
static gate_lit rounds_to_nearest(struct gates *gates, const gate_lit *rounding) {
  gate_lit is_directed = float_lits_mode_is(gates, rounding, FLOAT_DOWN);
  is_directed = gate_or(gates, is_directed, float_lits_mode_is(gates, rounding, FLOAT_UP));
  is_directed = gate_or(gates, is_directed, float_lits_mode_is(gates, rounding, FLOAT_TO_ZERO));
  return gate_not(is_directed);
}

gate_lit float_lits_rounds_up(struct gates *gates, const gate_lit *rounding, gate_lit is_negative,
                              gate_lit lowest, gate_lit half, gate_lit rest) {
  gate_lit ties_away = float_lits_mode_is(gates, rounding, FLOAT_NEAREST_AWAY);
  gate_lit above = gate_or(gates, gate_or(gates, rest, lowest), ties_away);
  gate_lit nearest = gate_and(gates, rounds_to_nearest(gates, rounding), half);
  gate_lit inexact = gate_or(gates, half, rest);
  return gate_or(gates, gate_and(gates, nearest, above),
                 gate_and(gates, rounds_away(gates, rounding, is_negative), inexact));
}

/* What is kept of a significand with its leading bit on top: precision, one more, and the rest. */
static void keep_top(struct gates *gates, unsigned precision, const struct float_unrounded *number,
                     gate_lit *kept) {
  unsigned low = number->width - precision - 1;
  memcpy(kept + 1, number->significand + low, (precision + 1) * sizeof *kept);
  kept[0] = word_any(gates, low, number->significand);
}

/* The exponent above the least normal one, and whether it is below; then shifts down. */
static gate_lit make_subnormal(struct gates *gates, const struct float_format *format,
                               struct float_unrounded *number, gate_lit *kept) {
  unsigned width = number->exponent_bits;
  gate_lit below[FLOAT_EXPONENT], zero[FLOAT_EXPONENT];
  word_const(width, 0, zero);
  float_lits_add_const(gates, width, number->exponent, format->bias - 1, number->exponent);
  gate_lit is_below = number->exponent[width - 1];
  float_lits_subtract(gates, width, zero, number->exponent, below);
  for (unsigned i = 0; i < width; i++) below[i] = gate_and(gates, below[i], is_below);
  float_lits_shift_sticky(gates, format->precision + 2, kept, width, below);
  for (unsigned i = 0; i < width; i++)
    number->exponent[i] = gate_and(gates, number->exponent[i], gate_not(is_below));
  return is_below;
}

static void pack(struct gates *gates, const struct float_format *format, const gate_lit *fraction,
                 const gate_lit *exponent, gate_lit is_negative, gate_lit *out) {
  unsigned bits = format->precision - 1;
  memcpy(out, fraction, bits * sizeof *out);
  if (format->fraction_bits == format->precision)
    out[bits] = word_any(gates, format->exponent_bits, exponent);
  memcpy(out + format->fraction_bits, exponent, format->exponent_bits * sizeof *out);
  out[format->width - 1] = is_negative;
}

/* To infinity, or to the largest number. */
static void overflow(struct gates *gates, const struct float_format *format,
                     const gate_lit *rounding, gate_lit is_too_large, gate_lit is_negative,
                     gate_lit *out) {
  gate_lit is_up =
      gate_or(gates, rounds_to_nearest(gates, rounding), rounds_away(gates, rounding, is_negative));
  float_lits_override(gates, format, gate_and(gates, is_too_large, is_up),
                      float_infinity(format, false), is_negative, out);
  float_lits_override(gates, format, gate_and(gates, is_too_large, gate_not(is_up)),
                      float_largest(format, false), is_negative, out);
}

void float_lits_round(struct gates *gates, const struct float_format *format,
                      const gate_lit *rounding, struct float_unrounded *number, gate_lit *out) {
  unsigned precision = format->precision, bits = format->exponent_bits;
  unsigned wide = number->exponent_bits;
  gate_lit amount[FLOAT_EXPONENT], kept[FLOAT_MOST_PRECISION + 2], top[FLOAT_EXPONENT];
  gate_lit is_zero = gate_not(word_any(gates, number->width, number->significand));
  unsigned stages = normalise(gates, number->width, number->significand, amount);
  lower_exponent(gates, wide, number->exponent, stages, amount);
  keep_top(gates, precision, number, kept);
  gate_lit is_below = make_subnormal(gates, format, number, kept);
  word_const(wide, float_top_exponent(format) - 1, top);
  gate_lit is_too_large = gate_not(word_less(gates, wide, number->exponent, top, false));
  is_too_large = gate_and(gates, is_too_large, gate_not(is_below));
  gate_lit carry =
      float_lits_rounds_up(gates, rounding, number->is_negative, kept[2], kept[1], kept[0]);
  for (unsigned i = 2; i <= precision; i++) {
    gate_lit bit = kept[i];
    kept[i] = gate_xor(gates, bit, carry);
    carry = gate_and(gates, bit, carry);
  }
  gate_lit leading[FLOAT_EXPONENT], exponent[FLOAT_EXPONENT], is_top = GATE_TRUE;
  word_const(bits, 0, leading);
  leading[0] = kept[precision + 1];
  word_add(gates, bits, number->exponent, leading, carry, exponent);
  for (unsigned i = 0; i < bits; i++) is_top = gate_and(gates, is_top, exponent[i]);
  pack(gates, format, kept + 2, exponent, number->is_negative, out);
  overflow(gates, format, rounding, gate_or(gates, is_too_large, is_top), number->is_negative, out);
  float_lits_override(gates, format, is_zero, 0, number->is_negative, out);
}
