/* Conversions between formats and from and to integers. */
#include "expr/softfloat.h"
#include "expr/softfloat_parts.h"
#include "expr/words.h"

#include <string.h>

enum { MOST_WORDS = 1024 / 64 };

static struct float_exact exact_of(struct float_parts parts) {
  return (struct float_exact){.is_negative = parts.is_negative,
                              .exponent = parts.exponent,
                              .significand = parts.significand};
}

float_bits float_to_integral(unsigned width, unsigned rounding, float_bits a) {
  struct float_format format = float_format(width);
  struct float_parts x = float_unpack(&format, a);
  if (x.class == FLOAT_CLASS_NAN) return float_choose_nan(&format, a, a);
  if (x.class == FLOAT_CLASS_INFINITE) return a;
  struct float_exact exact = exact_of(x);
  if (x.exponent < 0) {
    exact.significand = float_drop(rounding, &exact, -x.exponent);
    exact.exponent = 0;
  }
  return float_round(&format, rounding, exact);
}

/* The payload keeps its highest bits. */
static float_bits convert_nan(const struct float_format *from, const struct float_format *to,
                              float_bits a) {
  a = float_choose_nan(from, a, a);
  uint64_t payload = (uint64_t)a << (64 - (from->precision - 1));
  float_bits shifted = payload >> (64 - (to->precision - 1));
  return float_infinity(to, float_is_negative(from, a)) | shifted;
}

float_bits float_convert(unsigned from, unsigned to, unsigned rounding, float_bits a) {
  struct float_format source = float_format(from), target = float_format(to);
  struct float_parts x = float_unpack(&source, a);
  if (x.class == FLOAT_CLASS_NAN) return convert_nan(&source, &target, a);
  if (x.class == FLOAT_CLASS_INFINITE) return float_infinity(&target, x.is_negative);
  return float_round(&target, rounding, exact_of(x));
}

static void least_signed(unsigned width, uint64_t *out) {
  memset(out, 0, (width + 63) / 64 * sizeof *out);
  out[(width - 1) / 64] = (uint64_t)1 << ((width - 1) % 64);
}

static void negate(unsigned width, uint64_t *words) {
  bool carry = true;
  for (unsigned k = 0; k < (width + 63) / 64; k++) {
    words[k] = ~words[k] + carry;
    carry = carry && words[k] == 0;
  }
  if (width % 64) words[width / 64] &= value_mask(width % 64);
}

void float_to_signed(unsigned from, unsigned to, unsigned rounding, float_bits a, uint64_t *out) {
  struct float_format format = float_format(from);
  struct float_parts x = float_unpack(&format, a);
  struct float_exact exact = exact_of(x);
  float_wide whole = x.exponent < 0 ? float_drop(rounding, &exact, -x.exponent) : x.significand;
  int up = x.exponent < 0 ? 0 : x.exponent;
  least_signed(to, out);
  /* The least number itself is the only one with as many bits as the type. */
  if (x.class != FLOAT_CLASS_FINITE) return;
  if (whole != 0 && (int)float_wide_length(whole) + up >= (int)to) return;
  memset(out, 0, (to + 63) / 64 * sizeof *out);
  for (unsigned bit = 0; whole != 0 && bit < float_wide_length(whole); bit++) {
    unsigned at = bit + (unsigned)up;
    if (whole >> bit & 1) out[at / 64] |= (uint64_t)1 << (at % 64);
  }
  if (x.is_negative) negate(to, out);
}

float_bits float_from_signed(unsigned from, unsigned to, unsigned rounding, const uint64_t *words) {
  struct float_format format = float_format(to);
  uint64_t magnitude[MOST_WORDS];
  unsigned count = (from + 63) / 64;
  memcpy(magnitude, words, count * sizeof *words);
  struct float_exact exact = {.is_negative = words_bit(words, from - 1)};
  if (exact.is_negative) negate(from, magnitude);
  unsigned low = count > 4 ? count - 4 : 0;
  while (low > 0 && magnitude[low + 3] == 0) low--;
  for (unsigned k = 0; k < low; k++) exact.is_inexact |= magnitude[k] != 0;
  for (unsigned k = low; k < count && k < low + 4; k++)
    exact.significand |= (float_wide)magnitude[k] << (64 * (k - low));
  exact.exponent = (int)(64 * low);
  return float_round(&format, rounding, exact);
}
