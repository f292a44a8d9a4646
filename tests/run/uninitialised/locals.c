// Local variables without a value, as MemorySanitizer sees them.
// RUN: %msan-agree %s
#include "Inputs/start.h"

CASE(branch) {
  int x;
  if (zero()) x = 1;
  if (x == 3) sink = 2;
}
CASE(copied) {
  int x, y;
  if (zero()) x = 1;
  y = x;
  sink = 0;
  int z = y + 1;
  (void)z;
}
CASE(compared_with_itself_after_copy) {
  int x, y;
  if (zero()) x = 1, y = 2;
  if (x < y) sink = 1;
}
CASE(masked_away) {
  unsigned x;
  if (zero()) x = 1;
  if ((x & 0) == 0) sink = 1;
}
CASE(masked_in_part) {
  unsigned x;
  if (zero()) x = 1;
  if ((x & 4) != 0) sink = 1;
}
CASE(short_circuit) {
  int x, is_set = zero();
  if (is_set) x = 1;
  if (is_set && x == 1) sink = 1;
}
CASE(index) {
  int a[4] = {1, 2, 3, 4}, i;
  if (zero()) i = 1;
  sink = a[i & 3];
}
CASE(divisor) {
  int x;
  if (zero()) x = 1;
  int y = 10 / x;
  sink = 0;
  (void)y;
}
CASE(dividend) {
  int x;
  if (zero()) x = 1;
  int y = x / 10;
  (void)y;
}
CASE(selected) {
  int x, y = 5;
  if (zero()) x = 1;
  int z = zero() ? x : y;
  if (z == 5) sink = 1;
}
CASE(switched) {
  int x;
  if (zero()) x = 1;
  switch (x) {
  case 1: sink = 1; break;
  case 2: sink = 2; break;
  default: sink = 3;
  }
}
CASE(loop_bound) {
  int n;
  if (zero()) n = 3;
  for (int i = 0; i < n; i++) sink = i;
}
CASE(set_in_loop) {
  int last;
  for (int i = 0; i < 3; i++) last = i;
  if (last == 2) sink = 1;
}
CASE(found_or_not) {
  static const int a[4] = {4, 5, 6, 7};
  int at;
  for (int i = 0; i < 4; i++)
    if (a[i] == 6) {
      at = i;
      break;
    }
  if (at == 2) sink = 1;
}
static int some(int *out) {
  if (zero()) *out = 1;
  return 0;
}
CASE(by_address) {
  int x;
  some(&x);
  if (x) sink = 1;
}
CASE(floating) {
  double x;
  if (zero()) x = 1;
  if (x + 1.0 > 2.0) sink = 1;
}
CASE(shifted_out) {
  unsigned x;
  if (zero()) x = 1;
  unsigned y = x << 16 & 0xffff;
  if (y == 0) sink = 1;
}
static int nothing(int c) {
  if (c) return 1;
}
CASE(no_return) {
  if (nothing(zero())) sink = 1;
}
#define CASES                                                                                      \
  X(branch) X(copied) X(compared_with_itself_after_copy) X(masked_away) X(masked_in_part)         \
  X(short_circuit) X(index) X(divisor) X(dividend) X(selected) X(switched) X(loop_bound)          \
  X(set_in_loop) X(found_or_not) X(by_address) X(floating) X(shifted_out) X(no_return)
#include "Inputs/cases.h"
