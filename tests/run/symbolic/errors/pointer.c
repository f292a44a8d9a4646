// Invalid accesses that some inputs cause: those inputs fork off, all others go on.
// RUN: %S/../Inputs/explore-cases %s %t
// CASES: upper lower heap far null wild freed dead_stack choice second_dimension
// CASES: copy_length copy_source set_length string through_struct wide_access partly
// CLEAN: upper_ok lower_ok heap_ok far_ok null_ok wild_ok freed_ok dead_stack_ok choice_ok
// CLEAN: second_dimension_ok copy_length_ok copy_source_ok set_length_ok string_ok
// CLEAN: through_struct_ok wide_access_ok partly_ok
// PATHS upper exited=1 failed=1
// PATHS lower exited=1 failed=1
// PATHS heap exited=2 failed=1
// PATHS partly exited=1 failed=1
// PATHS upper_ok exited=1 failed=0
// PATHS lower_ok exited=1 failed=0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static unsigned char input(const char *name) {
  unsigned char byte;
  klee_make_symbolic(&byte, 1, name);
  return byte;
}

#if defined CASE_upper || defined CASE_upper_ok
#ifdef CASE_upper
#define BOUND 8
#else
#define BOUND 7
#endif
int table[8];
int main(void) {
  unsigned i = input("i");
  klee_assume(i <= BOUND);
  // upper: pointer.c:[[@LINE+1]]:10: error: out-of-bounds read of 4 bytes: offset 32 of 'table' (32 bytes) [ptr]
  return table[i];
}
#endif

#if defined CASE_lower || defined CASE_lower_ok
int main(void) {
  short table[4] = {1, 2, 3, 4};
  int i = (signed char)input("i");
#ifdef CASE_lower
  klee_assume((i >= -1) & (i < 4));
#else
  klee_assume((i >= 0) & (i < 4));
#endif
  // lower: pointer.c:[[@LINE+1]]:12: error: out-of-bounds write of 2 bytes: offset -2 of 'table' (8 bytes) [ptr]
  table[i] = 5;
  return table[0] + table[1] + table[2] + table[3] == 15;
}
#endif

#if defined CASE_heap || defined CASE_heap_ok
int main(void) {
  // heap: error: out-of-bounds write of 1 byte: offset 10 of heap object (10 bytes, allocated at {{.*}}pointer.c:[[@LINE+1]]) [ptr]
  char *p = malloc(10);
  unsigned i = input("i");
#ifdef CASE_heap
  if (i <= 10) p[i] = 1;
#else
  if (i < 10) p[i] = 1;
#endif
  free(p);
  return 0;
}
#endif

#if defined CASE_far || defined CASE_far_ok
char near[16], other[16];
int main(void) {
  int i;
  klee_make_symbolic(&i, sizeof i, "i");
#ifdef CASE_far
  if (i > 16) return 0;
#else
  if (i > 15 || i < 0) return 0;
#endif
  // far: pointer.c:[[@LINE+1]]:11: error: out-of-bounds write of 1 byte: offset {{-?[0-9]+}} of 'near' (16 bytes) [ptr]
  near[i] = 1;
  return other[3]; // never the neighbour
}
#endif

#if defined CASE_null || defined CASE_null_ok
int x;
int main(void) {
  int *p = input("which") == 77 ? NULL : &x;
#ifdef CASE_null_ok
  if (p == NULL) return 0;
#endif
  // null: pointer.c:[[@LINE+1]]:10: error: null pointer read of 4 bytes: address 0x0 [ptr]
  return *p;
}
#endif

#if defined CASE_wild || defined CASE_wild_ok
int x;
int main(void) {
  char *p = (char *)&x;
  unsigned long far;
  klee_make_symbolic(&far, sizeof far, "far");
#ifdef CASE_wild
  klee_assume((far == 0) | (far == 1UL << 45));
#else
  klee_assume(far < 4);
#endif
  // wild: pointer.c:[[@LINE+1]]:10: error: {{wild pointer|out-of-bounds}} read of 1 byte{{.*}} [ptr]
  return p[far];
}
#endif

#if defined CASE_freed || defined CASE_freed_ok
int main(void) {
  int *p = malloc(sizeof *p);
  if (p == NULL) return 1;
  *p = 3;
  unsigned char i = input("i");
  if (i > 250) free(p);
#ifdef CASE_freed_ok
  if (i > 250) return 0;
#endif
  // freed: pointer.c:[[@LINE+1]]:10: error: use after free: read of 4 bytes at offset 0 of heap object (4 bytes, allocated at {{.*}}) [ptr]
  return *p;
}
#endif

#if defined CASE_dead_stack || defined CASE_dead_stack_ok
static int *keep, fallback;
static void leave(int number) {
  volatile int local = number;
  keep = (int *)&local;
  if (number != 9) keep = &fallback;
}
int main(void) {
  unsigned char i = input("i");
#ifdef CASE_dead_stack_ok
  klee_assume(i != 9);
#endif
  leave(i);
  // dead_stack: pointer.c:[[@LINE+1]]:10: error: use of dead stack object: read of 4 bytes at offset 0 of 'local' (4 bytes) [ptr]
  return *keep;
}
#endif

