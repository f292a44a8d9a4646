// The example of section 2 of the paper, in which four states begin at the same place: the relevant locations at each
// stage, and exactly the states that Figure 2 prunes. The first state to come there makes w and m decide. When the second has
// covered line 2 of the paper, only m is left, in the set of the first, too (section 3.4): it is dropped at the second branch,
// the third at once, and the fourth not at all.
// RUN: %smew run --reduce=redundant --search=dfs --statistics=redundant --no-output %s 2>&1 | FileCheck %s
// RUN: %compare --scratch %t.compare --redundant --goal=coverage --complete %s
#include "klee/klee.h"
#include <stdlib.h>

int w, m;
static volatile int printed;

static void print(int c) { printed = c; }

int main(void) {
  unsigned char state;
  klee_make_symbolic(&state, sizeof state, "state");
  switch (state) {
  case 3: w = 3, m = 0; break;
  case 2: w = 2, m = 1; break;
  case 1: w = 1, m = 1; break;
  default: w = 0, m = 1; break;
  }
  if (w)
    print('X');
  else
    print('Y');
  if (m)
    exit(0);
  else
    exit(1);
}
// CHECK: 100.0% of lines
// CHECK: nothing more can be covered
// CHECK: 2 states dropped by redundant
// CHECK: set 0 at main:[[SECOND:[0-9]+]] { m }
// CHECK: set 1 at main:[[FIRST:[0-9]+]] { w m }
// CHECK: dropped at main:[[SECOND]] by set 0
// CHECK: set 2 at main:[[FIRST]] { m }
// CHECK: set 1 refined to { m }
// CHECK: dropped at main:[[FIRST]] by set 1
// CHECK-NOT: dropped
// CHECK: set 3 at main:[[SECOND]] { }
// CHECK: set 4 at main:[[FIRST]] { }
