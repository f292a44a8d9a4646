// verdict: false
/* The root of a negative number is a NaN. */
#include "../float.h"
#include <math.h>

int main(void) {
  double x = __VERIFIER_nondet_double();
  double r = sqrt(x);
  if (x == x && r != r) reach_error();
}
