// What a slice may miss, and with it code: each case has a line that only a state reaches which agrees with an earlier
// one in all that the earlier one seems to need.
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_untaken_alias" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_store_address" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_exit_in_callee" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_late_value" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_jump" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --common "-D CASE_wild_store" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_loop_turns" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_callee_pointer" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_freed" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_realloc_size" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_argument_count" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_early_coverage" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_assumption" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_range_then_value" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_value_then_range" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_range_in_callee" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_range_wraps" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_range_of_sum" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_range_of_both_sides" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_same_name" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_byte_then_value" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_byte_value_then_range" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_byte_on_one_side" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_byte_of_copy" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_unknown_byte" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_tied_bytes" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_text_length" %s
// RUN: %compare --scratch %t --redundant --goal=coverage --complete --common "-D CASE_text_end" %s
#include "klee/klee.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static unsigned char input(const char *name) {
  unsigned char c;
  klee_make_symbolic(&c, 1, name);
  return c;
}
volatile int reached;

#ifdef CASE_untaken_alias // only the side that was not taken lets p point at g
int g, h, *p = &h;
int main(void) {
  int c = 0;
  if (input("a") == 1) c = 1;
  if (input("b") == 1) reached = 1; // others meet here
  if (c) p = &g;
  *p = 5;
  if (g == 5) reached = 2;
  return 0;
}
#elif defined CASE_store_address // the same store goes elsewhere
int a[4], i;
int main(void) {
  if (input("a") == 1) i = 2;
  if (input("b") == 1) reached = 1;
  a[i] = 7;
  if (a[2] == 7) reached = 2;
  return 0;
}
#elif defined CASE_exit_in_callee
int fatal;
static void report(void) {
  if (fatal) exit(1);
}
int main(void) {
  fatal = 1;
  if (input("a") == 1) fatal = 0;
  if (input("b") == 1) reached = 1;
  report();
  reached = 2;
  return 0;
}
#elif defined CASE_late_value // one value on all paths but the last
int mode = 1, other;
int main(void) {
  unsigned char k = input("k");
  for (int n = 0; n < 4; n++)
    if (k == n) other = n;
  if (k == 200) mode = 2;
  if (other > 1) reached = 1;
  if (mode == 2) reached = 2;
  return 0;
}
#elif defined CASE_jump
static jmp_buf buffer;
int level;
static void deep(void) {
  if (level == 2) longjmp(buffer, 1);
}
int main(void) {
  if (input("a") == 1) level = 2;
  if (input("b") == 1) reached = 1;
  if (setjmp(buffer)) {
    reached = 2;
    return 1;
  }
  deep();
  return 0;
}
#elif defined CASE_wild_store // through a number, on the side that was not taken
int g;
unsigned long where;
int main(void) {
  where = (unsigned long)&g;
  int c = 0;
  if (input("a") == 1) c = 1;
  if (input("b") == 1) reached = 1;
  if (c) {
    unsigned long number = 0;
    for (int i = 0; i < 64; i++)
      if (where >> i & 1) number += 1ul << i;
    *(int *)number = 3;
  }
  if (g == 3) reached = 2;
  return 0;
}
#elif defined CASE_loop_turns // a register that another turn of the loop changes
int turns = 1;
int main(void) {
  if (input("a") == 1) turns = 2;
  if (input("b") == 1) reached = 1;
  int v = 0;
  for (int i = 0; i < turns; i++) v += 3;
  if (v == 6) reached = 2;
  return 0;
}
#elif defined CASE_callee_pointer // another function would write
int g;
static void no(void) { reached = 3; }
static void yes(void) { g = 1; }
void (*call)(void) = no;
int main(void) {
  if (input("a") == 1) call = yes;
  if (input("b") == 1) reached = 1;
  call();
  if (g) reached = 2;
  return 0;
}
#elif defined CASE_freed // an error on one path, and none on the other
int main(void) {
  char *p = malloc(4);
  if (!p) return 1;
  *p = 1;
  if (input("a") != 1) free(p);
  if (input("b") == 1) reached = 1;
  *(volatile char *)p;
  reached = 2;
  return 0;
}
#elif defined CASE_realloc_size
int main(void) {
  int n = 4;
  if (input("a") == 1) n = 8;
  char *p = malloc(n);
  if (!p) return 1;
  if (input("b") == 1) reached = 1;
  memset(p, 1, 8);
  reached = 2;
  return 0;
}
#elif defined CASE_argument_count // variable arguments
int count = 1;
static int sum(int n, ...) {
  va_list list;
  int total = 0;
  va_start(list, n);
  while (n-- > 0) total += va_arg(list, int);
  va_end(list);
  return total;
}
int main(void) {
  if (input("a") == 1) count = 2;
  if (input("b") == 1) reached = 1;
  if (sum(count, 1, 2) == 3) reached = 2;
  return 0;
}
#elif defined CASE_assumption // what it excludes depends on something else
int main(void) {
  unsigned char g = input("g");
  int limit = input("y");
  if (input("a") == 1) limit = 300;
  if (input("b") == 1) reached = 1;
  klee_assume(limit > g);
  if (g == 255) reached = 2;
  return 0;
}
#elif defined CASE_early_coverage // what is covered while sets exist must not let go of what is not
int x, y;
int main(void) {
  unsigned char k = input("k");
  if (k & 1) x = 1;
  if (k & 2) y = 1;
  if (x) reached = 1;
  if (x && y) reached = 2;
  if (k == 250) reached = 3;
  if (y && k > 200 && x) reached = 4;
  return 0;
}
#elif defined CASE_range_then_value // one decision needs a range, a later one the value
int main(void) {
  int x = 5;
  if (input("a") == 1) x = 7;
  if (input("b") == 1) reached = 1;
  if (x > 0) reached = 2;
  if (input("c") == 1) reached = 3;
  if (x & 2) reached = 4;
  return 0;
}
#elif defined CASE_value_then_range // the other way round
int main(void) {
  int x = 5;
  if (input("a") == 1) x = 7;
  if (input("b") == 1) reached = 1;
  if (x & 2) reached = 2;
  if (input("c") == 1) reached = 3;
  if (x > 6) reached = 4;
  else if (x > 3) reached = 5;
  if (x > 0) reached = 6;
  else reached = 7; // dead
  return 0;
}
#elif defined CASE_range_in_callee // the bound is in the callee, the value comes as a parameter and goes back
static __attribute__((noinline)) int more(int x) {
  if (x < 6) return x + 1;
  reached = 2;
  return x - 6;
}
int main(void) {
  int x = 5;
  if (input("a") == 1) x = 7;
  if (input("a2") == 1) x = 4;
  if (input("b") == 1) reached = 1;
  if (more(x) == 5) reached = 3;
  return 0;
}
#elif defined CASE_range_wraps // 2 - 3 is large
int main(void) {
  unsigned x = 5;
  signed char y = 100;
  if (input("a") == 1) x = 2;
  if (input("a2") == 1) y = -100;
  if (input("b") == 1) reached = 1;
  if (x - 3 < 4u) reached = 2;
  else reached = 3;
  if ((unsigned char)y > 127) reached = 4;
  if (y < 0) reached = 5;
  return 0;
}
#elif defined CASE_range_of_sum // the two add up to the same on one path only
int main(void) {
  int x = 1, y = 2;
  if (input("a") == 1) x = 2;
  if (input("a2") == 1) y = 5;
  if (input("b") == 1) reached = 1;
  if (x > 0 && y > 0) reached = 2;
  if (x + y == 7) reached = 3;
  return 0;
}
#elif defined CASE_range_of_both_sides // a symbolic value goes both ways, a later one only one
int main(void) {
  int x = input("x");
  if (input("a") == 1) x = 300;
  if (input("b") == 1) reached = 1;
  if (x < 10) reached = 2;
  else if (x > 255) reached = 3;
  return 0;
}
#elif defined CASE_same_name // the second input of a name on one path is the first on another
int main(void) {
  int x = 0;
  if (input("a") == 1) x = input("k") == 3;
  if (input("b") == 1) reached = 1;
  if (input("k") == 3 && x) reached = 2;
  return 0;
}
#elif defined CASE_byte_then_value // in memory, of a byte first the range matters and later the value
char kind = 5;
int main(void) {
  if (input("a") == 1) kind = 7;
  if (input("a2") == 1) kind = 0;
  if (input("b") == 1) reached = 1;
  if (kind > 0) reached = 2;
  if (input("c") == 1) reached = 3;
  if (kind == 7) reached = 4;
  return 0;
}
#elif defined CASE_byte_value_then_range // the other way round
char kind = 5;
int main(void) {
  if (input("a") == 1) kind = 7;
  if (input("a2") == 1) kind = 0;
  if (input("b") == 1) reached = 1;
  if (kind * 3 % 5 == 1) reached = 2;
  if (kind > 0) reached = 3;
  else if (kind > 3) reached = 4; // dead
  return 0;
}
#elif defined CASE_byte_on_one_side // the value matters on one side only, the range on both
char kind = 5;
int main(void) {
  if (input("a") == 1) kind = 7;
  if (input("a2") == 1) kind = 8;
  if (input("b") == 1) reached = 1;
  if (input("c") == 1) {
    if (kind * 3 % 5 == 1) reached = 2;
  } else {
    reached = 3;
  }
  if (kind <= 0) reached = 4; // dead
  return 0;
}
#elif defined CASE_byte_of_copy // a byte is stored, copied with others, and overwritten in part
char from[8] = "abcdefg", to[8];
int main(void) {
  if (input("a") == 1) from[2] = 0;
  if (input("a2") == 1) from[3] = 'X';
  if (input("b") == 1) reached = 1;
  memcpy(to, from, 6);
  to[0] = from[2] ? 1 : 2;
  if (input("c") == 1) reached = 2;
  if (to[2] != 0) reached = 3;
  else reached = 4;
  if (to[3] == 'X') reached = 5;
  if (to[0] == 2) reached = 6;
  return 0;
}
#elif defined CASE_unknown_byte // the range of an unknown byte, which another path does not keep to
unsigned char kind;
int main(void) {
  unsigned char k = input("k");
  kind = k;
  if (k < 10) return 0;
  if (input("a") == 1) kind = input("l");
  if (input("a2") == 1) kind = 12;
  if (input("b") == 1) reached = 1;
  if (kind < 10) reached = 2;
  return 0;
}
#elif defined CASE_tied_bytes // what is known of one byte follows from the other
unsigned char x, y;
int main(void) {
  unsigned char a = input("a"), b = input("b");
  x = a;
  y = b;
  if (a < 5) return 0;
  if (input("c") == 1) x = 0;
  if (input("d") == 1) reached = 1;
  if (x >= 10) return 1;
  int less = x < y;
  if (input("e") == 1) reached = less;
  if (less) {
    if (y <= 5) reached = 3;
  }
  return 0;
}
#elif defined CASE_text_length // texts of the same length are alike, a shorter one is not
char text[12] = "abcdefghij";
int main(void) {
  unsigned char k = input("k");
  if (k != 0) text[1] = (char)k;
  if (input("a") == 1) text[3] = 'x';
  if (input("a2") == 1) text[9] = 0;
  if (input("b") == 1) reached = 1;
  if (strlen(text) == 9) reached = 2;
  if (strnlen(text, 5) != 5) reached = 3; // dead
  return 0;
}
#elif defined CASE_text_end // a byte that ends the text on some paths
char text[24] = "abcdefghijklmnopqrst";
int main(void) {
  unsigned char k = input("k");
  if (input("a") == 1) text[7] = (char)k;
  if (input("a2") == 1) text[16] = 0;
  if (input("b") == 1) reached = 1;
  unsigned long length = strlen(text);
  if (input("c") == 1) reached = 2;
  if (length == 16) reached = 3;
  if (length == 7) reached = 4;
  return 0;
}
#endif
