// verdict: true
/* Sums of two numbers do not depend on their order. */
#include "../float.h"

int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  __VERIFIER_assume(a == a && b == b);
  double x = a + b, y = b + a;
  if (x == x && x != y) reach_error();
}
