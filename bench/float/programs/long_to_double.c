// verdict: false
/* Nor does a long go through a double. */
#include "../float.h"

int main(void) {
  long n = __VERIFIER_nondet_long();
  __VERIFIER_assume(n > 0 && n < (1L << 60));
  double x = (double)n;
  if ((long)x != n) reach_error();
}
