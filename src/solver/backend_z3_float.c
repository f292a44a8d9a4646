/* Floating point in Z3's own theory, which is independent of our circuits and so their judge.

   The theory has one NaN, and ours come from operands, so bits of NaNs are chosen by ites next to
   the operation. x87 numbers are the theory's numbers of 15 and 64 bits, with their leading bit
   taken out and put back in. */
#include "solver/backend_z3_float.h"

#include "expr/expr.h"
#include "expr/softfloat.h"
#include "util/fault.h"

#define KEEP(term) z3_terms_keep(terms, (term))

/* Sorts are terms too. */
static Z3_sort keep_sort(struct z3_terms *terms, Z3_sort sort) {
  KEEP(Z3_sort_to_ast(terms->context, sort));
  return sort;
}

static Z3_sort format_sort(struct z3_terms *terms, const struct float_format *format) {
  return keep_sort(terms, Z3_mk_fpa_sort(terms->context, format->exponent_bits, format->precision));
}

static Z3_ast make_bits(struct z3_terms *terms, unsigned width, float_bits value) {
  bool bits[FLOAT_MAX_WIDTH];
  for (unsigned i = 0; i < width; i++) bits[i] = value >> i & 1;
  return KEEP(Z3_mk_bv_numeral(terms->context, width, bits));
}

static Z3_ast extract(struct z3_terms *terms, Z3_ast bits, unsigned low, unsigned width) {
  return KEEP(Z3_mk_extract(terms->context, low + width - 1, low, bits));
}

static Z3_ast equals(struct z3_terms *terms, Z3_ast a, unsigned width, float_bits value) {
  return KEEP(Z3_mk_eq(terms->context, a, make_bits(terms, width, value)));
}

static Z3_ast choose(struct z3_terms *terms, Z3_ast condition, Z3_ast a, Z3_ast b) {
  return KEEP(Z3_mk_ite(terms->context, condition, a, b));
}

static Z3_ast both(struct z3_terms *terms, Z3_ast a, Z3_ast b) {
  Z3_ast list[] = {a, b};
  return KEEP(Z3_mk_and(terms->context, 2, list));
}

static Z3_ast either(struct z3_terms *terms, Z3_ast a, Z3_ast b) {
  Z3_ast list[] = {a, b};
  return KEEP(Z3_mk_or(terms->context, 2, list));
}

static Z3_ast rounding_mode(struct z3_terms *terms, Z3_ast bits) {
  Z3_context context = terms->context;
  Z3_ast mode = KEEP(Z3_mk_fpa_rne(context));
  mode = choose(terms, equals(terms, bits, FLOAT_ROUNDING_BITS, FLOAT_DOWN),
                KEEP(Z3_mk_fpa_rtn(context)), mode);
  mode = choose(terms, equals(terms, bits, FLOAT_ROUNDING_BITS, FLOAT_UP),
                KEEP(Z3_mk_fpa_rtp(context)), mode);
  mode = choose(terms, equals(terms, bits, FLOAT_ROUNDING_BITS, FLOAT_TO_ZERO),
                KEEP(Z3_mk_fpa_rtz(context)), mode);
  return choose(terms, equals(terms, bits, FLOAT_ROUNDING_BITS, FLOAT_NEAREST_AWAY),
                KEEP(Z3_mk_fpa_rna(context)), mode);
}

/* From and to bits. */

struct number {
  Z3_ast bits, value;
  Z3_ast is_nan;
  Z3_ast is_invalid; /* x87 only, else NULL */
};

static Z3_ast value_of_x87(struct z3_terms *terms, const struct float_format *format,
                           struct number *number) {
  Z3_context context = terms->context;
  Z3_ast sign = extract(terms, number->bits, 79, 1),
         exponent = extract(terms, number->bits, 64, 15);
  Z3_ast is_leading = equals(terms, extract(terms, number->bits, 63, 1), 1, 1);
  Z3_ast is_small = equals(terms, exponent, 15, 0);
  exponent = choose(terms, both(terms, is_small, is_leading), make_bits(terms, 15, 1), exponent);
  Z3_ast value = KEEP(Z3_mk_fpa_fp(context, sign, exponent, extract(terms, number->bits, 0, 63)));
  number->is_invalid = KEEP(Z3_mk_not(context, either(terms, is_small, is_leading)));
  Z3_ast nan = KEEP(Z3_mk_fpa_nan(context, format_sort(terms, format)));
  return choose(terms, number->is_invalid, nan, value);
}

