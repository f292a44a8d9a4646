// verdict: true
/* Between 0.1 and 0.7 it stays between them, too. */
#include "../float.h"

int main(void) {
  float t = __VERIFIER_nondet_float();
  __VERIFIER_assume(t >= 0 && t <= 1);
  float y = 0.1f * (1 - t) + 0.7f * t;
  if (y > 0.7f || y < 0.1f) reach_error();
}
