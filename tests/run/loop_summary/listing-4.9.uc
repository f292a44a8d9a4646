// Listing 4.9: a is even, whatever the number of iterations. The path that ends silently is the one on which a overflows.
// RUN: %clean --no-output --reduce=loop-summary --statistics %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=loop-summary --search=bfs %s 2>&1 | FileCheck %s --check-prefix=BFS
// CHECK: smew: paths: 3 completed, 0 failed, 0 cut off, 1 silent
// CHECK: smew: complete: every path was followed to its end
// CHECK: sequential_loops {{ *}}1
// CHECK: summaries {{ *}}1
// CHECK: successors {{ *}}3
// BFS: smew: complete: every path was followed to its end
main() {
  var a, i, n;
  a = 0;
  i = input;
  n = input;
  while (i < n) {
    a = a + 2;
    i = i + 1;
  }
  if (a == 15) {
    a = 1 / 0;
  } else {
    a = 2;
  }
  return 0;
}
