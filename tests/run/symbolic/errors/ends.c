// Paths that the program itself ends badly, and calls that lead nowhere.
// RUN: %S/../Inputs/explore-cases %s %t
// CASES: assertion klee_assertion aborts klee_aborts read_only string_constant user model
// CLEAN: assertion_ok klee_assertion_ok aborts_ok klee_aborts_ok read_only_ok string_constant_ok user_ok model_ok
// PARTIAL: model external variable
// CASES: null_call bad_call signature unreachable recursion external variable
// CLEAN: null_call_ok bad_call_ok signature_ok unreachable_ok recursion_ok external_ok variable_ok
// CASES: lost lost_on_one_path
// CLEAN: lost_ok lost_on_one_path_ok lost_unasked_ok
// OPTIONS recursion --max-stack-frames 50
// OPTIONS recursion_ok --max-stack-frames 50
// OPTIONS lost --check-leaks
// OPTIONS lost_ok --check-leaks
// OPTIONS lost_on_one_path --check-leaks
// OPTIONS lost_on_one_path_ok --check-leaks
// PATHS assertion exited=1 failed=1
// PATHS lost exited=0 failed=3
// PATHS lost_on_one_path exited=1 failed=1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void);
static unsigned char input(const char *name) {
  unsigned char byte;
  klee_make_symbolic(&byte, 1, name);
  return byte;
}

#if defined CASE_assertion || defined CASE_assertion_ok
int main(void) {
  unsigned char i = input("i"), j = input("j");
  klee_assume(j < 3);
#ifdef CASE_assertion_ok
  klee_assume((i != 15) | (j != 1));
#endif
  // assertion: ends.c:[[@LINE+3]]:3: error: assertion failed: i * 3 + j != 46 [assert]
  // assertion: i = 15
  // assertion: j = 1
  assert(i * 3 + j != 46);
  return 0;
}
#endif

#if defined CASE_klee_assertion || defined CASE_klee_assertion_ok
#define NDEBUG // which klee_assert does not heed
int main(void) {
  unsigned char i = input("i");
#ifdef CASE_klee_assertion
  klee_assume(i <= 100);
#else
  klee_assume(i < 100);
#endif
  // klee_assertion: ends.c:[[@LINE+1]]:3: error: assertion failed: i / 10 != 10 [assert]
  klee_assert(i / 10 != 10);
  return 0;
}
#endif

#if defined CASE_aborts || defined CASE_aborts_ok
int main(void) {
  int n;
  klee_make_symbolic(&n, sizeof n, "n");
#ifdef CASE_aborts_ok
  klee_assume(n != 0x1111);
#endif
  // aborts: ends.c:[[@LINE+2]]:20: error: abort called [abort]
  // aborts: n = 4369{{$}}
  if (n == 0x1111) abort();
  return 0;
}
#endif

#if defined CASE_klee_aborts || defined CASE_klee_aborts_ok
int main(void) {
  unsigned char i = input("i");
#ifdef CASE_klee_aborts_ok
  klee_assume(i != 15);
#endif
  // klee_aborts: ends.c:[[@LINE+1]]:21: error: abort called [abort]
  if (i * i == 225) klee_abort();
  return 0;
}
#endif

#if defined CASE_read_only || defined CASE_read_only_ok
const int constants[4] = {1, 2, 3, 4};
int variables[4];
int main(void) {
  unsigned char i = input("i");
  int *p = i < 200 ? variables : (int *)constants;
#ifdef CASE_read_only_ok
  klee_assume(i < 200);
#endif
  // read_only: ends.c:[[@LINE+1]]:12: error: write to constant 'constants' (16 bytes) [read_only]
  p[i & 3] = 0;
  return constants[i & 3] == 0;
}
#endif

#if defined CASE_string_constant || defined CASE_string_constant_ok
int main(void) {
  unsigned char i = input("i");
  char own[] = "abc", *text = i == 'q' ? "abc" : own;
#ifdef CASE_string_constant_ok
  if (i == 'q') return 0;
#endif
  // string_constant: ends.c:[[@LINE+1]]:11: error: write to constant {{.*}} (4 bytes) [read_only]
  text[1] = 'x';
  return 0;
}
#endif

#if defined CASE_user || defined CASE_user_ok
int main(void) {
  unsigned char i = input("i");
#ifdef CASE_user_ok
  klee_assume(i != 3);
#endif
  // user: ends.c:[[@LINE+1]]:15: error: three is not allowed [user]
  if (i == 3) klee_report_error("elsewhere.c", 99, "three is not allowed", "user.err");
  return 0;
}
#endif

