// The summary of a complete run without errors calls it a proof; not one of a run that was cut off, that
// found an error, that assumed something about an undefined function, or that has no inputs.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s
// RUN: %clean --no-output --reduce=none %s 2>&1 | FileCheck %s
// RUN: %clean --no-output -D ENDLESS --reduce=none --max-depth=9 %s 2>&1 | FileCheck --check-prefix=NOT %s
// RUN: %reports --no-output -D ERROR %s 2>&1 | FileCheck --check-prefix=NOT %s
// RUN: %clean --no-output -D UNDEFINED --externals=model %s 2>&1 | FileCheck --check-prefix=NOT %s
// RUN: %clean --no-output -D CONCRETE %s 2>&1 | FileCheck --check-prefix=NOT %s
// CHECK: smew: complete: every path was followed to its end
// CHECK-NEXT: smew: proved: no error on any input
// NOT: {{path|paths}},
// NOT-NOT: proved
extern int __VERIFIER_nondet_int(void);
extern int undefined(int);

int main(void) {
#ifdef CONCRETE
  int n = 7;
#else
  int n = __VERIFIER_nondet_int();
#endif
#ifdef ENDLESS
  for (int i = 0; i < n; i++) __VERIFIER_nondet_int();
#endif
#ifdef ERROR
  return 100 / n;
#endif
#ifdef UNDEFINED
  n = undefined(n);
#endif
  return n > 10 ? n : 1;
}
