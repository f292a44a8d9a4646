/* Numbers of queries. Each branch on the way multiplies them, so they exceed the range of any
   floating-point type: a loop of a thousand rounds with ten branches makes 10^2000 of them. Only
   their order of magnitude matters, so a number is a double with a separate exponent: mantissa *
   2^(256 scale). */
#ifndef ANALYSIS_QUERY_NUMBER_H
#define ANALYSIS_QUERY_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Never negative. mantissa is below 2^256, and at least 1 unless scale is 0. */
struct query_number {
  double mantissa;
  int32_t scale;
};

#define QUERY_NUMBER_STEP 0x1p256
#define QUERY_NUMBER_ZERO ((struct query_number){0, 0})

/* 1 + g + … + g^(n - 1), and g^n; n is an integer. */
struct query_number query_number_sum_powers(struct query_number g, double n);
struct query_number query_number_power(struct query_number g, double n);
double query_number_log2(struct query_number number); /* of a number above 0 */
/* Writes it in decimal, with an exponent if needed, like C's %g. */
enum { QUERY_NUMBER_TEXT = 40 };
void query_number_print(struct query_number number, int digits, char text[QUERY_NUMBER_TEXT]);

/* Exponents saturate here, which a loop of 10^12 rounds reaches. */
#define QUERY_NUMBER_MAX_SCALE ((int32_t)1 << 29)

static inline struct query_number query_number_normal(double mantissa, int32_t scale) {
  while (mantissa < 1 && scale > 0) {
    if (mantissa == 0) return QUERY_NUMBER_ZERO;
    mantissa *= QUERY_NUMBER_STEP;
    scale--;
  }
  if (mantissa >= QUERY_NUMBER_STEP) {
    mantissa /= QUERY_NUMBER_STEP;
    scale++;
  }
  if (scale > QUERY_NUMBER_MAX_SCALE) scale = QUERY_NUMBER_MAX_SCALE;
  return (struct query_number){mantissa, scale};
}

/* From a double in [0, 2^512). */
static inline struct query_number query_number_of(double value) {
  return query_number_normal(value, 0);
}

static inline bool query_number_is_zero(struct query_number a) { return a.mantissa == 0; }
static inline bool query_number_less(struct query_number a, struct query_number b) {
  return a.scale != b.scale ? a.scale < b.scale : a.mantissa < b.mantissa;
}
static inline struct query_number query_number_lesser(struct query_number a,
                                                      struct query_number b) {
  return query_number_less(a, b) ? a : b;
}

static inline struct query_number query_number_add(struct query_number a, struct query_number b) {
  if (a.scale < b.scale) {
    struct query_number swapped = a;
    a = b;
    b = swapped;
  }
  if (a.scale - b.scale > 1) return a;
  double rest = a.scale == b.scale ? b.mantissa : b.mantissa / QUERY_NUMBER_STEP;
  return query_number_normal(a.mantissa + rest, a.scale);
}

static inline struct query_number query_number_times(struct query_number a, struct query_number b) {
  return query_number_normal(a.mantissa * b.mantissa, a.scale + b.scale);
}

/* Times a factor in [0, 2^256). */
static inline struct query_number query_number_scaled(struct query_number a, double factor) {
  return query_number_normal(a.mantissa * factor, a.scale);
}

#endif
