// The functions of the verification competitions: each call takes the next object, whose name is the type's.
// A program's own definitions win, but for error functions, whose call counts.
// RUN: rm -rf %t
// RUN: %S/Inputs/make-test %t/1.ktest int=i4:0 bool=i1:1 char=i1:-2 uchar=i1:200 short=i2:-3 ushort=i2:60000 int_1=i4:-4 uint=i4:4000000000 unsigned=i4:5 long=i8:-6 ulong=i8:-7 longlong=i8:-8 ulonglong=i8:9 int128=0a000000000000000000000000000080 uint128=0b000000000000000000000000000080 float=0000c03f double=000000000000f83f pointer=i8:4096 pchar=i8:0 size_t=i8:12 loff_t=i8:-13 sector_t=i8:14 u8=i1:255 u16=i2:65535 u32=i4:4294967295 memory=616263 --status 42 --program %s
// RUN: %S/Inputs/make-test %t/2.ktest int=i4:1 --error assert verifier.c 1 --program %s
// RUN: %S/Inputs/make-test %t/3.ktest int=i4:2 --error assert verifier.c 1 --program %s
// RUN: %S/Inputs/make-test %t/4.ktest int=i4:3 --error assert verifier.c 1 --program %s
// RUN: %S/Inputs/make-test %t/5.ktest int=i4:4 --program %s
// RUN: %status 1 %smew replay %t | FileCheck %s
// RUN: %status 0 %smew replay -D OWN %t/2.ktest | FileCheck %s --check-prefix=OWN
#include <smew/verifier.h>
#include <string.h>

#ifdef OWN
#include <stdlib.h>
void reach_error(void) { exit(77); }
#endif

#define EXPECT(condition) ((condition) ? (void)0 : (void)(wrong = __LINE__ - 20))

int main(void) {
  int wrong = 42;
  char memory[3];
  switch (__VERIFIER_nondet_int()) {
  case 1: reach_error(); break;
  case 2: __VERIFIER_error(); break;
  case 3: __VERIFIER_assert(0); break;
  case 4: __VERIFIER_assume(0); break;
  }
  __VERIFIER_atomic_begin();
  EXPECT(__VERIFIER_nondet_bool() == 1);
  EXPECT(__VERIFIER_nondet_char() == -2);
  EXPECT(__VERIFIER_nondet_uchar() == 200);
  EXPECT(__VERIFIER_nondet_short() == -3);
  EXPECT(__VERIFIER_nondet_ushort() == 60000);
  EXPECT(__VERIFIER_nondet_int() == -4);
  EXPECT(__VERIFIER_nondet_uint() == 4000000000u);
  EXPECT(__VERIFIER_nondet_unsigned() == 5);
  EXPECT(__VERIFIER_nondet_long() == -6);
  EXPECT(__VERIFIER_nondet_ulong() == -7ul);
  EXPECT(__VERIFIER_nondet_longlong() == -8);
  EXPECT(__VERIFIER_nondet_ulonglong() == 9);
  EXPECT(__VERIFIER_nondet_int128() < 0);
  EXPECT(__VERIFIER_nondet_uint128() >> 120 == 0x80);
  EXPECT(__VERIFIER_nondet_float() == 1.5f);
  EXPECT(__VERIFIER_nondet_double() == 1.5);
  EXPECT(__VERIFIER_nondet_pointer() == (void *)4096);
  EXPECT(__VERIFIER_nondet_pchar() == 0);
  EXPECT(__VERIFIER_nondet_size_t() == 12);
  EXPECT(__VERIFIER_nondet_loff_t() == -13);
  EXPECT(__VERIFIER_nondet_sector_t() == 14);
  EXPECT(__VERIFIER_nondet_u8() == 255);
  EXPECT(__VERIFIER_nondet_u16() == 65535);
  EXPECT(__VERIFIER_nondet_u32() == 4294967295u);
  __VERIFIER_nondet_memory(memory, 3);
  EXPECT(memcmp(memory, "abc", 3) == 0);
  __VERIFIER_assume(1);
  __VERIFIER_assert(1);
  __VERIFIER_atomic_end();
  return wrong;
}
// CHECK: {{^}}1.ktest: exit 42{{$}}
// CHECK-NEXT: {{^}}2.ktest: reach_error was reached: reproduced{{$}}
// CHECK-NEXT: {{^}}3.ktest: __VERIFIER_error was reached: reproduced{{$}}
// CHECK-NEXT: {{^}}4.ktest: assertion failed: __VERIFIER_assert: reproduced{{$}}
// CHECK-NEXT: {{^}}5.ktest: __VERIFIER_assume: the condition does not hold: the program does not follow the test{{$}}
// OWN: 2.ktest: reach_error was reached: reproduced{{$}}
