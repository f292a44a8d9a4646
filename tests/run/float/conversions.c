// A conversion to an integer that cannot hold the number is an error, and only for such inputs.
// RUN: %cases %s --check-overflow --no-output
// CASES: s32 u8 s64 nan
// CLEAN: guarded rounded

#include <klee/klee.h>

static double input(void) {
  double x;
  klee_make_symbolic(&x, sizeof x, "x");
  return x;
}

#ifdef CASE_s32
int main(void) {
  double x = input();
  klee_assume(x > 0);
  // s32: conversions.c:[[@LINE+1]]:11: error: {{.*}} is outside the range of representable values of signed 32-bit integers [overflow]
  int n = x;
  return n > 5 ? 0 : 0;
}
// s32: complete
#endif

#ifdef CASE_u8
int main(void) {
  double x = input();
  klee_assume((x > -1) & (x < 256.5));
  // u8: conversions.c:[[@LINE+1]]:21: error: 256{{.*}} is outside the range of representable values of unsigned 8-bit integers [overflow]
  unsigned char n = x;
  return n > 5 ? 0 : 0;
}
// u8: complete
#endif

#ifdef CASE_s64
int main(void) {
  double x = input();
  klee_assume((x == 0x1p63) | (x == -0x1p63));
  // s64: conversions.c:[[@LINE+1]]:12: error: 9.22337e+18 is outside the range of representable values of signed 64-bit integers [overflow]
  long n = x;
  return n > 5 ? 0 : 0;
}
// s64: complete
#endif

#ifdef CASE_nan
int main(void) {
  double x = input();
  klee_assume(!(x > 3) & !(x < 3));
  // nan: conversions.c:[[@LINE+1]]:11: error: {{-?}}nan is outside the range of representable values of signed 32-bit integers [overflow]
  int n = x;
  return n > 5 ? 0 : 0;
}
#endif

#ifdef CASE_guarded
int main(void) {
  double x = input();
  if (!(x > -2147483649.0 && x < 2147483648.0)) return 0;
  int n = x;
  return n > 5 ? 0 : 0;
}
#endif

#ifdef CASE_rounded
int main(void) {
  double x = input();
  klee_assume((x > -0.99) & (x < 0.5));
  unsigned n = x;
  return n == 0 ? 0 : 1;
}
#endif
