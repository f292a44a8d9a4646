// verdict: false
/* With larger ones it does not. */
#include "../float.h"

int main(void) {
  float y1 = 0, y2 = 0;
  for (int i = 0; i < 4; i++) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= -1 && x <= 1);
    float y = x + 0.75f * y1 - 0.125f * y2;
    y2 = y1;
    y1 = y;
  }
  if (y1 > 2) reach_error();
}
