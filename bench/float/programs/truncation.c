// verdict: true
/* Truncation goes towards 0. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x > -1000 && x < 1000);
  int n = (int)x;
  if (x >= 0 && n > x) reach_error();
  if (x <= 0 && n < x) reach_error();
}
