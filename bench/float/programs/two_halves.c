// verdict: true
/* x / 4 and (x * 0.5) * 0.5 are the same for normal numbers. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x > 1e-300 && x < 1e300);
  if (x / 4 != (x * 0.5) * 0.5) reach_error();
}
