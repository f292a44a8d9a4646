// Listing 5.1: an assignment through a field of an element of an array: the field is a pointer.
// RUN: %smew microc run %s | FileCheck %s
// CHECK: {{^}}37{{$}}
main() {
  var x, y, z, i, a;
  a = 0;
  x = [{field: &a}];
  y = alloc 7;
  z = [10, 20, 30];
  i = 1;
  *x[0].field = *y + z[i + 1];
  output a;
  return 0;
}
