// Unwritten for some inputs only: what smew explores, MemorySanitizer sees test by test.
// RUN: %msan-agree %s
#include "Inputs/start.h"

CASE(behind_a_flag) {
  int flag, x;
  klee_make_symbolic(&flag, sizeof flag, "flag");
  if (flag == 7) x = 1;
  sink = 0;
  if (x == 1) sink = 1;
}
CASE(same_flag) {
  int flag, x;
  klee_make_symbolic(&flag, sizeof flag, "flag");
  if (flag == 7) x = 1;
  if (flag == 7 && x == 1) sink = 1;
}
CASE(element) {
  unsigned char i;
  char a[8];
  klee_make_symbolic(&i, sizeof i, "i");
  for (int k = 0; k < 6; k++) a[k] = (char)k;
  if (i < 8 && a[i] == 3) sink = 1;
}
CASE(length) {
  unsigned char n;
  char *p = malloc(8);
  klee_make_symbolic(&n, sizeof n, "n");
  if (n > 8) return;
  for (int i = 0; i < n; i++) p[i] = 1;
  if (p[3]) sink = 1;
}
CASE(stored_at) {
  unsigned char i;
  int a[4];
  klee_make_symbolic(&i, sizeof i, "i");
  if (i > 3) return;
  a[i] = 5;
  if (a[i] == 5) sink = 1;
  if (a[2] == 5) sink = 2;
}
#define CASES X(behind_a_flag) X(same_flag) X(element) X(length) X(stored_at)
#include "Inputs/cases.h"
