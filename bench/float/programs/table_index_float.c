// verdict: false
/* In single precision the largest double below 1 is 1. */
#include "../float.h"

int main(void) {
  double x = __VERIFIER_nondet_double();
  __VERIFIER_assume(x >= 0 && x < 1);
  int index = (int)((float)x * 16);
  if (index > 15) reach_error();
}
