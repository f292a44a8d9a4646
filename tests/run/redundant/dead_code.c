// A branch that compares a variable which is never written goes one way: what lies on the other side cannot be covered, and
// nothing is relevant to it (x below). Each other case writes the variable in a way that may be overlooked, and has a line that
// is reached only then.
// RUN: %smew run --reduce=redundant --search=dfs --statistics=redundant --no-output -D CASE_never %s 2>&1 | FileCheck %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_never" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_pointer" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_one_byte" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_copied" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_input" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_neighbour" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_constructor" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_libc" %s
#include "klee/klee.h"
#include <stdlib.h>
#include <string.h>

static unsigned char input(const char *name) {
  unsigned char c;
  klee_make_symbolic(&c, 1, name);
  return c;
}
volatile int reached;
struct {
  int mode, other;
} s = {1, 1};
int x;

#ifdef CASE_never
static void change(unsigned char a) { (void)a; }
#elif defined CASE_pointer // one of two targets
int *target = &x;
static void change(unsigned char a) {
  if (a == 3) target = &s.mode;
  *target = 2;
}
#elif defined CASE_one_byte
static void change(unsigned char a) {
  if (a == 3) *(char *)&s.mode = 2;
}
#elif defined CASE_copied // as a whole, with others
static void change(unsigned char a) {
  static const int two[2] = {2, 2};
  if (a == 3) memcpy(&s, two, sizeof two);
}
#elif defined CASE_input
static void change(unsigned char a) {
  if (a == 3) klee_make_symbolic(&s.mode, sizeof s.mode, "mode");
}
#elif defined CASE_neighbour // an index that is one less
static void change(unsigned char a) { (&s.other)[-(a == 3)] = 2; }
#elif defined CASE_constructor // before main
__attribute__((constructor)) static void change_first(void) { s.mode = 2; }
static void change(unsigned char a) { (void)a; }
#elif defined CASE_libc // by code of the libc
static void change(unsigned char a) {
  if (a == 3) {
    char *end;
    strtol("2", &end, 10);
    memset(&s, 2, 1);
  }
}
#endif

int main(void) {
  unsigned char a = input("a");
  if (a == 1) x = 1;
  change(a);
  if (input("b") == 1) reached = 1;
  switch (s.mode) {
  case 2:
    if (x == 1) reached = 2;
    reached = 3;
    break;
  default: reached = 4;
  }
  if (s.mode + 1 == 3 && x == 0) reached = 5;
  return 0;
}
// CHECK: nothing more can be covered
// CHECK: 2 states dropped by redundant
// CHECK-COUNT-4: redundant: set {{[0-9]+}} at main:{{[0-9]+}} { } constraints 0
