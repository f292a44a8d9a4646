// Each path of a merged state has its own exit status in the tests that --expand writes.
// RUN: %compare --scratch %t --goal=paths --complete --reduce "--merge=static --similar=always --expand" %s
// RUN: rm -rf %t.out && %clean --quiet --output-dir %t.out --merge=static --similar=always --expand %s
// RUN: %smew replay %t.out | FileCheck %s
// CHECK: exit 3
// CHECK-NOT: differs
// CHECK: 2 tests replayed{{$}}
main() {
  var a;
  a = 2;
  if (input) { a = 3; }
  return a;
}
