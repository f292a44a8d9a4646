// verdict: false
/* The sum of large numbers is infinite. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x < 1.7e308);
  double y = x + 1e308;
  if (y - y != 0 && x > 0) reach_error();
}
