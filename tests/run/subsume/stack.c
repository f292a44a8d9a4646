// A stack in an array, pushed and popped in a loop without a bound: its index stays within the bounds,
// unless an empty stack is popped.
// RUN: %clean --no-output --reduce=subsume %s 2>&1 | FileCheck %s
// RUN: %reports --no-output --reduce=subsume --exit-on-error -D ERROR %s 2>&1 | FileCheck --check-prefix=BAD %s
// CHECK: smew: proved: no error on any input
// BAD: [[#@LINE+16]]:{{.*}}: error:
extern int __VERIFIER_nondet_int(void);

static int stack[16];

int main(void) {
  int top = 0;
  for (;;) {
    int what = __VERIFIER_nondet_int();
    if (what == 0) break;
    if (what > 0 && top < 16) stack[top++] = what;
#ifdef ERROR
    if (what < 0) top--;
#else
    if (what < 0 && top > 0) top--;
#endif
    if (top < 16) stack[top] = 0;
  }
}
