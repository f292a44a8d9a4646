// verdict: false
/* Of large ones it is infinite. */
#include "../float.h"

int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  __VERIFIER_assume(a >= 1 && a <= b && b <= 3e38f);
  float m = (a + b) / 2;
  if (m > b) reach_error();
}
