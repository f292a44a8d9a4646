// Code that was built with -fsanitize=undefined: each of its handlers is an error of its kind, in
// the sanitizer's words. So it is in the other forms: without recovery and, in plainer words since
// these come without data, with the minimal runtime and with traps.
// RUN: %cases %s --cc-flags=-fsanitize=undefined,float-cast-overflow,implicit-conversion,nullability,unsigned-integer-overflow
// RUN: %cases %s "--cc-flags=-fsanitize=undefined,float-cast-overflow,implicit-conversion,nullability,unsigned-integer-overflow -fno-sanitize-recover=all"
// RUN: %cases --set=plain %s "--cc-flags=-fsanitize=undefined,float-cast-overflow -fsanitize-trap=all"
// RUN: %cases --set=plain %s "--cc-flags=-fsanitize=undefined,float-cast-overflow -fsanitize-minimal-runtime -fno-sanitize=function,object-size"
// CASES: add sub mul neg unsigned_add wide_add divide overflow_divide exponent negative_exponent base negative_base
// CASES: float_cast float_cast_unsigned truncated index null_load null_member misaligned bool_value bound zeros unreachable
// CASES: nonnull_argument nullable_return null_offset pointer_wrap long_double_cast half_known
// CLEAN: fine function_pointer
// plain-CASES: add sub mul neg divide negative_exponent float_cast index null_load null_offset bound zeros unreachable
// plain-CLEAN: fine

#include <limits.h>
#include <stdlib.h>
#include <string.h>

volatile int one = 1, zero = 0, minus = -1, big = INT_MAX;
int table[4];

