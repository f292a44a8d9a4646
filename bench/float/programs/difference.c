// verdict: true
/* Different numbers have a difference. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  if (x < y && x - y >= 0) reach_error();
}
