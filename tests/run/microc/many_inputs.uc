// RUN: %smew run --no-output --max-time=20 %s 2>&1 | FileCheck %s
// No end in sight after a few hundred inputs of one name, and no look at the time limit: each
// compared its name with all before it, for every number that it tried.
// CHECK: 2 paths, 0 errors
// CHECK: complete: every path was followed to its end
main() {
  var i, x;
  i = 0;
  x = 0;
  while (i < 3000) {
    x = input;
    i = i + 1;
  }
  if (x == 7) {
    x = 1;
  }
  return x;
}
