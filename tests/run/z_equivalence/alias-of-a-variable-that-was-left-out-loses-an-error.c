// With --lazy-alias an unknown pointer may lead to a variable that is not read by its name any more.
//
// RUN: %reports --externals=free --lazy-alias --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --externals=free --lazy-alias --reduce=z-equivalence --z-places=returns --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --externals=free --lazy-alias --reduce=z-equivalence --search=dfs --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --externals=free --lazy-alias --reduce=z-equivalence --search=bfs --no-output %s 2>&1 | FileCheck %s
//
// CHECK-DAG: error: assertion failed: value != 5
// CHECK-DAG: error: assertion failed: value != 6
// CHECK: smew: complete: {{every path|no error}}
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern long variable;
extern long *get(void);
extern int input(void);

__attribute__((noinline)) static int set(void) {
  if (input())
    variable = 5;
  else if (input())
    variable = 6;
  return 1;
}

int main(void) {
  set();
  long *p = get();
  if (p == 0) return 1;
  long value = *p;
  if (p != &variable) return 2;
  assert(value != 5);
  assert(value != 6);
  return 0;
}
