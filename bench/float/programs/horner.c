// verdict: false
/* A polynomial has the value 0 at a double. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  double y = (x - 3) * 2 + 1;
  if (y == 0) reach_error();
}
