// verdict: false
/* Dividing by 10 and multiplying by 0.1 differ. */
#include "../float.h"

int main(void) {
  float x = __VERIFIER_nondet_float();
  __VERIFIER_assume(x >= 1 && x <= 2);
  if (x / 10.0f != x * 0.1f) reach_error();
}
