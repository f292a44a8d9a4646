// verdict: false
/* It comes near the bound. */
#include "../float.h"

int main(void) {
  double sum = 0;
  for (int i = 0; i < 10; i++) {
    double x = __VERIFIER_nondet_double();
    __VERIFIER_assume(x >= -1 && x <= 1);
    sum = 0.5 * sum + x;
  }
  if (sum == 1.998046875) reach_error();
}
