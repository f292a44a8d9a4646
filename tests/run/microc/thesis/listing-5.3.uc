// Listing 5.3: a symbolic index. The three elements are one path: the access selects among them.
// RUN: rm -rf %t && %clean --output-dir %t %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: 2 paths, 0 errors
// CHECK: complete
// REPLAY-DAG: exit 255
// REPLAY-DAG: exit 0
main() {
  var arr, i, res;
  arr = [0, 1, 2];
  i = input;
  res = 0;
  if (i < 3 && i >= 0) {
    arr[i] = -1;
    res = arr[i];
  }
  return res;
}
