// Any function is an entry point: its parameters are unknown, and its variables if that is asked for.
//
// RUN: %reports --entry-point=find --libc=none --max-depth=6 --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --entry-point=find --libc=none --max-depth=6 --reduce=z-equivalence --no-output %s 2>&1 | FileCheck %s
// RUN: %clean --entry-point=check --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=INITIAL
// RUN: %reports --entry-point=check --externals=free --entry-globals=any --no-output %s 2>&1 | FileCheck %s --check-prefix=ANY
// RUN: %rejects run --entry-point=check --entry-globals=any %s 2>&1 | FileCheck %s --check-prefix=LIBC
//
// CHECK: entry.c:[[@LINE+26]]:{{.*}} error: null pointer write of 4 bytes
// CHECK: parameter1 = 7
// CHECK: struct node parameter0_object[16] = {[0] = {.value = 7}};
// CHECK: struct node *parameter0 = parameter0_object;
// CHECK: smew: assumed: the entry point may be called with any 'parameter0' (
// CHECK: smew: assumed: what 'parameter0' points to is an object of unknown content (
// INITIAL: smew: assumed: the entry point may be called with any 'parameter0' (
// INITIAL: smew: complete: every path was followed to its end
// ANY: entry.c:[[@LINE+23]]:{{.*}} error: null pointer write of 4 bytes
// ANY: {{^}}  state = 3;
// ANY: smew: assumed: the variable 'state' has any value when the entry point is called (
// ANY: smew: complete: every path was followed to its end
// LIBC: smew: --entry-globals=any needs --libc=none or --externals=free

struct node {
  struct node *next;
  int value;
};

static int *volatile null;
long state = 1;

int find(struct node *n, int value) {
  int at = 0;
  if (n == 0) return -1;
  while (n->value != value && n->next != 0) n = n->next, at++;
  if (at == 0 && value == 7 && n->value == 7) *null = 1;
  return at;
}

void check(char unused) {
  if (state == 3 && unused) *null = 1;
}
