// The functions of the verification competitions, with no header.
// RUN: %S/../Inputs/explore-cases %s %t
// RUN: %smew show %t/types-none/test000001.ktest | FileCheck %s --check-prefix=OBJECTS
// CLEAN: types bools extremes assume assume_false memory atomic floats
// CASES: check reach called pointer own_check own_error
// PARTIAL: floats
// PATHS bools exited=2
// PATHS assume exited=1 silent=0
// PATHS assume_false exited=1 silent=1
// PATHS memory exited=2
// PATHS reach exited=1 failed=1
// PATHS own_check exited=1 failed=1
// PATHS own_error exited=1 failed=1
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void), __VERIFIER_nondet_unsigned(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern __int128 __VERIFIER_nondet_int128(void);
extern unsigned __int128 __VERIFIER_nondet_uint128(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern void *__VERIFIER_nondet_pointer(void);
extern char *__VERIFIER_nondet_pchar(void);
extern unsigned long __VERIFIER_nondet_size_t(void);
extern long __VERIFIER_nondet_loff_t(void);
extern unsigned long __VERIFIER_nondet_sector_t(void);
extern unsigned char __VERIFIER_nondet_u8(void);
extern unsigned short __VERIFIER_nondet_u16(void);
extern unsigned __VERIFIER_nondet_u32(void);
extern void __VERIFIER_nondet_memory(void *, unsigned long);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
extern void __VERIFIER_error(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
extern void reach_error(void);
extern void abort(void);
extern void exit(int);

#ifdef CASE_types
int main(void) {
  __VERIFIER_nondet_bool(), __VERIFIER_nondet_char(), __VERIFIER_nondet_uchar();
  __VERIFIER_nondet_short(), __VERIFIER_nondet_ushort(), __VERIFIER_nondet_int();
  __VERIFIER_nondet_uint(), __VERIFIER_nondet_unsigned(), __VERIFIER_nondet_long();
  __VERIFIER_nondet_ulong(), __VERIFIER_nondet_longlong(), __VERIFIER_nondet_ulonglong();
  __VERIFIER_nondet_int128(), __VERIFIER_nondet_uint128(), __VERIFIER_nondet_float();
  __VERIFIER_nondet_double(), __VERIFIER_nondet_pointer(), __VERIFIER_nondet_pchar();
  __VERIFIER_nondet_size_t(), __VERIFIER_nondet_loff_t(), __VERIFIER_nondet_sector_t();
  __VERIFIER_nondet_u8(), __VERIFIER_nondet_u16(), __VERIFIER_nondet_u32();
  char memory[5];
  __VERIFIER_nondet_memory(memory, sizeof memory);
  __VERIFIER_nondet_int();
  return 0;
}
#endif
// OBJECTS: object 1: bool, 1 byte
// OBJECTS: object 2: char, 1 byte
// OBJECTS: object 3: uchar, 1 byte
// OBJECTS: object 4: short, 2 bytes
// OBJECTS: object 5: ushort, 2 bytes
// OBJECTS: object 6: int, 4 bytes
// OBJECTS: object 7: uint, 4 bytes
// OBJECTS: object 8: unsigned, 4 bytes
// OBJECTS: object 9: long, 8 bytes
// OBJECTS: object 10: ulong, 8 bytes
// OBJECTS: object 11: longlong, 8 bytes
// OBJECTS: object 12: ulonglong, 8 bytes
// OBJECTS: object 13: int128, 16 bytes
// OBJECTS: object 14: uint128, 16 bytes
// OBJECTS: object 15: float, 4 bytes
// OBJECTS: object 16: double, 8 bytes
// OBJECTS: object 17: pointer, 8 bytes
// OBJECTS: object 18: pchar, 8 bytes
// OBJECTS: object 19: size_t, 8 bytes
// OBJECTS: object 20: loff_t, 8 bytes
// OBJECTS: object 21: sector_t, 8 bytes
// OBJECTS: object 22: u8, 1 byte
// OBJECTS: object 23: u16, 2 bytes
// OBJECTS: object 24: u32, 4 bytes
// OBJECTS: object 25: memory, 5 bytes
// OBJECTS: object 26: int_1, 4 bytes
// OBJECTS-NOT: object

#ifdef CASE_bools
// Nothing but 0 and 1.
int main(void) {
  _Bool b = __VERIFIER_nondet_bool();
  unsigned char byte = *(unsigned char *)&b;
  if (byte == 1) return 1;
  if (byte == 0) return 0;
  reach_error();
}
#endif

#ifdef CASE_extremes
// Every type reaches both of its ends.
#define ENDS(call, low, high)                                                                      \
  {                                                                                                \
    __typeof__(call()) value = call();                                                             \
    if (value == (low)) exit(1);                                                                   \
    if (value == (high)) exit(2);                                                                  \
    __VERIFIER_assert(value > (low) && value < (high));                                            \
  }
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: ENDS(__VERIFIER_nondet_char, -128, 127) break;
  case 1: ENDS(__VERIFIER_nondet_uchar, 0, 255) break;
  case 2: ENDS(__VERIFIER_nondet_short, -32768, 32767) break;
  case 3: ENDS(__VERIFIER_nondet_ushort, 0, 65535) break;
  case 4: ENDS(__VERIFIER_nondet_int, -2147483647 - 1, 2147483647) break;
  case 5: ENDS(__VERIFIER_nondet_uint, 0u, 4294967295u) break;
  case 6: ENDS(__VERIFIER_nondet_long, -9223372036854775807L - 1, 9223372036854775807L) break;
  case 7: ENDS(__VERIFIER_nondet_ulong, 0UL, 18446744073709551615UL) break;
  case 8: ENDS(__VERIFIER_nondet_uint128, (unsigned __int128)0, ~(unsigned __int128)0) break;
  case 9: ENDS(__VERIFIER_nondet_size_t, 0UL, 18446744073709551615UL) break;
  case 10: ENDS(__VERIFIER_nondet_u16, 0, 65535) break;
  }
  return 0;
}
// extremes: smew: 34 paths, 0 errors
#endif

#ifdef CASE_assume
int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a > 3);
  __VERIFIER_assume(a < 5);
  __VERIFIER_assert(a == 4);
  return 0;
}
#endif

