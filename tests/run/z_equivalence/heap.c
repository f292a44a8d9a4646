// Structures on the heap that differ in their addresses alone are equal with --z-heap=isomorphic. What lies in another
// order, at the same address but dangling, or in other content is not.
//
// RUN: rm -rf %t && %clean --reduce=z-equivalence --z-places=returns --z-heap=isomorphic --libc=none --output-dir %t %s 2>&1 | FileCheck %s --check-prefix=COMPLETE
// RUN: FileCheck %s --check-prefix=MOVED <%t/summary.json
// RUN: rm -rf %t && %clean --reduce=z-equivalence --z-places=returns --libc=none --output-dir %t %s 2>&1 | FileCheck %s --check-prefix=COMPLETE
// RUN: FileCheck %s --check-prefix=SAME <%t/summary.json
// RUN: %reports --reduce=z-equivalence --z-heap=isomorphic -DCASE=1 --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %reports --reduce=z-equivalence --z-heap=isomorphic -DCASE=2 --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: %reports --reduce=z-equivalence --z-heap=isomorphic -DCASE=3 --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %reports --reduce=z-equivalence --z-heap=isomorphic -DCASE=4 --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %reports --reduce=z-equivalence --z-heap=isomorphic -DCASE=5 --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=FREED
// RUN: %reports --reduce=z-equivalence --z-heap=isomorphic -DCASE=6 --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %reports --reduce=z-equivalence --z-heap=isomorphic -DCASE=7 --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=FREED
//
// COMPLETE: smew: complete:
// ERROR: error: error function called
// ERROR: smew: complete:
// FREED: error: use after free
// FREED: smew: complete:
// MOVED: "function": "make",
// MOVED-NEXT: "compared": 2,
// MOVED-NEXT: "dropped": 1
// SAME: "function": "make",
// SAME-NEXT: "compared": 2,
// SAME-NEXT: "dropped": 0
#include <smew/verifier.h>
#include <stdlib.h>

struct node {
  struct node *next;
  long value;
};
static struct node *volatile list;
static struct node *volatile second;
static volatile long hidden;
#ifndef CASE
#define CASE 0
#endif

static struct node *add(struct node *next, long value) {
  struct node *node = malloc(sizeof *node);
  if (node == 0) abort();
  node->next = next;
  node->value = value;
  return node;
}

__attribute__((noinline)) static void make(void) {
  _Bool other = __VERIFIER_nondet_int() == 3;
  struct node *spare = 0;
  if (CASE == 2 || CASE == 5 || CASE == 7 || other) spare = add(0, 9);
  if (CASE == 1 && other) { /* the same structure in another order of addresses */
    second = add(0, 2);
    list = add(0, 1);
  } else {
    list = add(0, 1);
    second = add(0, 2);
  }
  if (CASE == 2) { /* dangling on one path */
    hidden = (long)spare;
    if (!other) free(list), list = spare, spare = 0;
  }
  if (CASE == 3) list->next = other ? second : 0;
  if (CASE == 4) list->value = other ? 5 : 1;
  if (CASE == 5) { /* the same, with a tag */
    hidden = (long)spare | 3L << 60;
    if (!other) free(list), list = spare, spare = 0;
  }
  if (CASE == 6) { /* unaligned */
    static char bytes[16];
    __builtin_memcpy(bytes + 3, other ? (void *)&second : (void *)&list, 8);
    struct node *node;
    __builtin_memcpy(&node, bytes + 3, 8);
    hidden = node->value;
  }
  if (CASE == 7) { /* complemented */
    hidden = ~(long)spare;
    if (!other) free(list), list = spare, spare = 0;
  }
  free(spare);
}

int main(void) {
  make();
  if (CASE == 1 && list > second) reach_error();
  if (CASE == 3 && list->next != 0) reach_error();
  if (CASE == 4 && list->value == 5) reach_error();
  if (CASE == 6 && hidden == 2) reach_error();
  if (CASE == 2) return (int)((struct node *)hidden)->value;
  if (CASE == 5) return (int)((struct node *)(hidden & ~(3L << 60)))->value;
  if (CASE == 7) return (int)((struct node *)~hidden)->value;
  return (int)(list->value + second->value);
}
