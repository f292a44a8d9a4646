// verdict: false
/* x * x is 2.25 for two numbers. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (x * x == 2.25) reach_error();
}
