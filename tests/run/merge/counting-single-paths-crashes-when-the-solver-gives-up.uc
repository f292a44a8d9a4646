// The single paths of a merged state are followed when it has ended, too. There is no current instruction then.
// RUN: %status 0 %smew run --no-output --overflow=wrap --merge=static --similar=always --exact-paths --max-conflicts=1 %s 2>&1 | FileCheck %s
// CHECK: smew: not complete:
// CHECK: smew:   solver gave up: a single path was not counted (3 times)
main() {
  var a, b, c, d;
  a = input;
  b = input;
  d = input;
  c = 0;
  while (a < b && c < 3) {
    a = a + 1;
    c = c + 1;
  }
  if (d * d * a == b * b * 7 + 3) {
    d = b;
  }
  if (d * b * 3 == a * a + 1) {
    c = d;
  }
  return d + c;
}
