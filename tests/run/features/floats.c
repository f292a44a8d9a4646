// float, double and long double: arithmetic, comparison with NaN, conversion,
// special values, bits.
// RUN: %native-diff %s
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static const double samples[] = {0.0, -0.0, 1.0, -1.0, 0.1, 1.0 / 3, 1e-5, 12345.678, -98765.4321, 1e18, -1e18,
                                 1e300, 4.9e-324, DBL_MIN, DBL_MAX, INFINITY, -INFINITY, NAN, 16777217.0, 0.5, 2.5};
#define COUNT (int)(sizeof samples / sizeof *samples)

static uint64_t bits(double d) {
  uint64_t b;
  if (d != d) return 0x7ff8; /* which NaN an operation gives is not fixed */
  memcpy(&b, &d, sizeof b);
  return b;
}
static uint32_t bits_f(float f) {
  uint32_t b;
  if (f != f) return 0x7fc0;
  memcpy(&b, &f, sizeof b);
  return b;
}

static void pairs(void) {
  uint64_t d = 0, f = 0, l = 0, c = 0;
  for (int i = 0; i < COUNT; i++) {
    for (int j = 0; j < COUNT; j++) {
      volatile double a = samples[i], b = samples[j];
      volatile float x = (float)a, y = (float)b;
      volatile long double p = a, q = b;
      d = d * 31 + bits(a + b), d = d * 31 + bits(a - b), d = d * 31 + bits(a * b), d = d * 31 + bits(a / b);
      f = f * 31 + bits_f(x + y), f = f * 31 + bits_f(x - y), f = f * 31 + bits_f(x * y), f = f * 31 + bits_f(x / y);
      l = l * 31 + bits((double)(p + q)), l = l * 31 + bits((double)(p * q / 3)), l = l * 31 + bits((double)(p - q));
      c = c * 3 + (a < b) + (a <= b) * 2 + (a > b) * 4 + (a >= b) * 8 + (a == b) * 16 + (a != b) * 32;
      c = c * 3 + (x < y) + (x == y) * 2 + (p < q) * 4 + (p != q) * 8 + !(a < b) * 16 + !(x >= y) * 32;
      c = c * 3 + isunordered(a, b) + islessgreater(a, b) * 2 + isgreater(p, q) * 4 + (a && b) * 8;
      d = d * 31 + bits(-a) + bits(fabs(b)) + bits(copysign(a, b));
    }
  }
  printf("%016llx %016llx %016llx %016llx\n", (unsigned long long)d, (unsigned long long)f, (unsigned long long)l,
         (unsigned long long)c);
}

static void conversions(void) {
  for (int i = 0; i < COUNT; i++) {
    volatile double a = samples[i];
    printf(isnormal(a) ? "%a %.17g %.9g %Lg " : "%g %.17g %.9g %Lg ", a, a, (double)(float)a, (long double)a);
    printf("%d%d%d%d%d ", isnan(a) != 0, isinf(a) != 0, isfinite(a) != 0, isnormal(a) != 0, signbit(a) != 0);
    if (a > -1e9 && a < 1e9) printf("%d %ld %d %d ", (int)a, (long)(float)a, (short)(int)a, (signed char)(int)a);
    if (a > -1 && a < 4e9) printf("%u %lu ", (unsigned)a, (unsigned long)a);
    if (a > -9e18 && a < 9e18) printf("%lld %lld", (long long)a, (long long)(long double)a);
    printf("\n");
  }
  volatile unsigned long big = 0xfffffffffffffff0;
  volatile long low = INT64_MIN + 1;
  volatile unsigned small = 0xffffffff;
  volatile signed char tiny = -5;
  printf("%g %g %g %g\n", (double)big, (double)(float)big, (double)low, (double)(float)small);
  printf("%.20Lg %.20Lg %g %g\n", (long double)big, (long double)low, (double)tiny, (double)(unsigned char)tiny);
  volatile double edge = 18446744073709549568.0;
  printf("%lu %lu\n", (unsigned long)edge, (unsigned long)(float)9223372036854775808.0f);
}

static void series(void) {
  float f = 0;
  double d = 0;
  long double l = 0;
  for (int i = 1; i <= 1000; i++) f += 1.0f / (float)i, d += 1.0 / i, l += 1.0L / i;
  printf("%.9g %.17g %.21Lg\n", (double)f, d, l);
  double x = 1;
  for (int i = 0; i < 30; i++) x = (x + 2 / x) / 2;
  printf("%.17g\n", x);
  long double factorial = 1;
  for (int i = 1; i <= 30; i++) factorial *= i;
  long double third = 1.0L / 3;
  uint64_t mantissa;
  uint16_t exponent;
  memcpy(&mantissa, &third, 8);
  memcpy(&exponent, (char *)&third + 8, 2);
  printf("%.0Lf %016llx %04x\n", factorial, (unsigned long long)mantissa, exponent);
}

int main(void) {
  pairs();
  conversions();
  series();
  float array[4] = {1.5f, -2.25f, 3e38f, 1e-45f};
  double sum = 0;
  for (int i = 0; i < 4; i++) sum += (double)array[i];
  printf("%.17g %d %d %g\n", sum, FLT_EVAL_METHOD, LDBL_MANT_DIG, (double)FLT_MAX);
  return (int)(sum / 1e37) & 15;
}
