// verdict: true
/* floor is at most 1 below. */
#include "../float.h"
#include <math.h>

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x >= -1e6 && x <= 1e6);
  double f = floor(x);
  if (f > x || f + 1 < x) reach_error();
}
