// verdict: true
/* Roots keep the order. */
#include "../float.h"
#include <math.h>

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x >= 4);
  if (sqrt(x) < 2) reach_error();
}
