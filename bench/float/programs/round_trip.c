// verdict: true
/* An int goes through a double and back. */
#include "../float.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  double x = n;
  if ((int)x != n) reach_error();
}
