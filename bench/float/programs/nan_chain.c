// verdict: false
/* A NaN is neither less, equal nor greater. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x < 3) return 1;
  if (x == 3) return 2;
  if (x > 3) return 3;
  reach_error();
}
