// verdict: false
/* A maximum by comparison depends on the order if there is a NaN. */
#include "../float.h"

int main(void) {
  double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
  double x = a > b ? a : b, y = b > a ? b : a;
  if (x != y && x == x) reach_error();
}
