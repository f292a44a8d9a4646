// verdict: true
/* A filter of second order with small coefficients keeps its bound. */
#include "../float.h"

int main(void) {
  float y1 = 0, y2 = 0;
  for (int i = 0; i < 6; i++) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= -1 && x <= 1);
    float y = 0.25f * x + 0.5f * y1 - 0.125f * y2;
    y2 = y1;
    y1 = y;
  }
  if (y1 > 1 || y1 < -1) reach_error();
}
