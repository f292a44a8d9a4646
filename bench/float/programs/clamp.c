// verdict: true
/* What was clamped is in the interval, unless it is a NaN. */
#include "../float.h"

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x < -1.0f) x = -1.0f;
  if (x > 1.0f) x = 1.0f;
  if (x == x && (x < -1.0f || x > 1.0f)) reach_error();
}
