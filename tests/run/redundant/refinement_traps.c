// What growing coverage may let go of, and must not: each case has a line that only a late state reaches, after what it
// depends on has become irrelevant to other lines. In the portfolio, coverage also comes from other explorations while a set is
// being built.
// RUN: %compare --scratch %t --redundant --reduce "--goal=coverage --portfolio-after=50" --goal=coverage --complete --common "-D CASE_two_lines" %s
// RUN: %compare --scratch %t --redundant --reduce "--goal=coverage --portfolio-after=50" --goal=coverage --complete --common "-D CASE_earlier_line" %s
// RUN: %compare --scratch %t --redundant --reduce "--goal=coverage --portfolio-after=50" --goal=coverage --complete --common "-D CASE_covered_halt" %s
// RUN: %compare --scratch %t --redundant --reduce "--goal=coverage --portfolio-after=50" --goal=coverage --complete --common "-D CASE_halt_by_number" %s
// RUN: %compare --scratch %t --redundant --reduce "--goal=coverage --portfolio-after=50" --goal=coverage --complete --common "-D CASE_call_before_call" %s
// RUN: %compare --scratch %t --redundant --reduce "--goal=coverage --portfolio-after=50" --goal=coverage --complete --common "-D CASE_exit_handler" %s
// RUN: %compare --scratch %t --redundant --reduce "--goal=coverage --portfolio-after=50" --goal=coverage --complete --common "-D CASE_late_in_loop" %s
// RUN: %compare --scratch %t --redundant --reduce "--goal=coverage --portfolio-after=50" --goal=coverage --complete --common "-D CASE_range_and_value" %s
// RUN: %compare --scratch %t --redundant --reduce "--goal=coverage --portfolio-after=50" --goal=coverage --complete --common "-D CASE_copied_reason" %s
// RUN: %compare --scratch %t --redundant --reduce "--goal=coverage --portfolio-after=50" --goal=coverage --complete --common "-D CASE_alias_of_covered" %s
// RUN: %compare --scratch %t --redundant --reduce "--goal=coverage --portfolio-after=50" --goal=coverage --complete --common "-D CASE_dropped_then_refined" %s
#include "klee/klee.h"
#include <stdlib.h>
#include <string.h>

static unsigned char input(const char *name) {
  unsigned char c;
  klee_make_symbolic(&c, 1, name);
  return c;
}
volatile int reached;

#ifdef CASE_two_lines // w decides about two lines, one of them covered at once
int w, m;
int main(void) {
  unsigned char k = input("k");
  w = k % 4;
  m = k >> 2 & 1;
  if (input("b") == 1) reached = 1;
  if (w == 1) reached = 2;
  if (w == 3 && m) {
    reached = 3;
    if (k == 255) reached = 4;
  }
  return 0;
}
#elif defined CASE_earlier_line // the branch that is covered first comes last
int w;
int main(void) {
  unsigned char k = input("k");
  if (k == 3)
    w = 3;
  else if (k == 2)
    w = 2;
  else if (k == 1)
    w = 1;
  if (input("b") == 1) reached = 1;
  if (w == 3) reached = 2;
  if (input("c") == 1) reached = 3;
  if (w == 1) reached = 4;
  return 0;
}
#elif defined CASE_covered_halt // the line before the exit is covered, what follows the call is not
int w;
static void check(void) {
  if (w) {
    reached = 2;
    exit(1);
  }
}
int main(void) {
  w = 1;
  if (input("a") == 1) w = 0;
  if (input("b") == 1) reached = 1;
  check();
  reached = 3;
  if (input("c") == 9) reached = 4;
  return 0;
}
#elif defined CASE_halt_by_number // of the functions in the table one does not return
typedef int handler(int);
static int nothing(int x) { return x; }
static int stop(int x) { exit(x); }
static handler *const handlers[] = {nothing, stop};
static int call(int n, int x) { return handlers[n](x); }
int number = 1;
int main(void) {
  if (input("a") == 1) number = 0;
  if (input("b") == 1) reached = 1;
  call(0, 1);
  reached = 2;
  call(number, 2);
  reached = 3;
  return 0;
}
#elif defined CASE_call_before_call // in one block: the first may exit, the second has what is uncovered
int mode, other;
static void first(void) {
  if (mode) exit(1);
}
static void second(void) {
  if (other == 2) reached = 2;
}
int main(void) {
  unsigned char k = input("k");
  if (k == 3)
    other = 2;
  else if (k == 2)
    mode = 1, other = 2;
  if (input("b") == 1) reached = 1;
  first();
  second();
  return 0;
}
#elif defined CASE_exit_handler // runs when main has returned
int flag;
static void handler(void) {
  if (flag) reached = 2;
}
static void later(void) { reached = 5; }
int main(void) {
  atexit(later);
  atexit(handler);
  if (input("a") == 1) flag = 1;
  if (input("b") == 1) reached = 1;
  if (input("c") == 1) exit(3);
  return 0;
}
#elif defined CASE_late_in_loop // one value for many turns on all paths but one
int mode = 1;
int main(void) {
  unsigned char k = input("k");
  for (int i = 0; i < 6; i++) {
    if (k == 40 + i) reached = 1;
    if (i == 5 && k == 200) mode = 2;
    if (mode == 2) reached = 2;
  }
  return 0;
}
#elif defined CASE_range_and_value // a range is enough for the line that is covered first
char text[4];
int main(void) {
  text[1] = (char)input("c");
  if (input("b") == 1) reached = 1;
  if (text[1] >= '0') reached = 2;
  if (text[1] == '7') reached = 3;
  return 0;
}
#elif defined CASE_copied_reason // copied as one block: bytes that matter for different lines
struct pair {
  unsigned char a, b;
} from, to;
int main(void) {
  from.a = input("a") == 1;
  from.b = input("b") == 1;
  if (input("c") == 1) reached = 1;
  memcpy(&to, &from, sizeof to);
  if (to.a) reached = 2;
  if (to.b && input("d") == 3) reached = 3;
  return 0;
}
#elif defined CASE_alias_of_covered // the side that was not taken writes what matters for another line
int g, h, *p = &h;
int main(void) {
  int c = input("a") == 1;
  if (input("b") == 1) reached = 1;
  if (c) {
    reached = 2;
    p = &g;
  }
  *p = 5;
  if (input("d") == 1) reached = 3;
  if (g == 5) reached = 4;
  return 0;
}
#elif defined CASE_dropped_then_refined // sets of dropped states are made from sets that were larger
int x, y, z;
int main(void) {
  unsigned char k = input("k");
  x = k & 1;
  y = k >> 1 & 1;
  z = k >> 2 & 1;
  if (input("b") == 1) reached = 1;
  if (x) reached = 2;
  if (input("c") == 1) reached = 3;
  if (x && y) reached = 4;
  if (input("d") == 1) reached = 5;
  if (y && z && k > 250) reached = 6;
  return 0;
}
#endif
