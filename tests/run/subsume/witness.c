// Correctness witnesses: an invariant is written if every state that came to the loop satisfies it, over the variables that are in
// scope; nothing is written of a program that is not proven.
// RUN: %clean --no-output --reduce=subsume --correctness-witness=%t.yml %s 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=YAML %s < %t.yml
// RUN: rm %t.yml
// RUN: %reports --no-output --reduce=subsume --correctness-witness=%t.yml --exit-on-error -D ERROR %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: not test -e %t.yml
// RUN: %clean --no-output --correctness-witness=%t.yml --reduce=subsume,z-equivalence %s 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: not test -e %t.yml
// RUN: %clean --no-output --reduce=subsume --correctness-witness=%t.yml -D SHADOW %s 2>&1 | FileCheck --check-prefix=SHADOW %s
// CHECK: smew: proved: no error on any input
// CHECK: smew: correctness witness: 1 invariants of 1 loops; 0 need none, 0 have none
// YAML: - entry_type: invariant_set
// YAML: format_version: "2.0"
// YAML: input_file_hashes:
// YAML-NEXT: witness.c": {{[0-9a-f]+}}
// YAML: type: loop_invariant
// YAML: line: [[#@LINE+21]]
// YAML-NEXT: column: 3
// YAML-NEXT: function: "main"
// YAML-NEXT: value: "{{.*}}(int)((unsigned int)n) <= (int)((unsigned int)i){{.*}}"
// YAML-NEXT: format: c_expression
// BAD: smew: no correctness witness: the program is not proven
// OTHER: smew: no correctness witness: only --reduce=subsume, by itself, collects invariants
// SHADOW: 0 invariants of 1 loops
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  __VERIFIER_assume(n >= 0 && n < 1000000);
#ifdef SHADOW
  { /* Two variables of this name: which one the invariant is about cannot be said. */
    int n = __VERIFIER_nondet_int();
    i = n & 0;
  }
#endif
  while (i < n) {
    i++;
#ifdef ERROR
    if (i == 11) i += 2;
#endif
  }
  if (i != n) reach_error();
}
