// verdict: true
/* A number is one of the three. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x == x);
  if (x < 3) return 1;
  if (x == 3) return 2;
  if (x > 3) return 3;
  reach_error();
}
