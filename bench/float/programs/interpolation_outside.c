// verdict: false
/* Between 1.1 and 1.7 it may leave them by the last bit. */
#include "../float.h"

int main(void) {
  float t = __VERIFIER_nondet_float();
  __VERIFIER_assume(t >= 0 && t <= 1);
  float y = 1.1f * (1 - t) + 1.7f * t;
  if (y > 1.7f || y < 1.1f) reach_error();
}
