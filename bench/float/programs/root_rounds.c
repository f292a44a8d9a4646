// verdict: false
/* A root may be rounded to 1.25 although the number is not its square. */
#include "../float.h"
#include <math.h>

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (sqrt(x) == 1.25 && x != 1.5625) reach_error();
}
