// Which variable or object a pointer leads to is a cell of a shape, so that one annotation holds for all: there would be hundreds of
// shapes at each of the loops else.
// RUN: %clean --no-output --reduce=subsume %s 2>&1 | FileCheck %s
// CHECK: smew: proved: no error on any input
main() {
  var n, i, x, y, z, p, q, r;
  n = input;
  i = 0;
  x = 1;
  y = 2;
  z = 3;
  p = &x;
  q = &y;
  r = &z;
  while (i < n) {
    if (input) p = &y; else if (input) p = &z; else if (input) p = alloc 6;
    if (input) q = p; else if (input) q = &x; else if (input) q = alloc 5;
    while (input) {
      if (input) r = q; else if (input) r = alloc 4; else r = &x;
    }
    while (input) {
      *r = 7;
      if (input) q = r;
    }
    while (input) {
      *q = *p;
      if (input) r = p;
    }
    i = i + 1;
  }
  return *p;
}