static struct number number_of(struct z3_terms *terms, const struct float_format *format,
                               Z3_ast bits) {
  struct number number = {.bits = bits};
  if (format->width == 80)
    number.value = value_of_x87(terms, format, &number);
  else
    number.value = KEEP(Z3_mk_fpa_to_fp_bv(terms->context, bits, format_sort(terms, format)));
  number.is_nan = KEEP(Z3_mk_fpa_is_nan(terms->context, number.value));
  return number;
}

/* A NaN becomes the default one. */
static Z3_ast bits_of(struct z3_terms *terms, const struct float_format *format, Z3_ast value) {
  Z3_context context = terms->context;
  Z3_ast bits = KEEP(Z3_mk_fpa_to_ieee_bv(context, value));
  if (format->width == 80) {
    Z3_ast is_small = equals(terms, extract(terms, bits, 63, 15), 15, 0);
    Z3_ast leading = choose(terms, is_small, make_bits(terms, 1, 0), make_bits(terms, 1, 1));
    Z3_ast low = KEEP(Z3_mk_concat(context, leading, extract(terms, bits, 0, 63)));
    bits = KEEP(Z3_mk_concat(context, extract(terms, bits, 63, 16), low));
  }
  Z3_ast is_nan = KEEP(Z3_mk_fpa_is_nan(context, value));
  return choose(terms, is_nan, make_bits(terms, format->width, float_default_nan(format)), bits);
}

/* NaNs. */

static Z3_ast quiet(struct z3_terms *terms, const struct float_format *format, Z3_ast bits) {
  float_bits bit = (float_bits)1 << (format->precision - 2);
  return KEEP(Z3_mk_bvor(terms->context, bits, make_bits(terms, format->width, bit)));
}

/* x87's order of two NaNs. */
static Z3_ast is_second_larger(struct z3_terms *terms, const struct number *a,
                               const struct number *b) {
  Z3_context context = terms->context;
  Z3_ast a_quiet = extract(terms, a->bits, 62, 1), b_quiet = extract(terms, b->bits, 62, 1);
  Z3_ast x = extract(terms, a->bits, 0, 63), y = extract(terms, b->bits, 0, 63);
  Z3_ast by_sign = both(terms, equals(terms, extract(terms, a->bits, 79, 1), 1, 1),
                        equals(terms, extract(terms, b->bits, 79, 1), 1, 0));
  Z3_ast same = both(terms, KEEP(Z3_mk_eq(context, x, y)), by_sign);
  Z3_ast larger = either(terms, KEEP(Z3_mk_bvult(context, x, y)), same);
  return choose(terms, KEEP(Z3_mk_eq(context, a_quiet, b_quiet)), larger,
                equals(terms, b_quiet, 1, 1));
}

/* The first if it is a NaN, else the second; of bits and is_nan only. */
static struct number choose_nan(struct z3_terms *terms, const struct float_format *format,
                                const struct number *a, const struct number *b) {
  struct number chosen = {.is_nan = either(terms, a->is_nan, b->is_nan)};
  Z3_ast takes_first = a->is_nan;
  if (format->width == 80) {
    Z3_ast is_second = both(terms, is_second_larger(terms, a, b), b->is_nan);
    takes_first = both(terms, takes_first, KEEP(Z3_mk_not(terms->context, is_second)));
  }
  chosen.bits = choose(terms, takes_first, a->bits, b->bits);
  return chosen;
}

static Z3_ast put_nan(struct z3_terms *terms, const struct float_format *format,
                      const struct number *nan, Z3_ast bits) {
  return choose(terms, nan->is_nan, quiet(terms, format, nan->bits), bits);
}

static Z3_ast put_invalid(struct z3_terms *terms, const struct float_format *format,
                          const struct number *a, Z3_ast bits) {
  if (a->is_invalid == NULL) return bits;
  Z3_ast nan = make_bits(terms, format->width, float_default_nan(format));
  return choose(terms, a->is_invalid, nan, bits);
}

/* Operations. */

/* fmod from the theory's remainder, whose quotient is rounded to nearest. */
static Z3_ast remainder_of(struct z3_terms *terms, Z3_ast a, Z3_ast b) {
  Z3_context context = terms->context;
  Z3_ast x = KEEP(Z3_mk_fpa_abs(context, a)), y = KEEP(Z3_mk_fpa_abs(context, b));
  Z3_ast rest = KEEP(Z3_mk_fpa_rem(context, x, y));
  Z3_ast more = KEEP(Z3_mk_fpa_add(context, KEEP(Z3_mk_fpa_rne(context)), rest, y));
  Z3_ast is_zero = KEEP(Z3_mk_fpa_is_zero(context, rest));
  Z3_ast is_less =
      both(terms, KEEP(Z3_mk_fpa_is_negative(context, rest)), KEEP(Z3_mk_not(context, is_zero)));
  rest = KEEP(Z3_mk_fpa_abs(context, choose(terms, is_less, more, rest)));
  Z3_ast is_negative = KEEP(Z3_mk_fpa_is_negative(context, a));
  return choose(terms, is_negative, KEEP(Z3_mk_fpa_neg(context, rest)), rest);
}

