// verdict: false
/* From 2^53 on, x + 1 may be x. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x > 0 && x < 1e17);
  if (x + 1 == x) reach_error();
}
