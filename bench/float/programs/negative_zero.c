// verdict: false
/* Equal numbers with different reciprocals. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (x == y && x != 0 + 1e300 && 1 / x != 1 / y) reach_error();
}
