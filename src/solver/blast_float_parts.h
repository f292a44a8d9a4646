/* Numbers taken apart into words of literals, and the one rounder; shared by the translations of
   floating-point operations.

   Taking a number apart costs next to nothing, since the significand of a subnormal number stays as
   it is: sums and products need no leading bit, and the rounder looks for it anyway. Quotients,
   roots and fused sums normalise their operands first. Gates are shared, so operations on the same
   number share that too. */
#ifndef SOLVER_BLAST_FLOAT_PARTS_H
#define SOLVER_BLAST_FLOAT_PARTS_H

#include "expr/expr.h"
#include "expr/softfloat.h"
#include "solver/blast_gates.h"

enum {
  FLOAT_MOST_PRECISION = 64,
  FLOAT_EXPONENT = 20,                  /* most bits of a signed exponent */
  FLOAT_MOST_BITS = EXPR_MAX_WIDTH + 8, /* of a significand before rounding */
};

/* The value is significand * 2^(exponent - precision + 1), negated if is_negative; one of the flags
   may say otherwise. */
struct float_lits {
  gate_lit is_negative, is_nan, is_infinite, is_zero, is_invalid;
  gate_lit significand[FLOAT_MOST_PRECISION];
  gate_lit exponent[FLOAT_EXPONENT]; /* signed, float_exponent_bits of the format */
};

/* What is to be rounded: significand * 2^(exponent - width + 1), so the exponent is that of the
   highest bit, which may be 0. The lowest bit is set if anything below it is not 0. */
struct float_unrounded {
  gate_lit is_negative;
  unsigned width; /* at least the precision and two */
  unsigned exponent_bits;
  gate_lit exponent[FLOAT_EXPONENT];
  gate_lit significand[FLOAT_MOST_BITS];
};

/* Enough for sums of two exponents of that format and of the lengths of significands. */
static inline unsigned float_exponent_bits(const struct float_format *format) {
  return format->exponent_bits < 10 ? 14 : format->exponent_bits + 4;
}

void float_lits_unpack(struct gates *gates, const struct float_format *format, const gate_lit *a,
                       struct float_lits *out);
/* Moves the leading bit to the top. What it does to 0 does not matter. */
void float_lits_normalise(struct gates *gates, const struct float_format *format,
                          struct float_lits *a);
/* Signed sums of exponents. */
void float_lits_add_const(struct gates *gates, unsigned width, const gate_lit *a, int64_t value,
                          gate_lit *out);
void float_lits_subtract(struct gates *gates, unsigned width, const gate_lit *a, const gate_lit *b,
                         gate_lit *out);
/* Shifts right; whatever is lost sets the lowest bit. The amount is unsigned. */
void float_lits_shift_sticky(struct gates *gates, unsigned width, gate_lit *a,
                             unsigned amount_width, const gate_lit *amount);
/* Whether the magnitude is rounded up. */
gate_lit float_lits_rounds_up(struct gates *gates, const gate_lit *rounding, gate_lit is_negative,
                              gate_lit lowest, gate_lit half, gate_lit rest);
gate_lit float_lits_mode_is(struct gates *gates, const gate_lit *rounding,
                            enum float_rounding mode);
/* A zero comes out with the sign given. Clobbers the unrounded number. */
void float_lits_round(struct gates *gates, const struct float_format *format,
                      const gate_lit *rounding, struct float_unrounded *number, gate_lit *out);
void float_lits_const(unsigned width, float_bits value, gate_lit *out);
/* out = condition ? constant : out, where the sign of the constant is given. */
void float_lits_override(struct gates *gates, const struct float_format *format, gate_lit condition,
                         float_bits magnitude, gate_lit is_negative, gate_lit *out);

/* The operations without what NaNs need, which comes out as anything; infinities and zeros are
   right. `rounding` are three literals. */
void float_lits_sum(struct gates *gates, const struct float_format *format,
                    const gate_lit *rounding, const gate_lit *a, const gate_lit *b,
                    bool is_difference, gate_lit *out);
void float_lits_product(struct gates *gates, const struct float_format *format,
                        const gate_lit *rounding, const struct float_lits *a,
                        const struct float_lits *b, gate_lit *out);
void float_lits_quotient(struct gates *gates, const struct float_format *format,
                         const gate_lit *rounding, const struct float_lits *a,
                         const struct float_lits *b, gate_lit *out);
void float_lits_fused(struct gates *gates, const struct float_format *format,
                      const gate_lit *rounding, const struct float_lits *a,
                      const struct float_lits *b, const struct float_lits *c,
                      const gate_lit *c_bits, gate_lit *out);
void float_lits_root(struct gates *gates, const struct float_format *format,
                     const gate_lit *rounding, const struct float_lits *a, gate_lit *out);
void float_lits_remainder(struct gates *gates, const struct float_format *format,
                          const struct float_lits *a, const struct float_lits *b,
                          const gate_lit *a_bits, gate_lit *out);
void float_lits_integral(struct gates *gates, const struct float_format *format,
                         const gate_lit *rounding, const struct float_lits *a,
                         const gate_lit *a_bits, gate_lit *out);
void float_lits_convert(struct gates *gates, const struct float_format *from,
                        const struct float_format *to, const gate_lit *rounding,
                        const struct float_lits *a, gate_lit *out);
/* NaNs too. */
void float_lits_to_signed(struct gates *gates, const struct float_format *format, unsigned width,
                          const gate_lit *rounding, const struct float_lits *a, gate_lit *out);
void float_lits_from_signed(struct gates *gates, const struct float_format *format, unsigned width,
                            const gate_lit *rounding, const gate_lit *a, gate_lit *out);

#endif
