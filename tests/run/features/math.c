// Library functions whose results are exact, and the others to ten digits.
// RUN: %native-diff %s
#include <math.h>
#include <stdio.h>

int main(void) {
  const double samples[] = {0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, -3.2, 1e10 + 0.5, 100.25, -1e-7, 7};
  for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
    volatile double a = samples[i];
    volatile float f = (float)a;
    volatile long double l = a;
    int exponent;
    double whole;
    printf("%g %g %g %g %g %g | ", floor(a), ceil(a), trunc(a), round(a), rint(a), nearbyint(a));
    printf("%g %g %Lg %Lg | ", (double)floorf(f), (double)roundf(f), ceill(l), truncl(l));
    printf("%ld %lld %ld | ", lround(a), llrint(a), lrintf(f));
    printf("%.17g %.9g %.20Lg | ", sqrt(fabs(a)), (double)sqrtf(fabsf(f)), sqrtl(fabsl(l)));
    printf("%.17g %.17g %g %g | ", fmod(a, 0.3), remainder(a, 0.7), fmax(a, 1), fmin(a, -1));
    printf("%g %d %g %g %g | ", frexp(a, &exponent), exponent, modf(a, &whole), whole, ldexp(a, 5));
    printf("%.17g %g %g %g\n", fma(a, a, -1), copysign(1, a), scalbn(a, -3), fdim(a, 1));
    printf("%.10g %.10g %.10g %.10g %.10g ", sin(a), cos(a), tan(a), atan(a), exp(a / 100));
    printf("%.10g %.10g %.10g %.10g %.10g\n", log(fabs(a) + 1), log2(fabs(a) + 1), pow(fabs(a), 0.3), cbrt(a), tanh(a));
    printf("%.6g %.6g %.6g %.10Lg %.10g\n", (double)sinf(f), (double)expf(f / 100), (double)powf(fabsf(f), 2), cosl(l), hypot(a, 3));
    printf("%.10g %.10g %.10g %.10g\n", atan2(a, 2), sinh(a / 1e10), erf(a), tgamma(fabs(a) / 1e9 + 2));
  }
  printf("%d %d %g %g\n", ilogb(1000.0), fpclassify(0.0) == FP_ZERO, logb(0.1), nextafter(1, 2) - 1);
  printf("%g %g %d\n", pow(2, 0.5) * pow(2, 0.5) - 2 < 1e-10 ? 1.0 : 0.0, sqrt(-1.0) != sqrt(-1.0) ? 1.0 : 0.0, isnan(log(-1)) != 0);
  return (int)pow(3, 4);
}
