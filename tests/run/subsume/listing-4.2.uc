// Listing 4.2: the states that come to the join behind the inner test, and to the one behind the
// outer, are dropped by annotations. Since x is 0 at the first, y >= 0 stands for the thesis's
// x + y >= 0.
// RUN: %clean --no-output --reduce=subsume --search=dfs --statistics=subsume %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=subsume --search=bfs %s 2>&1 | FileCheck --check-prefix=BFS %s
// CHECK: smew: 1 path, 0 errors
// CHECK: 2 states dropped by subsume: cannot fail
// CHECK: smew: proved: no error on any input
// CHECK: subsume: main:[[#@LINE+14]]: y >= 0
// CHECK: subsume: main:[[#@LINE+15]]: x >= 0
// BFS: smew: proved: no error on any input
main() {
  var x, y;
  x = 0;
  if (input) {

  }
  else {
    y = input;
    if (y < 0) {
      y = 0 - y;
    }
    x = x + y;
  }
  if (x >= 0) {

  }
  else {
    x = 1 / 0;
  }
  return 0;
}
