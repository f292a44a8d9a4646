// verdict: true
/* Half the sum of small numbers is between them. */
#include "../float.h"

int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  __VERIFIER_assume(a >= 1 && a <= b && b <= 2);
  float m = (a + b) / 2;
  if (m < a || m > b) reach_error();
}
