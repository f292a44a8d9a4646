// The relevant location sets of chown, section 3.2 of the paper, at those lines of its table where paths meet.
// reference_file is not among them once the lines that it decides about are covered, although a branch on the path reads it, and
// neither is preserve_root, which the path does not read. The choice at the beginning covers the lines in between, and makes paths
// meet at lines 1, 4 and 5 of the table. What comes after line 5, where recurse is TRUE, does read preserve_root: the table
// follows the other side of line 19 there, which TRUE does not lead to. At line 4 the sets of both sides are united.
// RUN: %smew run --reduce=redundant --search=dfs --fold-conditions=off --libc-models=off --statistics=redundant \
// RUN:   --no-output %s 2>&1 | FileCheck %s
// RUN: %compare --scratch %t.compare --redundant --goal=coverage --complete %s
#include "klee/klee.h"
#include <stdlib.h>
#include <string.h>

int TRUE_ = 1, FALSE_ = 0;
struct {
  int recurse;
  const char *user_name, *group_name;
} chopt;
int preserve_root, reference_file;
char argv1[3], argv2[16];
static volatile int other;

static int compare(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a - *b;
}

int main(void) {
  char choice;
  klee_make_symbolic(&choice, sizeof choice, "choice");
  klee_make_symbolic(argv1, sizeof argv1, "argv1");
  klee_make_symbolic(argv2, sizeof argv2, "argv2");
  klee_assume(argv1[2] == 0);
  klee_assume(argv2[15] == 0);
  klee_assume(argv2[0] != '-'); // so that lines 7 and 21 are never covered
  if (choice == 1)
    reference_file = 1;
  else if (choice == 3)
    chopt.user_name = "u";
  else if (choice == 2)
    chopt.group_name = "g";
  chopt.recurse = FALSE_; // LINE-1
  preserve_root = FALSE_;
  if (choice == 4) other = 4;
  if (!compare(argv1, "-R")) { // LINE-4
    if (choice == 4) other = 5;
    chopt.recurse = TRUE_; // LINE-5
  }
  if (!compare(argv2, "--preserve-root")) // LINE-6
    preserve_root = TRUE_;
  if (reference_file) { // LINE-9
    chopt.user_name = "u";
    chopt.group_name = "g";
  } else {
    if (!chopt.user_name && chopt.group_name)
      chopt.user_name = "";
  }
  if (chopt.recurse) // LINE-19
    if (preserve_root)
      other = 2;
  other = 3; // LINE-22
  exit(other);
}
// CHECK: nothing more can be covered
// CHECK: at main:[[#LINE22:]] { }
// CHECK: at main:[[#LINE22 - 3]] { chopt[0..3] }
// CHECK: at main:[[#LINE22 - 14]] { argv2[0] reference_file chopt[8..23] preserve_root TRUE_ }
// The lines in between have been covered:
// CHECK: at main:[[#LINE22 - 10]] { chopt[0..3] }
// CHECK: at main:[[#LINE22 - 12]] { argv2[0] chopt[0..3] }
// CHECK: at main:[[#LINE22 - 16]] { argv1 argv2[0] chopt[0..3] preserve_root TRUE_ }
// (and the choice, which decides about a line that was put in)
// CHECK: at main:[[#LINE22 - 19]] { %{{[0-9]+}} argv1 argv2[0] FALSE_ TRUE_ choice }
