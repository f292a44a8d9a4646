// verdict: true
/* Three steps of Newton towards a root stay bounded. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x >= 1 && x <= 100);
  double r = x;
  for (int i = 0; i < 3; i++) r = (r + x / r) / 2;
  if (r * r - x > 1e6 || r < 0) reach_error();
}
