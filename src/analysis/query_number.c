/* Powers, sums of powers, and text. */
#include "analysis/query_number.h"

#include <math.h>
#include <stdio.h>

double query_number_log2(struct query_number number) {
  return log2(number.mantissa) + 256 * (double)number.scale;
}

struct query_number query_number_power(struct query_number g, double n) {
  if (n == 0) return query_number_of(1);
  if (query_number_is_zero(g)) return QUERY_NUMBER_ZERO;
  double exponent = n * query_number_log2(g);
  if (exponent < 256) {
    double power = g.scale == 0 ? pow(g.mantissa, n) : exp2(exponent);
    return query_number_of(power);
  }
  double scale = floor(exponent / 256);
  if (scale > QUERY_NUMBER_MAX_SCALE) return (struct query_number){1, QUERY_NUMBER_MAX_SCALE};
  return query_number_normal(exp2(exponent - 256 * scale), (int32_t)scale);
}

struct query_number query_number_sum_powers(struct query_number g, double n) {
  if (n == 0) return QUERY_NUMBER_ZERO;
  if (g.scale == 0 && g.mantissa == 1) return query_number_of(n);
  struct query_number power = query_number_power(g, n);
  if (g.scale > 0) return query_number_power(g, n - 1);
  if (power.scale == 0) return query_number_of((1 - power.mantissa) / (1 - g.mantissa));
  return query_number_scaled(power, 1 / (g.mantissa - 1));
}

void query_number_print(struct query_number number, int digits, char text[QUERY_NUMBER_TEXT]) {
  if (number.scale == 0) {
    snprintf(text, QUERY_NUMBER_TEXT, "%.*g", digits, number.mantissa);
    return;
  }
  double exponent = query_number_log2(number) * log10(2), whole = floor(exponent);
  double mantissa = pow(10, exponent - whole);
  if (mantissa >= 10 - 5 * pow(10, -digits)) {
    mantissa = 1;
    whole++;
  }
  snprintf(text, QUERY_NUMBER_TEXT, "%.*ge+%.0f", digits, mantissa, whole);
}
