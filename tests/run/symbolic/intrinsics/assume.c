// What a path may assume, how a program ends one, and asking about values.
// RUN: %S/../Inputs/explore-cases %s %t
// RUN: %smew show %t/prefer-none/test000001.ktest | FileCheck %s --check-prefix=PREFER
// RUN: ls %t/silent-none | FileCheck %s --check-prefix=SILENT --implicit-check-not=.ktest
// CLEAN: assume silent prefer replay_no get_value get_value_float set_forking merge object_size memory_access errno_value mark
// CASES: assume_false assume_zero assume_false_on_one report_error object_size_freed memory_access_bad memory_access_symbolic fixed_object
// PARTIAL: fixed_object set_forking
// PATHS assume exited=1 silent=1 failed=0
// PATHS assume_false_on_one exited=1 failed=1
// PATHS silent exited=1 silent=2
// PATHS set_forking exited=3
// PATHS get_value exited=2
// PATHS memory_access_symbolic exited=1 failed=1
#include <errno.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifdef CASE_assume
int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  klee_assume(a > 5);
  klee_assume((b == a + 1) | (b == 100));
  klee_assume(a < 8);
  klee_assert((b == 7) | (b == 8) | (b == 100));
  if (b == 100) klee_silent_exit(0);
  return 0;
}
#endif

#ifdef CASE_assume_false
int main(void) {
  unsigned char a;
  klee_make_symbolic(&a, 1, "a");
  klee_assume(a > 5);
  // assume_false: assume.c:[[@LINE+1]]:3: error: invalid klee_assume call (provably false) [user]
  klee_assume(a < 3);
  return 0;
}
#endif

#ifdef CASE_assume_zero
int main(void) {
  // assume_zero: assume.c:[[@LINE+1]]:3: error: invalid klee_assume call (provably false) [user]
  klee_assume(0);
  return 0;
}
#endif

#ifdef CASE_assume_false_on_one
int main(void) {
  unsigned char a;
  klee_make_symbolic(&a, 1, "a");
  if (a > 5) a = 9;
  // assume_false_on_one: assume.c:[[@LINE+1]]:3: error: invalid klee_assume call (provably false) [user]
  klee_assume(a == 9);
  return 0;
}
#endif

#ifdef CASE_silent
int main(void) {
  int a = klee_int("a");
  if (a == 1) klee_silent_exit(3);
  if (a == 2) klee_silent_exit(a);
  return 0;
}
#endif
// SILENT: test000001.ktest

#ifdef CASE_prefer
// A hint: only the witness changes, not what is possible.
int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 4; i++) klee_prefer_cex(text, (text[i] >= 'a') & (text[i] <= 'z'));
  klee_posix_prefer_cex(text, text[0] == 'q');
  klee_prefer_cex(text, text[1] == '?' & text[1] == '!');
  klee_assert(klee_is_symbolic(text[0]));
  return 0;
}
#endif
// PREFER: text {{ *}}"q{{[a-z]+}}"

#ifdef CASE_replay_no
int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  return klee_is_replay();
}
#endif

#ifdef CASE_report_error
int main(void) {
  if (klee_int("a") == 3)
    // The place is where the call is; KLEE takes the caller's word for it.
    // report_error: error: own message [user]
    klee_report_error("made-up.c", 12, "own message", "own.err");
  return 0;
}
#endif

#ifdef CASE_get_value
// One possible value; the path is not restricted to it.
int main(void) {
  unsigned char a;
  klee_make_symbolic(&a, 1, "a");
  klee_assume(a > 10);
  int32_t small = klee_get_value_i32(a);
  int64_t large = klee_get_value_i64((int64_t)a << 40);
  klee_assert(!klee_is_symbolic(small) && small > 10 && small < 256);
  klee_assert(!klee_is_symbolic(large) && large >> 40 == small);
  klee_assert(klee_get_valuel(-(long)a) == -small && klee_get_valuell(a) == small);
  klee_assert(klee_get_value_i32(-3) == -3);
  if (a == small) return 1;
  return 0;
}
#endif

#ifdef CASE_get_value_float
int main(void) {
  union {
    float f;
    uint32_t bits;
  } a;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_assume(a.bits == 0x3fc00000);
  float f = klee_get_valuef(a.f);
  klee_assert(f == 1.5f && klee_get_valued(2.25) == 2.25);
  return 0;
}
#endif

#ifdef CASE_set_forking
int main(void) {
  unsigned char a[4];
  klee_make_symbolic(a, 4, "a");
  int n = 0;
  klee_set_forking(0);
  if (a[0] > 9) n++;
  if (a[1] > 9) n++;
  klee_set_forking(1);
  if (a[2] > 9) return 1;
  if (a[3] > 9) return 2;
  return n > 2;
}
// set_forking: not complete
// set_forking: assume.c:[[@LINE-8]]:{{[0-9]+}}: klee_set_forking(0): one side of a decision was not followed (1 time)
// set_forking: assume.c:[[@LINE-8]]:{{[0-9]+}}: klee_set_forking(0): one side of a decision was not followed (1 time)
#endif

#ifdef CASE_merge
int main(void) {
  unsigned char a;
  klee_make_symbolic(&a, 1, "a");
  klee_open_merge();
  int n = a > 7;
  klee_close_merge();
  return n;
}
#endif

#ifdef CASE_object_size
int table[6];
int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  char *p = malloc(11);
  klee_assert(klee_get_obj_size(p) == 11 && klee_get_obj_size(p + 4) == 11);
  klee_assert(klee_get_obj_size(table + 2) == 24);
  free(p);
  return 0;
}
#endif

#ifdef CASE_object_size_freed
int main(void) {
  char *p = malloc(11);
  free(p);
  // object_size_freed: assume.c:[[@LINE+1]]:15: error: use after free
  return (int)klee_get_obj_size(p);
}
#endif

#ifdef CASE_memory_access
int main(void) {
  char table[6], c;
  klee_make_symbolic(&c, 1, "c");
  klee_check_memory_access(table, 6);
  klee_check_memory_access(table + 6, 0);
  return 0;
}
#endif

#ifdef CASE_memory_access_bad
int main(void) {
  char table[6];
  // memory_access_bad: assume.c:[[@LINE+1]]:3: error: out-of-bounds read of 7 bytes: offset 0 of 'table' (6 bytes) [ptr]
  klee_check_memory_access(table, 7);
  return 0;
}
#endif

#ifdef CASE_memory_access_symbolic
int main(void) {
  char table[6];
  unsigned char at;
  klee_make_symbolic(&at, 1, "at");
  klee_assume(at < 6);
  // memory_access_symbolic: assume.c:[[@LINE+1]]:3: error: out-of-bounds read of 2 bytes: offset 5 of 'table' (6 bytes) [ptr]
  klee_check_memory_access(table + at, 2);
  klee_assert(at < 5);
  return 0;
}
#endif

#ifdef CASE_fixed_object
int main(void) {
  // fixed_object: assume.c:[[@LINE+1]]:3: error: unsupported: klee_define_fixed_object at 0x1000 [model]
  klee_define_fixed_object((void *)0x1000, 16);
  return 0;
}
#endif

#ifdef CASE_errno_value
int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  errno = 33;
  klee_assert(klee_get_errno() == 33);
  return 0;
}
#endif

#ifdef CASE_mark
int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  klee_mark_global(&c);
  return c == 3 ? 0 : 0;
}
#endif
