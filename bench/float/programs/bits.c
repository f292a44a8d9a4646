// verdict: true
/* The sign bit of a magnitude is clear. */
#include "../float.h"
#include <math.h>

int main(void) {
  float x = __VERIFIER_nondet_float();
  float y = fabsf(x);
  unsigned bits;
  __builtin_memcpy(&bits, &y, sizeof bits);
  if (bits >> 31) reach_error();
}
