// Complex numbers: arithmetic inline and through the compiler's helpers.
// RUN: %native-diff %s
#include <complex.h>
#include <stdio.h>

static double _Complex times(double _Complex a, double _Complex b) { return a * b; }
static float _Complex over(float _Complex a, float _Complex b) { return a / b; }
static long double _Complex long_sum(long double _Complex a, long double _Complex b) { return a * b + conjl(a); }

int main(void) {
  double _Complex a = 3 + 4 * I, b = 1.5 - 2 * I;
  printf("%g %g\n", creal(times(a, b)), cimag(times(a, b)));
  double _Complex q = a / b;
  printf("%.10g %.10g\n", creal(q), cimag(q));
  float _Complex f = over(1.0f + 2.0f * I, 3.0f - 1.0f * I);
  printf("%.6g %.6g\n", (double)crealf(f), (double)cimagf(f));
  long double _Complex l = long_sum(2 + 3 * I, 4 - 5 * I);
  printf("%Lg %Lg %g\n", creall(l), cimagl(l), cabs(a));
  double _Complex power = 1;
  for (int i = 0; i < 8; i++) power *= a;
  printf("%g %g %d %d\n", creal(power), cimag(power), a == 3 + 4 * I, a != b);
  double _Complex array[3] = {1, I, 2 - I}, sum = 0;
  for (int i = 0; i < 3; i++) sum += array[i] * (double)i;
  __real__ sum += 10;
  printf("%g %g %g\n", creal(sum), cimag(sum), carg(I) > 1.5 ? 1. : 0.);
  return (int)cabs(a);
}