#ifdef CASE_add
// plain-add: sanitized.c:[[@LINE+2]]:{{.*}}: error: integer overflow in an addition [overflow]
// add: sanitized.c:[[@LINE+1]]:29: error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int' [overflow]
int main(void) { return big + one; }
#endif
#ifdef CASE_sub
// plain-sub: sanitized.c:[[@LINE+2]]:{{.*}}: error: integer overflow in a subtraction [overflow]
// sub: sanitized.c:[[@LINE+1]]:30: error: signed integer overflow: -2147483647 - 2 cannot be represented in type 'int' [overflow]
int main(void) { return -big - 2 * one; }
#endif
#ifdef CASE_mul
// plain-mul: sanitized.c:[[@LINE+2]]:{{.*}}: error: integer overflow in a multiplication [overflow]
// mul: sanitized.c:[[@LINE+1]]:29: error: signed integer overflow: 2147483647 * 2147483647 cannot be represented in type 'int' [overflow]
int main(void) { return big * big; }
#endif
#ifdef CASE_neg
int main(void) {
  int low = INT_MIN + zero;
  // plain-neg: sanitized.c:[[@LINE+2]]:{{.*}}: error: integer overflow in a negation [overflow]
  // neg: sanitized.c:[[@LINE+1]]:10: error: negation of -2147483648 cannot be represented in type 'int'; cast to an unsigned type to negate this value to itself [overflow]
  return -low;
}
#endif
#ifdef CASE_unsigned_add
// unsigned_add: sanitized.c:[[@LINE+1]]:{{.*}}: error: unsigned integer overflow: 4294967295 + 1 cannot be represented in type 'unsigned int' [overflow]
int main(void) { return (int)((unsigned)minus + (unsigned)one); }
#endif
#ifdef CASE_wide_add
int main(void) {
  __int128 high = (__int128)((~(unsigned __int128)0) >> 1) - zero;
  // wide_add: sanitized.c:[[@LINE+1]]:{{.*}}: error: signed integer overflow: 0x7fffffffffffffffffffffffffffffff + 1 cannot be represented in type '__int128' [overflow]
  return (int)(high + one);
}
#endif
#ifdef CASE_divide
// plain-divide: sanitized.c:[[@LINE+2]]:{{.*}}: error: division by zero, or integer overflow in a division [div]
// divide: sanitized.c:[[@LINE+1]]:29: error: division by zero [div]
int main(void) { return one / zero; }
#endif
#ifdef CASE_overflow_divide
// overflow_divide: sanitized.c:[[@LINE+1]]:42: error: division of -2147483648 by -1 cannot be represented in type 'int' [overflow]
int main(void) { return (INT_MIN + zero) / minus; }
#endif
#ifdef CASE_exponent
// exponent: sanitized.c:[[@LINE+1]]:29: error: shift exponent 32 is too large for 32-bit type 'int' [overshift]
int main(void) { return one << (one + 31); }
#endif
#ifdef CASE_negative_exponent
// plain-negative_exponent: sanitized.c:[[@LINE+2]]:{{.*}}: error: shift out of bounds [overshift]
// negative_exponent: sanitized.c:[[@LINE+1]]:29: error: shift exponent -1 is negative [overshift]
int main(void) { return one << minus; }
#endif
#ifdef CASE_base
// base: sanitized.c:[[@LINE+1]]:29: error: left shift of 2147483647 by 1 places cannot be represented in type 'int' [overflow]
int main(void) { return big << one; }
#endif
#ifdef CASE_negative_base
// negative_base: sanitized.c:[[@LINE+1]]:31: error: left shift of negative value -1 [overflow]
int main(void) { return minus << one; }
#endif
#ifdef CASE_float_cast
// plain-float_cast: sanitized.c:[[@LINE+2]]:{{.*}}: error: floating-point value outside the range of an integer type [overflow]
// float_cast: sanitized.c:[[@LINE+1]]:{{.*}}: error: 1e+10 is outside the range of representable values of type 'int' [overflow]
int main(void) { return (int)(1e10 * one); }
#endif
#ifdef CASE_float_cast_unsigned
// float_cast_unsigned: sanitized.c:[[@LINE+1]]:{{.*}}: error: -1.5 is outside the range of representable values of type 'unsigned char' [overflow]
int main(void) { return (unsigned char)(-1.5f * one); }
#endif
#ifdef CASE_long_double_cast
// long_double_cast: sanitized.c:[[@LINE+1]]:{{.*}}: error: 1e+30 is outside the range of representable values of type 'long' [overflow]
int main(void) { return (int)(long)(1e30L * one); }
#endif
#ifdef CASE_half_known
// half_known: sanitized.c:[[@LINE+1]]:{{.*}}: error: inf is outside the range of representable values of type 'int' [overflow]
int main(void) { return (int)(100.0 / 0.0f); }
#endif
#ifdef CASE_truncated
int main(void) {
  // truncated: sanitized.c:[[@LINE+1]]:{{.*}}: error: implicit conversion from type 'int' of value 300 (32-bit, signed) to type 'unsigned char' changed the value to 44 (8-bit, unsigned) [overflow]
  unsigned char c = 299 + one;
  return c;
}
#endif
#ifdef CASE_index
// plain-index: sanitized.c:[[@LINE+2]]:{{.*}}: error: index out of bounds [ptr]
// index: sanitized.c:[[@LINE+1]]:{{.*}}: error: index 4 out of bounds for type 'int[4]' [ptr]
int main(void) { return table[one + 3]; }
#endif
#ifdef CASE_null_load
int main(void) {
  int *volatile p = 0;
  // plain-null_load: sanitized.c:[[@LINE+2]]:{{.*}}: error: null, misaligned or too small pointer [ptr]
  // null_load: sanitized.c:[[@LINE+1]]:{{.*}}: error: load of null pointer of type 'int' [ptr]
  return *p;
}
#endif
#ifdef CASE_null_member
struct pair { int a, b; };
int main(void) {
  struct pair *volatile p = 0;
  // null_member: sanitized.c:[[@LINE+1]]:{{.*}}: error: member access within null pointer of type 'struct pair' [ptr]
  return p->b;
}
#endif
#ifdef CASE_misaligned
int main(void) {
  int *volatile p = (int *)((char *)table + one);
  // misaligned: sanitized.c:[[@LINE+1]]:{{.*}}: error: store to misaligned address 0x{{[0-9a-f]*}}1 for type 'int', which requires 4 byte alignment [ptr]
  *p = 1;
  return 0;
}
#endif
#ifdef CASE_bool_value
int main(void) {
  _Bool b;
  char two = (char)(one + 1);
  memcpy(&b, &two, 1);
  // bool_value: sanitized.c:[[@LINE+1]]:{{.*}}: error: load of value 2, which is not a valid value for type '_Bool' [exec]
  return b;
}
#endif
#ifdef CASE_bound
int main(void) {
  // plain-bound: sanitized.c:[[@LINE+2]]:{{.*}}: error: variable length array bound is not positive [exec]
  // bound: sanitized.c:[[@LINE+1]]:{{.*}}: error: variable length array bound evaluates to non-positive value -1 [exec]
  int items[minus];
  return sizeof items == 0;
}
#endif
#ifdef CASE_zeros
// plain-zeros: sanitized.c:[[@LINE+2]]:{{.*}}: error: invalid argument of a builtin function [exec]
// zeros: sanitized.c:[[@LINE+1]]:{{.*}}: error: passing zero to ctz(), which is not a valid argument [exec]
int main(void) { return __builtin_ctz((unsigned)zero); }
#endif
#ifdef CASE_unreachable
int main(void) {
  // plain-unreachable: sanitized.c:[[@LINE+2]]:{{.*}}: error: execution reached an unreachable program point [exec]
  // unreachable: sanitized.c:[[@LINE+1]]:{{.*}}: error: execution reached an unreachable program point [exec]
  if (one) __builtin_unreachable();
  return 0;
}
#endif
#ifdef CASE_nonnull_argument
__attribute__((nonnull)) static int first(int *p) { return p != 0; }
int main(void) {
  int *volatile p = 0;
  // nonnull_argument: sanitized.c:[[@LINE+1]]:{{.*}}: error: null pointer passed as argument 1, which is declared to never be null [ptr]
  return first(p);
}
#endif
#ifdef CASE_nullable_return
__attribute__((returns_nonnull)) static int *none(int *p) {
  // nullable_return: sanitized.c:[[@LINE+1]]:{{.*}}: error: null pointer returned from function declared to never return null [ptr]
  return p;
}
int main(void) {
  int *volatile p = 0;
  return none(p) != 0;
}
#endif
#ifdef CASE_null_offset
int main(void) {
  char *volatile p = 0;
  // plain-null_offset: sanitized.c:[[@LINE+2]]:{{.*}}: error: pointer arithmetic overflowed [ptr]
  // null_offset: sanitized.c:[[@LINE+1]]:{{.*}}: error: applying non-zero offset 1 to null pointer [ptr]
  return p + one == 0;
}
#endif
#ifdef CASE_pointer_wrap
int main(void) {
  char *volatile p = (char *)table;
  // pointer_wrap: sanitized.c:[[@LINE+1]]:{{.*}}: error: {{(pointer index expression with base|addition of unsigned offset to)}} 0x{{[0-9a-f]+}} overflowed to 0x{{[0-9a-f]+}} [ptr]
  return p + ((unsigned long)minus) == 0;
}
#endif
#ifdef CASE_fine
struct pair { int a, b; };
static long sum(long a, long b) { return (a + b) * 2 - (a - b) / (b + 1) + (a << 3) + (a >> b); }
int main(void) {
  struct pair pair = {one, 2};
  int items[one + 2], *p = items;
  for (int i = 0; i < 3; i++) items[i] = i << 4;
  _Bool b = one;
  return sum(pair.a, pair.b) == 4 || p[2] != 32 || !b || (int)(2.5 * one) != 2;
}
#endif
#ifdef CASE_function_pointer
static int twice(int n) { return 2 * n; }
int main(void) {
  int (*volatile f)(int) = twice;
  return f(one) - 2;
}
#endif
