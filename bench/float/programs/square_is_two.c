// verdict: true
/* No double has 2 for its square. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x * x == 2) reach_error();
}
