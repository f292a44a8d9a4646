// verdict: false
/* Half of a number may be 0. */
#include "../float.h"

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > 0 && x / 2 == 0) reach_error();
}
