// verdict: true
/* Only that of 9 is 3. */
#include "../float.h"
#include <math.h>

int main(void) {
  double x = __VERIFIER_nondet_double();
  if (sqrt(x) == 3 && x != 9) reach_error();
}
