// Frees that go wrong on some inputs.
// RUN: %S/../Inputs/explore-cases %s %t
// CASES: twice middle choice reallocate stack
// CLEAN: twice_ok middle_ok choice_ok reallocate_ok stack_ok null_ok
// PATHS twice failed=1 exited=1
// PATHS twice_ok failed=0
#include <klee/klee.h>
#include <stdlib.h>

static unsigned char input(const char *name) {
  unsigned char byte;
  klee_make_symbolic(&byte, 1, name);
  return byte;
}

#if defined CASE_twice || defined CASE_twice_ok
int main(void) {
  char *p = malloc(3);
  unsigned char i = input("i");
  if (i == 200) free(p);
#ifdef CASE_twice_ok
  if (i != 200)
#endif
    // twice: free.c:[[@LINE+1]]:5: error: double free of heap object (3 bytes, allocated at {{.*}}) [free]
    free(p);
  return 0;
}
#endif

#if defined CASE_middle || defined CASE_middle_ok
int main(void) {
  char *p = malloc(8);
  unsigned char i = input("i");
#ifdef CASE_middle
  klee_assume(i < 2);
#else
  klee_assume(i == 0);
#endif
  // middle: free.c:[[@LINE+1]]:3: error: invalid free: pointer to offset 1 of heap object (8 bytes, allocated at {{.*}}) [free]
  free(p + i);
  return 0;
}
#endif

#if defined CASE_choice || defined CASE_choice_ok
int main(void) {
  char *all[3] = {malloc(1), malloc(2), malloc(3)};
  unsigned char i = input("i"), j = input("j");
  klee_assume(i < 3);
  klee_assume(j < 3);
#ifdef CASE_choice_ok
  klee_assume(i != j);
#endif
  free(all[i]);
  // choice: free.c:[[@LINE+1]]:3: error: double free of heap object ([[SIZE:[123]]] byte{{s?}}, allocated at {{.*}}) [free]
  free(all[j]);
  // choice-NOT: error:
  return 0;
}
#endif

#if defined CASE_reallocate || defined CASE_reallocate_ok
int main(void) {
  char *p = malloc(4), *kept = p;
  unsigned char n = input("n");
  klee_assume(n > 3);
  klee_assume(n < 7);
  p = realloc(p, n);
  // realloc always moves.
#ifdef CASE_reallocate
  // reallocate: free.c:[[@LINE+1]]:15: error: double free of heap object (4 bytes, allocated at {{.*}}) [free]
  if (n == 5) free(kept);
#endif
  free(p);
  return kept == 0;
}
#endif

#if defined CASE_stack || defined CASE_stack_ok
int main(void) {
  char here[16], *p = here;
  unsigned char n = input("n");
  if (n > 16) p = malloc(n);
  p[0] = 1;
#ifdef CASE_stack
  // stack: free.c:[[@LINE+1]]:15: error: invalid free: 'here' (16 bytes) is not on the heap [free]
  if (n > 15) free(p);
#else
  if (n > 16) free(p);
#endif
  return 0;
}
#endif

#ifdef CASE_null_ok
int main(void) {
  char *p = input("i") & 1 ? malloc(1) : NULL;
  free(p);
  return 0;
}
#endif
