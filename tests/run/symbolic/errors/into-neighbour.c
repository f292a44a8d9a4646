// An index that leaves its array is an error even where it lands in another object; so is one into a variable that
// nobody defines, and a constant is distinguished from what lies beyond it.
// RUN: %S/../Inputs/explore-cases %s %t
// CASES: neighbour undefined constant constant_beyond
// PARTIAL: undefined
// CLEAN: neighbour_ok constant_ok
// PARTIAL: undefined
// PATHS neighbour exited=1 failed=1
// PATHS constant failed=2 exited=0
#include <klee/klee.h>

#if defined CASE_neighbour || defined CASE_neighbour_ok
char array[16], other[16];
int main(void) {
  long i, distance = other - array;
  klee_make_symbolic(&i, sizeof i, "i");
#ifdef CASE_neighbour
  klee_assume((i == distance + 3) | (i == 5));
#else
  klee_assume((i == 15) | (i == 5));
#endif
  // neighbour: into-neighbour.c:[[@LINE+1]]:12: error: out-of-bounds write of 1 byte: offset {{-?[0-9]+}} of 'array' (16 bytes) [ptr]
  array[i] = 1;
  return other[3];
}
#endif

#ifdef CASE_undefined
extern char array[];
char other[16];
int main(void) {
  long i, distance = other - array;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume((i == distance + 3) | (i == 5));
  // undefined: into-neighbour.c:[[@LINE+1]]:12: error: access to undefined variable 'array' [external]
  array[i] = 1;
  // undefined-NOT: error:
  return other[3];
}
#endif

#if defined CASE_constant || defined CASE_constant_beyond || defined CASE_constant_ok
const char array[8] = "1234567";
int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i <= 8);
#ifdef CASE_constant
  // constant-DAG: into-neighbour.c:[[@LINE+2]]:22: error: write to constant 'array' (8 bytes) [read_only]
  // constant-DAG: into-neighbour.c:[[@LINE+1]]:22: error: out-of-bounds write of 1 byte: offset 8 of 'array' (8 bytes) [ptr]
  ((char *)array)[i] = 1;
  return 0;
#else
#ifdef CASE_constant_ok
  klee_assume(i < 8);
#endif
  // constant_beyond: into-neighbour.c:[[@LINE+2]]:10: error: out-of-bounds read of 1 byte: offset 8 of 'array' (8 bytes) [ptr]
  // constant_beyond-NOT: error:
  return array[i] == '3';
#endif
}
#endif