static Z3_ast make_binary(struct z3_terms *terms, const struct expr *e, const Z3_ast *children) {
  Z3_context context = terms->context;
  struct float_format format = float_format(e->width);
  bool is_rounded = e->kind != EXPR_FREM;
  Z3_ast mode = is_rounded ? rounding_mode(terms, children[0]) : NULL, value;
  struct number a = number_of(terms, &format, children[is_rounded]);
  struct number b = number_of(terms, &format, children[is_rounded + 1]);
  switch (e->kind) {
  case EXPR_FADD: value = KEEP(Z3_mk_fpa_add(context, mode, a.value, b.value)); break;
  case EXPR_FSUB: value = KEEP(Z3_mk_fpa_sub(context, mode, a.value, b.value)); break;
  case EXPR_FMUL: value = KEEP(Z3_mk_fpa_mul(context, mode, a.value, b.value)); break;
  case EXPR_FDIV: value = KEEP(Z3_mk_fpa_div(context, mode, a.value, b.value)); break;
  default: value = remainder_of(terms, a.value, b.value); break;
  }
  struct number nan = choose_nan(terms, &format, &a, &b);
  Z3_ast bits = put_nan(terms, &format, &nan, bits_of(terms, &format, value));
  bits = put_invalid(terms, &format, &a, bits);
  return put_invalid(terms, &format, &b, bits);
}

static Z3_ast make_fused(struct z3_terms *terms, const struct expr *e, const Z3_ast *children) {
  Z3_context context = terms->context;
  struct float_format format = float_format(e->width);
  unsigned width = format.width;
  Z3_ast mode = rounding_mode(terms, children[0]);
  struct number a = number_of(terms, &format, extract(terms, children[1], width, width));
  struct number b = number_of(terms, &format, extract(terms, children[1], 0, width));
  struct number c = number_of(terms, &format, children[2]);
  Z3_ast value = KEEP(Z3_mk_fpa_fma(context, mode, a.value, b.value, c.value));
  struct number product = choose_nan(terms, &format, &b, &a);
  product.bits = quiet(terms, &format, product.bits);
  if (width == 80) { /* multiplied first */
    Z3_ast is_nan =
        KEEP(Z3_mk_fpa_is_nan(context, KEEP(Z3_mk_fpa_mul(context, mode, a.value, b.value))));
    Z3_ast nan = make_bits(terms, width, float_default_nan(&format));
    product.bits = choose(terms, product.is_nan, product.bits, nan);
    product.is_nan = is_nan;
  }
  struct number nan = choose_nan(terms, &format, &product, &c);
  Z3_ast bits = put_nan(terms, &format, &nan, bits_of(terms, &format, value));
  bits = put_invalid(terms, &format, &a, bits);
  bits = put_invalid(terms, &format, &b, bits);
  return put_invalid(terms, &format, &c, bits);
}

static Z3_ast make_unary(struct z3_terms *terms, const struct expr *e, const Z3_ast *children) {
  Z3_context context = terms->context;
  struct float_format format = float_format(e->width);
  Z3_ast mode = rounding_mode(terms, children[0]);
  struct number a = number_of(terms, &format, children[1]);
  Z3_ast value = KEEP(e->kind == EXPR_FSQRT ? Z3_mk_fpa_sqrt(context, mode, a.value)
                                            : Z3_mk_fpa_round_to_integral(context, mode, a.value));
  Z3_ast bits = put_nan(terms, &format, &a, bits_of(terms, &format, value));
  return put_invalid(terms, &format, &a, bits);
}

static Z3_ast make_conversion(struct z3_terms *terms, const struct expr *e,
                              const Z3_ast *children) {
  Z3_context context = terms->context;
  struct float_format from = float_format(expr_child(e, 1)->width), to = float_format(e->width);
  struct number a = number_of(terms, &from, children[1]);
  Z3_ast value = KEEP(Z3_mk_fpa_to_fp_float(context, rounding_mode(terms, children[0]), a.value,
                                            format_sort(terms, &to)));
  /* The payload keeps its high bits. */
  unsigned from_bits = from.precision - 1, to_bits = to.precision - 1;
  unsigned common = from_bits < to_bits ? from_bits : to_bits;
  Z3_ast payload = extract(terms, a.bits, from_bits - common, common);
  if (common < to_bits)
    payload = KEEP(Z3_mk_concat(context, payload, make_bits(terms, to_bits - common, 0)));
  Z3_ast sign = extract(terms, a.bits, from.width - 1, 1);
  unsigned top = to.width - 1 - to_bits;
  Z3_ast high =
      KEEP(Z3_mk_concat(context, sign, make_bits(terms, top, ((float_bits)1 << top) - 1)));
  struct number nan = {.is_nan = a.is_nan, .bits = KEEP(Z3_mk_concat(context, high, payload))};
  Z3_ast bits = put_nan(terms, &to, &nan, bits_of(terms, &to, value));
  return put_invalid(terms, &to, &a, bits);
}

