// verdict: false
/* Sums of floats depend on their order. */
#include "../float.h"

int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  __VERIFIER_assume(a > 0 && a < 4 && b > 0 && b < 4);
  if ((a + b) + 1.0f != a + (b + 1.0f)) reach_error();
}
