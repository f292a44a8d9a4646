// Arithmetic that has no result for some operands.
// RUN: %S/../Inputs/explore-cases %s %t
// CASES: div rem div_wide div_overflow rem_overflow shl lshr ashr shift_wide
// CLEAN: div_ok rem_ok div_wide_ok div_overflow_ok rem_overflow_ok shl_ok lshr_ok ashr_ok shift_wide_ok
// CASES: add sub mul neg increment narrow
// CLEAN: add_ok sub_ok mul_ok neg_ok increment_ok narrow_ok unsigned_ok unasked_ok
// OPTIONS add --check-overflow
// OPTIONS add_ok --check-overflow
// OPTIONS sub -check-overflow
// OPTIONS sub_ok --check-overflow
// OPTIONS mul --check-overflow=true
// OPTIONS mul_ok --check-overflow
// OPTIONS neg --check-overflow
// OPTIONS neg_ok --check-overflow
// OPTIONS increment --check-overflow
// OPTIONS increment_ok --check-overflow
// OPTIONS narrow --check-overflow
// OPTIONS narrow_ok --check-overflow
// OPTIONS unsigned_ok --check-overflow
// PATHS div failed=1 exited=1
// PATHS div_overflow failed=1 exited=1
// PATHS add failed=1 exited=1
// PATHS unasked_ok exited=1
#include <klee/klee.h>
#include <limits.h>

#define INPUT(type, name)                                                                          \
  type name;                                                                                       \
  klee_make_symbolic(&name, sizeof name, #name)

int main(void) {
  INPUT(int, a);
  INPUT(int, b);
  INPUT(long, wide);
  INPUT(unsigned char, small);
  (void)a, (void)b, (void)wide, (void)small;

#ifdef CASE_div_ok
  klee_assume(b != 1000);
#endif
#if defined CASE_div || defined CASE_div_ok
  klee_assume(b != 999);
  // div: arithmetic.c:[[@LINE+2]]:15: error: division by zero [div]
  // div: b = 1000
  return 5000 / (b - 1000) == 7;
#endif

#ifdef CASE_rem_ok
  if (small == 0) return 0;
#endif
#if defined CASE_rem || defined CASE_rem_ok
  // rem: arithmetic.c:[[@LINE+2]]:22: error: division by zero [div]
  // rem: small = 0
  return (unsigned)a % small;
#endif

#ifdef CASE_div_wide_ok
  klee_assume(small != 7);
#endif
#if defined CASE_div_wide || defined CASE_div_wide_ok
  // div_wide: arithmetic.c:[[@LINE+1]]:28: error: division by zero [div]
  return (__int128)1000000 / ((__int128)small - 7) == 3;
#endif

#ifdef CASE_div_overflow_ok
  klee_assume(a != INT_MIN);
#endif
#if defined CASE_div_overflow || defined CASE_div_overflow_ok
  klee_assume(b == -1);
  // div_overflow: arithmetic.c:[[@LINE+2]]:12: error: signed division overflow [overflow]
  // div_overflow: a = -2147483648
  return a / b == 1;
#endif

#ifdef CASE_rem_overflow_ok
  klee_assume(wide != LONG_MIN);
#endif
#if defined CASE_rem_overflow || defined CASE_rem_overflow_ok
  klee_assume(a == -1);
  // rem_overflow: arithmetic.c:[[@LINE+1]]:15: error: signed division overflow [overflow]
  return wide % a != 0;
#endif

#ifdef CASE_shl_ok
  klee_assume(small < 32);
#elif defined CASE_shl
  klee_assume(small <= 32);
#endif
#if defined CASE_shl || defined CASE_shl_ok
  // shl: arithmetic.c:[[@LINE+1]]:23: error: shift amount 32 is not less than the width 32 [overshift]
  return ((unsigned)a << small) == 12;
#endif

#ifdef CASE_lshr_ok
  klee_assume(small < 64);
#elif defined CASE_lshr
  klee_assume(small <= 64);
#endif
#if defined CASE_lshr || defined CASE_lshr_ok
  // lshr: arithmetic.c:[[@LINE+1]]:32: error: shift amount 64 is not less than the width 64 [overshift]
  return ((unsigned long)wide) >> small == 12;
#endif

#ifdef CASE_ashr_ok
  klee_assume(b >= 0);
#endif
#if defined CASE_ashr || defined CASE_ashr_ok
  klee_assume((b >= -1) & (b < 32));
  // A negative amount, as the unsigned number that the machine sees.
  // ashr: arithmetic.c:[[@LINE+1]]:12: error: shift amount 4294967295 is not less than the width 32 [overshift]
  return a >> b == 1;
#endif

#ifdef CASE_shift_wide_ok
  klee_assume(small < 128);
#elif defined CASE_shift_wide
  klee_assume(small <= 128);
#endif
#if defined CASE_shift_wide || defined CASE_shift_wide_ok
  // shift_wide: arithmetic.c:[[@LINE+1]]:32: error: shift amount 128 is not less than the width 128 [overshift]
  return ((unsigned __int128)1 << small) == 4;
#endif

#ifdef CASE_add_ok
  klee_assume(a < INT_MAX - 4);
#endif
#if defined CASE_add || defined CASE_add_ok
  // add: arithmetic.c:[[@LINE+1]]:12: error: signed {{.*}}overflow [overflow]
  return a + 5 == 17;
#endif

#ifdef CASE_sub_ok
  klee_assume((a >= 0) & (b >= 0));
#endif
#if defined CASE_sub || defined CASE_sub_ok
  // sub: arithmetic.c:[[@LINE+1]]:12: error: signed {{.*}}overflow [overflow]
  return a - b == 17;
#endif

#ifdef CASE_mul_ok
  klee_assume((a >= INT_MIN / 1024) & (a <= INT_MAX / 1024));
#elif defined CASE_mul
  klee_assume((a >= INT_MIN / 1024) & (a <= INT_MAX / 1024 + 1));
#endif
#if defined CASE_mul || defined CASE_mul_ok
  // mul: arithmetic.c:[[@LINE+2]]:12: error: signed {{.*}}overflow [overflow]
  // mul: a = 2097152{{$}}
  return a * 1024 == 49152;
#endif

#ifdef CASE_neg_ok
  klee_assume(a != INT_MIN);
#endif
#if defined CASE_neg || defined CASE_neg_ok
  // neg: arithmetic.c:[[@LINE+2]]:10: error: signed {{.*}}overflow [overflow]
  // neg: a = -2147483648
  return -a == 49;
#endif

#ifdef CASE_increment_ok
  klee_assume(wide < LONG_MAX);
#endif
#if defined CASE_increment || defined CASE_increment_ok
  // increment: arithmetic.c:[[@LINE+2]]:7: error: signed {{.*}}overflow [overflow]
  // increment: wide = 9223372036854775807
  wide++;
  return wide == 3;
#endif

#if defined CASE_narrow || defined CASE_narrow_ok
  // Shorts are added as ints and never overflow; their product may.
  short x = (short)a, y = (short)b;
#ifdef CASE_narrow
  unsigned short u = (unsigned short)a;
  // narrow: arithmetic.c:[[@LINE+1]]:12: error: signed {{.*}}overflow [overflow]
  return u * u == 81 && y == 2;
#else
  return x * y == 81 && x + y == 18;
#endif
#endif

#ifdef CASE_unsigned_ok
  return (unsigned)a + (unsigned)b == 4 && (unsigned)a * (unsigned)b == 3;
#endif
#ifdef CASE_unasked_ok
  return (a + 5 < a) & (b * 3 == 1);
#endif
}
