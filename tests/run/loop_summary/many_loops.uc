// Loops that were left long ago must not be remembered instead of the inner one: it would be entered anew in each iteration.
// RUN: %clean --no-output --reduce=loop-summary --statistics %s 2>&1 | FileCheck %s
// CHECK: smew: complete
// CHECK: summaries {{ *[1-9]}}
main() {
  var i, n;
  n = input;
  i = 0;
  while (i < 1) { i = i + 1; }
  while (i < 2) { i = i + 1; }
  while (i < 3) { i = i + 1; }
  while (i < 4) { i = i + 1; }
  while (i < 5) { i = i + 1; }
  while (i < 6) { i = i + 1; }
  while (i < 7) { i = i + 1; }
  while (i < n) {
    while (i < n) {
      while (n < i) { i = i - 1; }
      i = i + 1;
    }
    i = i + 2;
  }
  return i;
}
