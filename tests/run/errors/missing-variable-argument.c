// Reading a variable argument that was not passed, after others of every class.
// RUN: %cases %s
// CASES: none after_int after_double after_many after_doubles double_missing wrong_class long_double copied own pair
// CLEAN: all_passed unread mixed

#include <stdarg.h>
#include <stdio.h>

volatile int three = 3;
struct pair { long a, b; };

#ifdef CASE_none
// none: error: out-of-bounds read of 4 bytes: offset 176 of 'variable arguments' (0 bytes){{( \(in v?f?printf\))?}} [ptr]
int main(void) { return printf("%d\n") < 0; }
#endif

#ifdef CASE_after_int
// after_int: error: out-of-bounds read of 4 bytes: offset 176 of 'variable arguments' (48 bytes){{( \(in v?f?printf\))?}} [ptr]
int main(void) { return printf("%d %d\n", 1) < 0; }
#endif

#ifdef CASE_after_double
// after_double: error: out-of-bounds read of 4 bytes: offset 176 of 'variable arguments' (168 bytes){{( \(in v?f?printf\))?}} [ptr]
int main(void) { return printf("%f %d\n", 1.0) < 0; }
#endif

#ifdef CASE_after_many
// after_many: error: out-of-bounds read of 4 bytes: offset 192 of 'variable arguments' (192 bytes){{( \(in v?f?printf\))?}} [ptr]
int main(void) { return printf("%d%d%d%d%d%d%d%f%d\n", 1, 2, 3, 4, 5, 6, 7, 1.0) < 0; }
#endif

#ifdef CASE_after_doubles
// after_doubles: error: out-of-bounds read of 8 bytes: offset 192 of 'variable arguments' (192 bytes){{( \(in v?f?printf\))?}} [ptr]
int main(void) { return printf("%d%f%f%f%f%f%f%f%f%f%f%f\n", 1, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) < 0; }
#endif

#ifdef CASE_double_missing
// double_missing: error: out-of-bounds read of 8 bytes: offset 176 of 'variable arguments' (48 bytes){{( \(in v?f?printf\))?}} [ptr]
int main(void) { return printf("%d %f\n", 1) < 0; }
#endif

#ifdef CASE_wrong_class
// wrong_class: error: out-of-bounds read of 4 bytes: offset 176 of 'variable arguments' (168 bytes){{( \(in v?f?printf\))?}} [ptr]
int main(void) { return printf("%d\n", 1.0) < 0; }
#endif

#ifdef CASE_long_double
// long_double: error: out-of-bounds read of 4 bytes: offset 192 of 'variable arguments' (192 bytes){{( \(in v?f?printf\))?}} [ptr]
int main(void) { return printf("%Lf %d\n", 1.0L) < 0; }
#endif

#ifdef CASE_copied
static int sum(int count, ...) {
  va_list list, copy;
  int total = 0;
  va_start(list, count);
  va_copy(copy, list);
  for (int i = 0; i < count; i++) total += va_arg(list, int);
  // copied: missing-variable-argument.c:[[@LINE+1]]:{{.*}} error: out-of-bounds read of 4 bytes: offset 176 of 'variable arguments' (168 bytes){{( \(in v?f?printf\))?}} [ptr]
  for (int i = 0; i < count + 1; i++) total += va_arg(copy, int);
  va_end(copy);
  va_end(list);
  return total;
}
int main(void) { return sum(3, 1, 1.0, 2, 2.0, three); }
#endif

#ifdef CASE_own
static double last(int count, ...) {
  va_list list;
  double value = 0;
  va_start(list, count);
  // own: missing-variable-argument.c:[[@LINE+1]]:{{.*}} error: out-of-bounds read of 8 bytes: offset 176 of 'variable arguments' (168 bytes){{( \(in v?f?printf\))?}} [ptr]
  while (count--) value = va_arg(list, double);
  va_end(list);
  return value;
}
int main(void) { return (int)last(3, 1.0, 2.0, 3, 4, 5); }
#endif

#ifdef CASE_pair
static long both(int count, ...) {
  va_list list;
  va_start(list, count);
  // pair: missing-variable-argument.c:[[@LINE+1]]:{{.*}} error: out-of-bounds read of 16 bytes: offset 176 of 'variable arguments' (168 bytes){{( \(in v?f?printf\))?}} [ptr]
  struct pair pair = va_arg(list, struct pair);
  va_end(list);
  return pair.a + pair.b;
}
int main(void) { return (int)both(1, 1L, 2.0); }
#endif

#ifdef CASE_all_passed
int main(void) {
  return printf("%d%d%d%d%d%d%d%f%Lf%s\n", 1, 2, 3, 4, 5, 6, 7, 1.0, 1.0L, "end") < 0 ||
         printf("%f%f%f%f%f%f%f%f%f%f%d\n", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11) < 0;
}
#endif

#ifdef CASE_unread
int main(void) { return printf("%d\n", 1, 2.0, 3) < 0; }
#endif

#ifdef CASE_mixed
static long all(int count, ...) {
  va_list list;
  va_start(list, count);
  long total = 0;
  for (int i = 0; i < count; i++) {
    struct pair pair = va_arg(list, struct pair);
    total += pair.a + pair.b + va_arg(list, int);
  }
  va_end(list);
  return total;
}
int main(void) {
  struct pair p = {1, 2};
  return all(3, p, 10, p, 20, p, 30) != 69 || all(2, p, three, p, three) != 12;
}
#endif