#ifdef CASE_assume_false
// No error: such a path is none, and leaves no test.
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a > 3) {
    __VERIFIER_assume(a < 2);
    reach_error();
  }
  return 0;
}
#endif

#ifdef CASE_memory
int main(void) {
  short s[3] = {1, 2, 3};
  __VERIFIER_nondet_memory(s + 1, 2);
  __VERIFIER_assert(s[0] == 1 && s[2] == 3);
  if (s[1] == -77) return 1;
  return 0;
}
#endif

#ifdef CASE_atomic
int main(void) {
  __VERIFIER_atomic_begin();
  int a = __VERIFIER_nondet_int();
  __VERIFIER_atomic_end();
  return a == a ? 0 : 1;
}
#endif

#ifdef CASE_floats
// In quadruple precision, arithmetic is done with one value, and the run says so.
int main(void) {
  double d = __VERIFIER_nondet_double();
  __float128 q = d;
  return q * 2 > 3;
}
// floats: smew: not complete:
// floats: verifier.c:[[@LINE-4]]:{{[0-9]+}}: symbolic operand of fconv made concrete (1 time)
#endif

#ifdef CASE_check
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  // check: verifier.c:[[@LINE+2]]:3: error: __VERIFIER_assert failed [assert]
  // check: uchar = {{.*}}177
  __VERIFIER_assert(a != 177);
  return 0;
}
#endif

#ifdef CASE_reach
int main(void) {
  short a = __VERIFIER_nondet_short();
  // reach: verifier.c:[[@LINE+2]]:21: error: {{.*}} [assert]
  // reach: short = -1234
  if (a == -1234) { reach_error(); }
  return 0;
}
#endif

#ifdef CASE_called
int main(void) {
  // called: verifier.c:[[@LINE+1]]:38: error: {{.*}} [assert]
  if (__VERIFIER_nondet_int() == 12) __VERIFIER_error();
  return 0;
}
#endif

#ifdef CASE_pointer
int main(void) {
  char *p = __VERIFIER_nondet_pchar();
  __VERIFIER_assume(p == 0);
  // pointer: verifier.c:[[@LINE+1]]:10: error: null pointer read of 1 byte
  return *p;
}
#endif

#ifdef CASE_own_check
// A program's own definitions win over smew's.
void __VERIFIER_assert(int condition) {
  // own_check: verifier.c:[[@LINE+2]]:21: error: abort called [abort]
  // own_check: called from main
  if (!condition) { abort(); }
}
int main(void) {
  __VERIFIER_assert(__VERIFIER_nondet_int() != 5);
  return 0;
}
#endif

#ifdef CASE_own_error
// But for error functions: the call counts, whatever they do.
static int count;
void reach_error(void) { count++; }
void __VERIFIER_assume(int condition) {
  if (!condition) exit(3);
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a == 4);
  // own_error: verifier.c:[[@LINE+1]]:3: error: error function called [assert]
  reach_error();
  if (count == 1) { abort(); }
  return 0;
}
#endif
