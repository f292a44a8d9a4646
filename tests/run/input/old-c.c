// C as it was written before C99 is compiled with warnings, and its tests replay. The same program
// after preprocessing runs without a word about flags that it has no use for.
// RUN: rm -rf %t && %smew run --output-dir %t %s 2>&1 | FileCheck %s
// RUN: %smew replay %t 2>&1 | FileCheck --check-prefix=REPLAY %s
// RUN: clang-19 -E -w %s -o %t.i
// RUN: %smew run --no-output -I . -D X=1 --cc-flags=-w %t.i 2>&1 | FileCheck --check-prefix=PREPROCESSED %s
// RUN: %rejects run --no-output --cc-flags=-Werror=implicit-int %s 2>&1 | FileCheck --check-prefix=STRICT %s
// CHECK-NOT: error:
// CHECK-DAG: warning: {{.*}} [-Wimplicit-int]
// CHECK-DAG: warning: {{.*}} [-Wimplicit-function-declaration]
// CHECK-DAG: warning: {{.*}} [-Wint-conversion]
// CHECK-DAG: warning: {{.*}} [-Wincompatible-function-pointer-types]
// CHECK-DAG: warning: {{.*}} [-Wreturn-mismatch]
// CHECK-NOT: error:
// CHECK: smew: 2 paths, 0 errors
// REPLAY: 2 tests replayed
// PREPROCESSED-NOT: warning
// PREPROCESSED: smew: 2 paths, 0 errors
// STRICT: error: {{.*}} [-Wimplicit-int]

static counter = 3;

add(a, b) int a, b; { return a + b; }

void tell(n) { return n; }

int compare(int *p) { return *p; }

int apply(int (*f)(char *), char *p) { return f(p); }

main() {
  char *number = 7;
  int value = number, choice = klee_int("choice");
  if (add(value, counter) != 10) abort();
  tell(value);
  if (choice > 100) return 0;
  return apply(compare, &value) - 7;
}
