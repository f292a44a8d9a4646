// The rounding mode and the exception flags of floating point, with and without intrinsics that say
// that they matter.
// RUN: %native-diff --levels=O0,O1 --libs=-lm %s
// RUN: %native-diff --levels=O0,O2 --flags="-frounding-math -ffp-exception-behavior=strict" --libs=-lm %s
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
volatile double one = 1, three = 3, tiny = 1e-300, huge = 1e300, half = 0.5, zero = 0, minus = -1;
volatile float f_one = 1, f_three = 3;
volatile long double l_one = 1, l_three = 3;
volatile long big = 0x7fffffffffffffff;
volatile int odd = 0x1000001;

static unsigned long bits(double d) {
  unsigned long u;
  memcpy(&u, &d, sizeof u);
  return u;
}

static void show(void) {
  volatile double r[12];
  volatile float f[4];
  volatile long double l;
  long n[3];
  int mode = fegetround(), flt = FLT_ROUNDS;
  r[0] = one / three;
  r[1] = minus / three;
  r[2] = one + tiny;
  r[3] = one - tiny;
  r[4] = huge * huge;
  r[5] = tiny * tiny;
  r[6] = sqrt(three);
  r[7] = rint(half * three);
  r[8] = rint(minus * half);
  r[9] = (double)big;
  r[10] = fma(one / 3, three, tiny);
  r[11] = nearbyint(2.5 * one);
  f[0] = f_one / f_three;
  f[1] = (float)(one / 10);
  f[2] = (float)odd;
  f[3] = -f_one / f_three;
  l = l_one / l_three;
  n[0] = lrint(half * three);
  n[1] = lrint(minus * half);
  n[2] = (long)(half * three);
  fesetround(FE_TONEAREST);
  printf("mode %x, FLT_ROUNDS %d:", mode, flt);
  for (int i = 0; i < 12; i++) printf(" %lx", bits(r[i]));
  for (int i = 0; i < 4; i++) printf(" %lx", bits(f[i]));
  unsigned long low;
  memcpy(&low, (void *)&l, sizeof low);
  printf(" %lx %ld %ld %ld\n", low, n[0], n[1], n[2]);
}

static int raised(void) { return fetestexcept(FE_ALL_EXCEPT); }

static void flags(void) {
  volatile double r;
  feclearexcept(FE_ALL_EXCEPT);
  printf("none %x\n", raised());
  r = one / zero;
  printf("by zero %x\n", raised());
  feclearexcept(FE_DIVBYZERO);
  r = one / three;
  printf("inexact %x\n", raised());
  feclearexcept(FE_ALL_EXCEPT);
  r = huge * huge;
  printf("overflow %x\n", raised());
  feclearexcept(FE_ALL_EXCEPT);
  r = zero / zero;
  printf("invalid %x\n", raised());
  feclearexcept(FE_ALL_EXCEPT);
  r = tiny * tiny;
  printf("underflow %x\n", raised());
  feclearexcept(FE_ALL_EXCEPT);
  r = one + three;
  printf("exact %x\n", raised());
  feraiseexcept(FE_INVALID | FE_OVERFLOW);
  printf("asked for %x\n", raised() & (FE_INVALID | FE_OVERFLOW | FE_DIVBYZERO));
  (void)r;
}

int main(void) {
  printf("at first %x\n", raised());
  for (int i = 0; i < 4; i++) {
    printf("%d ", fesetround(modes[i]));
    show();
  }
  fenv_t kept;
  fesetround(FE_UPWARD);
  fegetenv(&kept);
  fesetenv(FE_DFL_ENV);
  printf("%x ", fegetround());
  fesetenv(&kept);
  int again = fegetround();
  fesetround(FE_TONEAREST);
  printf("%x %d\n", again, fesetround(12345) != 0);
  flags();
  return 0;
}