#if defined CASE_model || defined CASE_model_ok
int main(void) {
  unsigned char i = input("i");
#ifdef CASE_model_ok
  klee_assume(i != 3);
#endif
  // model: ends.c:[[@LINE+1]]:15: error: unsupported: inline assembly{{.*}} [model]
  if (i == 3) __asm__ volatile("rdmsr" : : : "eax", "edx");
  return 0;
}
#endif

static int one(void) { return 1; }
static int two(void) { return 2; }

#if defined CASE_null_call || defined CASE_null_call_ok
int main(void) {
  int (*table[4])(void) = {one, two, one, NULL};
  unsigned char i = input("i");
#ifdef CASE_null_call
  klee_assume(i < 4);
#else
  klee_assume(i < 3);
#endif
  // null_call: ends.c:[[@LINE+1]]:10: error: call through null function pointer [exec]
  return table[i]();
}
#endif

#if defined CASE_bad_call || defined CASE_bad_call_ok
int data;
int main(void) {
  unsigned char i = input("i");
  int (*f)(void) = i & 1 ? one : two;
#ifdef CASE_bad_call
  if (i == 6) f = (int (*)(void))&data;
#endif
  // bad_call: ends.c:[[@LINE+1]]:10: error: call through bad function pointer 0x{{[0-9a-f]+}} [exec]
  return f();
}
#endif

#if defined CASE_signature || defined CASE_signature_ok
static int needs(int a, int b) { return a + b; }
int main(void) {
  unsigned char i = input("i");
  void *f = i == 5 ? (void *)needs : (void *)one;
#ifdef CASE_signature_ok
  klee_assume(i != 5);
#endif
  // signature: ends.c:[[@LINE+1]]:10: error: bad signature: 'needs' takes 2 arguments, called with 0 [exec]
  return ((int (*)(void))f)();
}
#endif

#if defined CASE_unreachable || defined CASE_unreachable_ok
int main(void) {
  unsigned char i = input("i");
#ifdef CASE_unreachable_ok
  klee_assume(i != 9);
#endif
  // unreachable: ends.c:[[@LINE+1]]:15: error: unreachable code reached [exec]
  if (i == 9) __builtin_unreachable();
  return 0;
}
#endif

#if defined CASE_recursion || defined CASE_recursion_ok
static int descend(unsigned n) { return n == 0 ? 0 : descend(n - 1) + 1; }
int main(void) {
  unsigned char i = input("i");
#ifdef CASE_recursion
  klee_assume((i > 45) & (i < 60));
#else
  klee_assume((i > 30) & (i < 40));
#endif
  // recursion: error: stack overflow: more than 50 frames [exec]
  return descend(i) == 3;
}
#endif

#if defined CASE_external || defined CASE_external_ok
int nowhere(int);
int main(void) {
  unsigned char i = input("i");
#ifdef CASE_external_ok
  klee_assume(i != 77);
#endif
  // external: ends.c:[[@LINE+1]]:16: error: call to undefined function 'nowhere' [external]
  if (i == 77) nowhere(i);
  return 0;
}
#endif

#if defined CASE_variable || defined CASE_variable_ok
extern int nowhere[4];
int main(void) {
  unsigned char i = input("i");
#ifdef CASE_variable_ok
  klee_assume(i > 3);
#endif
  // variable: ends.c:[[@LINE+1]]:21: error: access to undefined variable 'nowhere' [external]
  if (i < 4) return nowhere[i] == 1;
  return 0;
}
#endif

#if defined CASE_lost || defined CASE_lost_ok || defined CASE_lost_unasked_ok
int main(void) {
  unsigned char n = input("n");
  klee_assume((n > 0) & (n < 4));
  // lost: ends.c:[[@LINE+1]]:13: error: memory leak: heap object ({{[123]}} byte{{s?}}, allocated at {{.*}}ends.c:[[@LINE+1]]) [leak]
  char *p = malloc(n);
  p[0] = 1;
#ifdef CASE_lost_ok
  free(p);
#endif
  return 0;
}
#endif

#if defined CASE_lost_on_one_path || defined CASE_lost_on_one_path_ok
int main(void) {
  unsigned char n = input("n");
  // lost_on_one_path: ends.c:[[@LINE+1]]:13: error: memory leak: heap object (7 bytes, allocated at {{.*}}) [leak]
  char *p = malloc(7);
  if (p == NULL) return 1;
#ifdef CASE_lost_on_one_path
  if (n != 99) free(p);
#else
  free(p);
  (void)n;
#endif
  return 0;
}
#endif
