// Listing 4.7: the divisor is 1 or 2.
// RUN: rm -rf %t && %clean --output-dir %t %s 2>&1 | FileCheck %s
// RUN: %smew replay %t | FileCheck --check-prefix=REPLAY %s
// CHECK: 2 paths, 0 errors
// CHECK: complete
// REPLAY-DAG: exit 1
// REPLAY-DAG: exit 0
// REPLAY: 2 tests replayed{{$}}
main() {
  var a;
  a = 0;
  if (input) {
      a = 1;
  }
  else {
      a = 2;
  }
  return 1 / a;
}
