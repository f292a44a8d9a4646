// Of bytes in memory, and of a text whose length is taken, no more than what decides matters: which letters the text has
// does not, and neither does which of two numbers more than 0 was stored, or an unknown one that is known to be.
// RUN: %smew run --reduce=redundant --search=dfs --statistics=redundant --no-output %s 2>&1 | FileCheck %s
// RUN: %compare --scratch %t.compare --redundant --goal=coverage --complete %s
// CHECK: 1 path,
// CHECK: coverage: 100.0% of lines
// CHECK: complete: nothing more can be covered
#include "klee/klee.h"
#include <string.h>

static unsigned char input(const char *name) {
  unsigned char c;
  klee_make_symbolic(&c, 1, name);
  return c;
}
volatile int reached;
unsigned char kind = 5;
char text[12] = "abcdefghij";

int main(void) {
  unsigned char k = input("k");
  switch (input("a")) {
  case 1: text[2] = 'x'; break;
  case 2: kind = 7; break;
  case 3:
    if (k > 3) kind = k;
    break;
  }
  reached = input("b"); // CHECK: set [[SET:[0-9]+]] at main:[[@LINE]] { text[0..9]=1..-1 text[10] kind=1..-1 }
  // CHECK-COUNT-3: dropped at main:{{[0-9]+}} by set [[SET]]
  if (kind == 0) reached = 2;
  if (strlen(text) != 10) reached = 3;
  return reached == 7;
}
