// A merged index for which one place is left is not taken apart: there is one path behind the check, not three.
// RUN: %status 1 %smew run --no-output --overflow=wrap --merge=none %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %status 1 %smew run --no-output --overflow=wrap --merge=static --similar=always --exact-paths %s 2>&1 | FileCheck %s
// PLAIN: 4 paths, 1 error
// CHECK: 2 paths, 1 error
// CHECK: exactly 4 paths
main() {
  var a, b, c, one, flag, index, value;
  a = input;
  b = input;
  c = input;
  one = [c];
  flag = &a;
  index = b;
  if (6 >= c) {
  }
  else {
    index = *flag != (0);
  }
  value = one[index];
  return 0;
}