/* 2^exponent, which the format must have as a normal number. */
static Z3_ast power_of_two(struct z3_terms *terms, const struct float_format *format,
                           unsigned exponent, bool is_negative) {
  Z3_context context = terms->context;
  unsigned field = (unsigned)format->bias + exponent;
  return KEEP(Z3_mk_fpa_fp(context, make_bits(terms, 1, is_negative),
                           make_bits(terms, format->exponent_bits, field),
                           make_bits(terms, format->precision - 1, 0)));
}

static Z3_ast make_integer(struct z3_terms *terms, const struct expr *e, const Z3_ast *children) {
  Z3_context context = terms->context;
  struct float_format format = float_format(expr_child(e, 1)->width);
  struct number a = number_of(terms, &format, children[1]);
  Z3_ast mode = rounding_mode(terms, children[0]);
  Z3_ast whole = KEEP(Z3_mk_fpa_round_to_integral(context, mode, a.value));
  Z3_ast fits = KEEP(
      Z3_mk_not(context, either(terms, a.is_nan, KEEP(Z3_mk_fpa_is_infinite(context, a.value)))));
  if (e->width <= (unsigned)format.bias + 1) {
    Z3_ast above = power_of_two(terms, &format, e->width - 1, false);
    Z3_ast below = power_of_two(terms, &format, e->width - 1, true);
    fits = both(terms, fits, KEEP(Z3_mk_fpa_lt(context, whole, above)));
    fits = both(terms, fits, KEEP(Z3_mk_fpa_leq(context, below, whole)));
  }
  Z3_ast integer = KEEP(Z3_mk_fpa_to_sbv(context, mode, a.value, e->width));
  Z3_ast one = KEEP(Z3_mk_int(context, 1, keep_sort(terms, Z3_mk_bv_sort(context, e->width))));
  Z3_ast most = KEEP(
      Z3_mk_int(context, (int)e->width - 1, keep_sort(terms, Z3_mk_bv_sort(context, e->width))));
  Z3_ast least = e->width == 1 ? one : KEEP(Z3_mk_bvshl(context, one, most));
  return choose(terms, fits, integer, least);
}

static Z3_ast make_comparison(struct z3_terms *terms, const struct expr *e,
                              const Z3_ast *children) {
  Z3_context context = terms->context;
  struct float_format format = float_format(expr_child(e, 1)->width);
  struct number a = number_of(terms, &format, children[0]);
  struct number b = number_of(terms, &format, children[1]);
  switch (e->kind) {
  case EXPR_FEQ: return KEEP(Z3_mk_fpa_eq(context, a.value, b.value));
  case EXPR_FLT: return KEEP(Z3_mk_fpa_lt(context, a.value, b.value));
  default: return KEEP(Z3_mk_fpa_leq(context, a.value, b.value));
  }
}

static Z3_ast make_from_integer(struct z3_terms *terms, const struct expr *e,
                                const Z3_ast *children) {
  struct float_format format = float_format(e->width);
  Z3_ast value = KEEP(Z3_mk_fpa_to_fp_signed(terms->context, rounding_mode(terms, children[0]),
                                             children[1], format_sort(terms, &format)));
  return bits_of(terms, &format, value);
}

Z3_ast z3_float_make(struct z3_terms *terms, const struct expr *e, const Z3_ast *children) {
  switch (e->kind) {
  case EXPR_FADD:
  case EXPR_FSUB:
  case EXPR_FMUL:
  case EXPR_FDIV:
  case EXPR_FREM: return make_binary(terms, e, children);
  case EXPR_FMA: return make_fused(terms, e, children);
  case EXPR_FSQRT:
  case EXPR_FRINT: return make_unary(terms, e, children);
  case EXPR_FCONV: return make_conversion(terms, e, children);
  case EXPR_FTOSI: return make_integer(terms, e, children);
  case EXPR_SITOF: return make_from_integer(terms, e, children);
  case EXPR_FEQ:
  case EXPR_FLT:
  case EXPR_FLE: return make_comparison(terms, e, children);
  default: FAULT("no Z3 term for floating-point expressions of kind %d", e->kind);
  }
}