#if defined CASE_choice || defined CASE_choice_ok
// Only one of the objects that the pointer may mean is too small.
char small[4], large[8], larger[16];
int main(void) {
  char *all[] = {large, small, larger};
  unsigned char which = input("which");
#ifdef CASE_choice
  klee_assume(which < 3);
#else
  klee_assume((which == 0) | (which == 2));
#endif
  // choice: pointer.c:[[@LINE+1]]:17: error: out-of-bounds write of 1 byte: offset 5 of 'small' (4 bytes) [ptr]
  all[which][5] = 1;
  // choice-NOT: error:
  return large[5] + larger[5] - 1;
}
#endif

#if defined CASE_second_dimension || defined CASE_second_dimension_ok
int grid[3][5];
int main(void) {
  unsigned char row = input("row"), column = input("column");
  klee_assume(row < 3);
#ifdef CASE_second_dimension
  klee_assume(column <= 5);
#else
  klee_assume(column < 5);
#endif
  // Past the end of a row lies the next one; past the last row, nothing.
  // second_dimension: pointer.c:[[@LINE+1]]:10: error: out-of-bounds read of 4 bytes: offset 60 of 'grid' (60 bytes) [ptr]
  return grid[row][column];
}
#endif

#if defined CASE_copy_length || defined CASE_copy_length_ok
int main(void) {
  char from[12] = "hello world", to[8];
  unsigned char n = input("n");
#ifdef CASE_copy_length
  klee_assume(n <= 9);
#else
  klee_assume(n <= 8);
#endif
  // copy_length: pointer.c:[[@LINE+1]]:3: error: out-of-bounds write of 9 bytes: offset 0 of 'to' (8 bytes) [ptr]
  memcpy(to, from, n);
  return n > 4 && to[4] != 'o';
}
#endif

#if defined CASE_copy_source || defined CASE_copy_source_ok
int main(void) {
  char from[8] = "hello", to[16];
  unsigned char at = input("at");
#ifdef CASE_copy_source
  klee_assume(at <= 5);
#else
  klee_assume(at <= 4);
#endif
  // copy_source: pointer.c:[[@LINE+1]]:3: error: out-of-bounds read of 4 bytes: offset 5 of 'from' (8 bytes) [ptr]
  memcpy(to, from + at, 4);
  return to[0] == 'z';
}
#endif

#if defined CASE_set_length || defined CASE_set_length_ok
int main(void) {
  char *p = malloc(6);
  unsigned char n = input("n");
#ifdef CASE_set_length
  if (n > 7) n = 7;
#else
  if (n > 6) n = 6;
#endif
  // set_length: pointer.c:[[@LINE+1]]:3: error: out-of-bounds write of 7 bytes: offset 0 of heap object (6 bytes, allocated at {{.*}}) [ptr]
  memset(p, 'x', n);
  free(p);
  return 0;
}
#endif

#if defined CASE_string || defined CASE_string_ok
int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
#ifdef CASE_string_ok
  text[3] = '\0';
#endif
  // Inside the libc, called from here.
  // string: error: out-of-bounds read of 1 byte: offset 4 of 'text' (4 bytes) (in strlen) [ptr]
  // string: called from main at {{.*}}pointer.c:[[@LINE+1]]:10
  return strlen(text) == 2;
}
#endif

#if defined CASE_through_struct || defined CASE_through_struct_ok
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node c = {NULL, 3}, b = {&c, 2}, a = {&b, 1}, *at = &a;
  unsigned char steps = input("steps");
#ifdef CASE_through_struct
  klee_assume(steps <= 3);
#else
  klee_assume(steps <= 2);
#endif
  while (steps-- > 0) at = at->next;
  // through_struct: pointer.c:[[@LINE+1]]:14: error: null pointer read of 4 bytes: address 0x8 [ptr]
  return at->value;
}
#endif

#if defined CASE_wide_access || defined CASE_wide_access_ok
unsigned char bytes[12];
int main(void) {
  unsigned char at = input("at");
#ifdef CASE_wide_access
  klee_assume(at < 6);
#else
  klee_assume(at < 5);
#endif
  // The access begins inside and ends outside.
  // wide_access: pointer.c:[[@LINE+1]]:10: error: out-of-bounds read of 8 bytes: offset 5 of 'bytes' (12 bytes) [ptr]
  return *(unsigned long *)(bytes + at) != 0;
}
#endif

#if defined CASE_partly || defined CASE_partly_ok
// Reported once, though the loop comes there several times.
int main(void) {
  char text[5] = "abcd";
  unsigned char start = input("start");
#ifdef CASE_partly
  klee_assume(start < 10);
#else
  klee_assume(start < 5);
#endif
  for (int i = 0; i < 3; i++)
    // partly-COUNT-1: pointer.c:[[@LINE+1]]:9: error: out-of-bounds read of 1 byte: offset {{[5-9]}} of 'text' (5 bytes) [ptr]
    if (text[start] == '!') return 1;
  // partly-NOT: error:
  return 0;
}
#endif
