// verdict: false
/* Products do not distribute over sums. */
#include "../float.h"

int main(void) {
  float a = __VERIFIER_nondet_float();
  __VERIFIER_assume(a > 1 && a < 2);
  if (a * 3.0f + a * 7.0f != a * 10.0f) reach_error();
}
