// A loop that allocates and frees for ever is exhausted if the addresses of what it has allocated do not count.
//
// RUN: %clean --reduce=z-equivalence --z-heap=isomorphic --libc=none --no-output %s 2>&1 | FileCheck %s
// RUN: %clean --reduce=z-equivalence --z-heap=isomorphic --libc=none --search=bfs --no-output %s 2>&1 | FileCheck %s
// RUN: %reports --reduce=z-equivalence --z-heap=isomorphic -DLIMIT=2 --libc=none --no-output %s 2>&1 | FileCheck %s --check-prefix=BUGGY
// RUN: %clean --reduce=z-equivalence --libc=none --no-output --max-depth=9 %s 2>&1 | FileCheck %s --check-prefix=SAME
//
// CHECK: smew: complete: no error is possible beyond those reported, and nothing more can be covered
// BUGGY: error: error function called
// BUGGY: smew: complete: no error is possible beyond those reported
// SAME: smew: not complete
#include <smew/verifier.h>
#include <stdlib.h>

#ifndef LIMIT
#define LIMIT 3
#endif

struct message {
  struct message *next;
  int kind;
};

static struct message *add(struct message *next, int kind) {
  struct message *message = malloc(sizeof *message);
  if (message == 0) abort();
  message->next = next;
  message->kind = kind;
  return message;
}

/* Two messages, of which the older one is forgotten when another comes. */
int main(void) {
  struct message *newest = add(add(0, 0), 0);
  for (;;) {
    int event = __VERIFIER_nondet_int();
    int kind = newest->kind;
    if (event > 100 && kind < 3)
      kind++;
    else if (event < 0)
      kind = 0;
    newest = add(newest, kind);
    free(newest->next->next);
    newest->next->next = 0;
    if (newest->kind - newest->next->kind > 1 || newest->kind > LIMIT) reach_error();
  }
}
