// Functions as values, records and arrays by value, pointers, lists, division and wrapping.
// RUN: %status 44 %smew microc run %s | tr '\n' ' ' | FileCheck %s
// RUN: rm -rf %t && %smew run --quiet --program-output --output-dir %t --overflow=wrap %s | tr '\n' ' ' | FileCheck %s
// CHECK: {{^}}7 3 4 99 1 77 6 5 6 9 8 6 20 4 3 2 1 0 42 -3 -3 -2147483648 -2147483648 1 0 1 0 {{$}}
inc(x) { return x + 1; }
twice(f, x) { return f(f(x)); }
mk(n) { return {val: n, next: null}; }
setr(r) { r.val = 99; return r; }
seta(a) { a[0] = 77; return a; }
sum(a, n) { var i, s; i = 0; s = 0; while (i < n) { s = s + a[i]; i = i + 1; } return s; }
main() {
  var g, r, q, p, a, b, pp, aa, l, i, ar;
  g = inc;
  output twice(g, 5);          /* 7 */
  output twice(inc, 1);        // 3
  r = mk(4);
  q = setr(r);
  output r.val; output q.val;  // 4 99
  a = [1, 2, 3];
  b = seta(a);
  output a[0]; output b[0];    // 1 77
  output sum(a, 3);            // 6
  a = [5];
  p = &a;
  output (*p)[0];              // 5
  (*p)[0] = 6;
  output a[0];                 // 6
  *p = [8, 9];
  output a[1];                 // 9
  pp = alloc p;
  output (**pp)[0];            // 8
  aa = [[1, 2], [3], []];
  aa[1] = [4, 5, 6];
  aa[0][1] = 20;
  output aa[1][2]; output aa[0][1];  // 6 20
  l = null;
  i = 0;
  while (i < 5) { l = alloc {val: i, next: l}; i = i + 1; }
  while (l != null) { output (*l).val; l = (*l).next; }
  ar = [{f: &i, k: 1}, {f: &i, k: 2}];
  *ar[1].f = 42;
  output i;
  output -7 / 2; output 7 / -2; output 2147483647 + 1; output -2147483648 / -1;
  output !0; output !5; output 1 && 0 || 1; output 3 == 3 != 0;
  return 300;
}
