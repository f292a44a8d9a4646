// verdict: true
/* A double goes through a long double and back. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x == x);
  long double y = x;
  if ((double)y != x) reach_error();
}
