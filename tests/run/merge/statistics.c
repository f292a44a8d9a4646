// --statistics=merging says for each join which states came, merged, or missed another, and why.
//
// In topological order no state comes when another has moved on. Those that stay apart differ in what
// the assertions behind the loop ask about.
// RUN: rm -rf %t
// RUN: %clean --merge=static --statistics=merging --output-dir %t %s 2>&1 | FileCheck %s
// CHECK: smew: complete: every path was followed to its end
// CHECK-NEXT: smew: proved: no error on any input
// CHECK-NEXT: smew: states at joins, the most misses first
// CHECK-NEXT: came found merged missed where
// CHECK-NOT: moved on
// CHECK: {{ *[0-9]+ +[0-9]+ +[1-9][0-9]* +[0-9]+}} {{.*}}statistics.c:[[@LINE+25]] in main (block {{[0-9]+}})
// CHECK-NEXT: differ in {{.*}}words in main ({{[0-9]+}})
// CHECK-NOT: moved on
//
// RUN: %S/Inputs/check-joins %t/summary.json
// RUN: %clean --merge=static --libc=none --output-dir %t/without %s 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: not grep '"merging": {' %t/without/summary.json
// WITHOUT-NOT: states at joins
//
// The option without a value is another one.
// RUN: %clean --merge=static --statistics --no-output %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: states at joins
// PLAIN: dissimilar
// RUN: %rejects run --statistics=magic %s 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: smew: --statistics: 'magic' is not true or false
#include <klee/klee.h>

int main(void) {
  char text[6];
  int lines = 0, words = 0, chars = 0, in_word = 0;
  klee_make_symbolic(text, sizeof text, "text");
  text[5] = 0;
  for (char *p = text; *p; p++) {
    chars++;
    if (*p == '\n') lines++;
    if (*p == ' ' || *p == '\n' || *p == '\t') in_word = 0;
    else if (!in_word) in_word = 1, words++;
  }
  klee_assert(words <= chars);
  klee_assert(lines <= chars);
  return 0;
}
