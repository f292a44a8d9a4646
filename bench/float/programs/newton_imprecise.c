// verdict: false
/* One step is not enough. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x >= 1 && x <= 100);
  double r = (x + 1) / 2;
  if (r * r - x > 2000) reach_error();
}
