// Listing 4.13: the traces of the inner loop are paths of the outer one; res is n * n.
// RUN: %clean --no-output --reduce=loop-summary %s 2>&1 | FileCheck %s
// CHECK: smew: complete: every path was followed to its end
// CHECK: smew: proved: no error on any input
main() {
  var n, x, z, res, i, realX, realZ;
  n = input;
  x = input;
  z = input;
  res = 0;
  if (n <= 0) {
    n = 1;
  }
  if (x >= n) {
    x = n - 1;
  }
  if (z >= n) {
    z = n - 1;
  }
  realX = x;
  realZ = z;

  i = 0;
  while (i < n) {
    x = realX;
    z = realZ;
    while (x < n) {
      if (z > x) {
        x = x + 1;
      }
      else {
        z = z + 1;
      }
    }
    res = res + x;
    i = i + 1;
  }
  if (res == n * n) {
    res = 1;
  }
  else {
    res = 0;
  }

  return 1 / res;
}
