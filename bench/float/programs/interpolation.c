// verdict: true
/* Interpolation between 10 and 20 stays between them. */
#include "../float.h"

int main(void) {
  double t = __VERIFIER_nondet_double();
  __VERIFIER_assume(t >= 0 && t <= 1);
  double y = 10 + t * (20.0 - 10.0);
  if (y < 10 || y > 20) reach_error();
}
