// A pointer from undefined code is null or leads to an object of unknown content, made when it is accessed; with
// --lazy-alias it may lead to an earlier one. Errors come with the structure as C initialisers.
//
// RUN: %reports --externals=free --no-output %s 2>&1 | FileCheck %s --check-prefixes=CHECK,APART
// RUN: %reports --externals=free --lazy-alias --no-output %s 2>&1 | FileCheck %s --check-prefixes=CHECK,ALIAS
// RUN: %reports --externals=free --lazy-size=8 --no-output %s 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: %reports --externals=free --reduce=z-equivalence --lazy-alias --no-output %s 2>&1 | FileCheck %s --check-prefixes=Z
//
// CHECK-DAG: lists.c:[[@LINE+25]]:{{.*}} error: null pointer read of 4 bytes
// CHECK-DAG: lists.c:[[@LINE+26]]:{{.*}} error: assertion failed: n->next->value != 5
// CHECK-DAG: long first_object_1[32] = {[1] = 5};
// CHECK-DAG: long first_object[32] = {[0] = (long)first_object_1, [1] = 3};
// CHECK-DAG: void *first = first_object;
// ALIAS-DAG: lists.c:[[@LINE+29]]:{{.*}} error: assertion failed: n->value == 2
// APART-NOT: assertion failed: n->value == 2
// CHECK: smew: assumed: what 'first' points to is an object of unknown content (
// CHECK: smew: complete: every path was followed to its end
// SMALL: smew: paths: 0 completed, 2 failed
// Z-DAG: lists.c:[[@LINE+15]]:{{.*}} error: null pointer read of 4 bytes
// Z-DAG: lists.c:[[@LINE+16]]:{{.*}} error: assertion failed: n->next->value != 5
// Z-DAG: lists.c:[[@LINE+22]]:{{.*}} error: assertion failed: n->value == 2
// Z: smew: complete
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

struct node {
  struct node *next;
  int value;
};
extern struct node *first(void), *second(void);

int main(void) {
  struct node *n = first();
  if (n->value == 3) {
    if (n->next == 0) return 1;
    assert(n->next->value != 5);
    return 0;
  }
  n->value = 2;
  struct node *m = second();
  if (m == 0) return 2;
  m->value = 1;
  assert(n->value == 2);
  return 0;
}
