// As in listing 4.11, from known a and j: after 6 iterations both are as before, so that the sequence of their paths is iterated.
// RUN: %reports --no-output --reduce=loop-summary --statistics %s 2>&1 | FileCheck %s
// CHECK: error: division by zero [div]
// CHECK: smew: complete: every path was followed to its end
// CHECK: irregular_loops {{ *}}1
// Listing 4.11: paths take turns irregularly. A state is replaced a few times, then it goes on iteration by iteration.
main() {
  var i, j, a;
  i = input;
  j = 0;
  a = 0;
  while (i < 100) {
    if (a <= 0) {
      a = a + 1;
    }
    else {
      a = a - 1;
    }
    if (j < 2) {
      j = j + 1;
    }
    else {
      j = j - 2;
    }
    i = i + 1;
  }
  return 1 / (a - j);
}
