// Unknown objects that were made on different paths are the same if as much is known of them, and a variable without a
// definition that was not accessed is like one of which nothing is known. What was read from them tells states apart.
//
// RUN: rm -rf %t && %reports --reduce=z-equivalence --externals=free --output-dir %t %s 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file %t/summary.json --check-prefix=DROPPED
// RUN: %reports --reduce=none --externals=free --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --reduce=z-equivalence --externals=free --search=bfs --no-output %s 2>&1 | FileCheck %s
//
// CHECK-DAG: error: assertion failed: variable != 7
// CHECK-DAG: error: assertion failed: p->value != 3
// CHECK-NOT: error: assertion failed: p->value != 5
// CHECK: smew: complete
// DROPPED: "dropped_at_joins": {{[3-9]}}
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
struct box { long filler[2]; int value, other; };
extern struct box *one(void), *another(void);
extern int any(void), variable;

int main(void) {
  if (any()) any();
  else if (variable == 5) return 0;
  else any();
  /* On one of the paths variable != 5; that is read again. */
  assert(variable != 7);
  struct box *p, *q;
  if (any()) p = one(), q = another();
  else q = one(), p = another();
  if (p == 0 || q == 0 || p->value == 5) return 0;
  if (any()) q->other = 1;
  else q->other = any() ? 1 : 1;
  assert(p->value != 3);
  assert(p->value != 5);
  return 0;
}
