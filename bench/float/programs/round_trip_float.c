// verdict: false
/* Not through a float. */
#include "../float.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 0 && n < 100000000);
  float x = (float)n;
  if ((int)x != n) reach_error();
}
