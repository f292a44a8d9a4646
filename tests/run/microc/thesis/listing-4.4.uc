// Listing 4.4: the loop of listing 4.3 with a counter; here in a program, with the bound that the counter
// stands for.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// CHECK: 0 errors
// CHECK: complete
main() {
  var x, y, i, n, _t, number_of_iterations_of_the_loop;
  x = input;
  i = input;
  n = input;
  y = x;
  number_of_iterations_of_the_loop = 3;
  _t = number_of_iterations_of_the_loop - 1;
  while (i < n && _t >= 0) {
    x = x + 1;           // _t < 0
    i = i + 1;         // _t < 0
    _t = _t - 1;
  }
  if (x < y) {
    x = 1 / 0;
  }
  return 0;
}
