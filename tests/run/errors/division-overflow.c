// The one signed quotient that does not fit, at every width.
// RUN: %cases %s
// CASES: s32 s32_rem s64 s64_rem s128 compound
// CLEAN: near_s32 near_s64 narrow unsigned_is_fine minimum_by_one

#include <limits.h>

volatile int minus_one = -1;
volatile int low = INT_MIN;
volatile long low_long = LONG_MIN;

#ifdef CASE_s32
// s32: division-overflow.c:[[@LINE+1]]:29: error: signed division overflow [overflow]
int main(void) { return low / minus_one; }
#endif

#ifdef CASE_s32_rem
// s32_rem: division-overflow.c:[[@LINE+1]]:29: error: signed division overflow [overflow]
int main(void) { return low % minus_one; }
#endif

#ifdef CASE_s64
// s64: division-overflow.c:[[@LINE+1]]:40: error: signed division overflow [overflow]
int main(void) { return (int)(low_long / minus_one); }
#endif

#ifdef CASE_s64_rem
// s64_rem: division-overflow.c:[[@LINE+1]]:40: error: signed division overflow [overflow]
int main(void) { return (int)(low_long % minus_one); }
#endif

#ifdef CASE_s128
int main(void) {
  __int128 lowest = (__int128)((unsigned __int128)1 << 127);
  // s128: division-overflow.c:[[@LINE+1]]:23: error: signed division overflow [overflow]
  return (int)(lowest / minus_one);
}
#endif

#ifdef CASE_compound
int main(void) {
  int a = low;
  // compound: division-overflow.c:[[@LINE+1]]:5: error: signed division overflow [overflow]
  a /= minus_one;
  return a;
}
#endif

#ifdef CASE_near_s32
int main(void) { return (low + 1) / minus_one - INT_MAX; }
#endif

#ifdef CASE_near_s64
int main(void) { return (low_long + 1) / minus_one != LONG_MAX || (low_long + 1) % minus_one; }
#endif

#ifdef CASE_narrow
// Narrow operands are widened first: the quotient fits.
int main(void) {
  signed char c = SCHAR_MIN;
  short s = SHRT_MIN;
  return c / minus_one != 128 || s / minus_one != 32768 || s % minus_one;
}
#endif

#ifdef CASE_unsigned_is_fine
int main(void) { return (unsigned)low / (unsigned)minus_one != 0; }
#endif

#ifdef CASE_minimum_by_one
int main(void) { return low / -minus_one != INT_MIN || low_long / -minus_one != LONG_MIN; }
#endif
