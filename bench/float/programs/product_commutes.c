// verdict: true
/* Nor do products. */
#include "../float.h"

int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  float x = a * b, y = b * a;
  if (x == x && x != y) reach_error();
}
