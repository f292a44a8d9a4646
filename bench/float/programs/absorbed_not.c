// verdict: true
/* Below 2^53, x + 1 is greater. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x > -1e15 && x < 1e15);
  if (!(x + 1 > x)) reach_error();
}
