// Every kind of error is recognised in a native run, and distinguished from its absence. Without a word about
// sanitizers, the tests of errors that need them get them.
// RUN: rm -rf %t
// RUN: %S/Inputs/make-test %t/01.ktest --error ptr outcomes.c 46 x=i4:1 --program %s
// RUN: %S/Inputs/make-test %t/02.ktest --error free outcomes.c 50 x=i4:2 --program %s
// RUN: %S/Inputs/make-test %t/03.ktest --error assert outcomes.c 54 x=i4:3 --program %s
// RUN: %S/Inputs/make-test %t/04.ktest --error abort outcomes.c 55 x=i4:4 --program %s
// RUN: %S/Inputs/make-test %t/05.ktest --error div outcomes.c 56 x=i4:5 --program %s
// RUN: %S/Inputs/make-test %t/06.ktest --error overshift outcomes.c 57 x=i4:6 --program %s
// RUN: %S/Inputs/make-test %t/07.ktest --error ptr outcomes.c 58 x=i4:7 --program %s
// RUN: %S/Inputs/make-test %t/08.ktest --error user outcomes.c 77 x=i4:8 --program %s
// RUN: %S/Inputs/make-test %t/09.ktest --error user outcomes.c 60 x=i4:9 --program %s
// RUN: %S/Inputs/make-test %t/10.ktest --error read_only outcomes.c 61 x=i4:10 --program %s
// RUN: %S/Inputs/make-test %t/11.ktest --error ptr outcomes.c 62 x=i4:11 --program %s
// RUN: %S/Inputs/make-test %t/12.ktest --error leak outcomes.c 63 x=i4:12 --program %s
// RUN: %S/Inputs/make-test %t/13.ktest --error overflow outcomes.c 64 x=i4:13 --program %s
// RUN: %S/Inputs/make-test %t/14.ktest --error exec outcomes.c 65 x=i4:14 --program %s
// RUN: %S/Inputs/make-test %t/15.ktest --error assert outcomes.c 66 x=i4:15 --program %s
// RUN: %S/Inputs/make-test %t/16.ktest --error ptr outcomes.c 67 x=i4:16 --program %s
// RUN: %S/Inputs/make-test %t/17.ktest --error model outcomes.c 99 x=i4:17 --program %s
// RUN: %S/Inputs/make-test %t/18.ktest x=i4:18 --program %s
// RUN: %S/Inputs/make-test %t/19.ktest --early x=i4:4 --program %s
// RUN: %S/Inputs/make-test %t/20.ktest --error mine outcomes.c 77 x=i4:20 --program %s && %S/Inputs/make-test %t/21.ktest --error abort outcomes.c 69 x=i4:21 --program %s
// RUN: %status 0 %smew replay %t | FileCheck %s
//
// What should not be there is not: an error that does not come, one of another kind, one that nobody expects.
// RUN: rm -rf %t && %S/Inputs/make-test %t/1.ktest --error ptr outcomes.c 46 x=i4:0 --program %s
// RUN: %S/Inputs/make-test %t/2.ktest --error ptr outcomes.c 46 x=i4:3 --program %s
// RUN: %S/Inputs/make-test %t/3.ktest --error abort outcomes.c 54 x=i4:3 --program %s
// RUN: %S/Inputs/make-test %t/4.ktest x=i4:4 --program %s
// RUN: %S/Inputs/make-test %t/5.ktest --error ptr outcomes.c 46 x=i4:1 --program %s
// RUN: %status 1 %smew replay %t | FileCheck %s --check-prefix=WRONG
// RUN: %status 1 %smew replay --sanitize none %t/5.ktest | FileCheck %s --check-prefix=NONE
// RUN: %status 0 %smew replay --sanitize=address %t/5.ktest | FileCheck %s --check-prefix=ADDRESS

#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int table[4];

int main(void) {
  int x = klee_int("x");
  if (x == 1) {
    int *p = malloc(4 * sizeof *p);
    p[x + 3] = 1; // 46
    free(p);
  } else if (x == 2) {
    char *p = malloc(4);
    free(p), free(p); // 50
  }
  switch (x) {
  case 3:
    assert(x == 4); // 54
  case 4: abort();
  case 5: return 10 / (x - 5);
  case 6: return 1 << (x + 30);
  case 7: *(volatile int *)0 = 1; break;
  case 8: klee_report_error("outcomes.c", 77, "the user says no", "user");
  case 9: klee_assume(x == 0); break;
  case 10: *(char *)"abc" = 1; break;
  case 11: table[x] = 1; break;
  case 12: *(void *volatile *)&(void *){0} = malloc(7); break;
  case 13: x += 2147483647; break;
  case 14: ((void (*)(void))(x - 14))(); break;
  case 15: klee_assert(x > 15); break;
  case 16: return (*(int *volatile *)&(int *){table})[x - 12];
  case 20: klee_report_error("outcomes.c", 77, "the user says no again", "mine");
  case 21: __builtin_trap();
  }
  return 3;
}
// CHECK: {{^}}01.ktest: AddressSanitizer: heap-buffer-overflow outcomes.c:46: reproduced{{$}}
// CHECK-NEXT: {{^}}02.ktest: AddressSanitizer: double-free outcomes.c:50: reproduced{{$}}
// CHECK-NEXT: {{^}}03.ktest: assertion failed: x == 4 outcomes.c:54: reproduced{{$}}
// CHECK-NEXT: {{^}}04.ktest: SIGABRT: reproduced{{$}}
// CHECK-NEXT: {{^}}05.ktest: UndefinedBehaviorSanitizer: division by zero outcomes.c:56: reproduced{{$}}
// CHECK-NEXT: {{^}}06.ktest: UndefinedBehaviorSanitizer: shift exponent 36 is too large for 32-bit type 'int' outcomes.c:57: reproduced{{$}}
// CHECK-NEXT: {{^}}07.ktest: {{(UndefinedBehaviorSanitizer: store to null pointer of type 'volatile int'|AddressSanitizer: SEGV)}} outcomes.c:58: reproduced{{$}}
// CHECK-NEXT: {{^}}08.ktest: the user says no outcomes.c:77: reproduced{{$}}
// CHECK-NEXT: {{^}}09.ktest: klee_assume: the condition does not hold: reproduced{{$}}
// CHECK-NEXT: {{^}}10.ktest: AddressSanitizer: SEGV outcomes.c:61: reproduced{{$}}
// CHECK-NEXT: {{^}}11.ktest: UndefinedBehaviorSanitizer: index 11 out of bounds for type 'int[4]' outcomes.c:62: reproduced{{$}}
// CHECK-NEXT: {{^}}12.ktest: LeakSanitizer: detected memory leaks outcomes.c:63: reproduced{{$}}
// CHECK-NEXT: {{^}}13.ktest: UndefinedBehaviorSanitizer: signed integer overflow: 13 + 2147483647 cannot be represented in type 'int' outcomes.c:64: reproduced{{$}}
// CHECK-NEXT: {{^}}14.ktest: {{.*}} outcomes.c:65: reproduced{{$}}
// CHECK-NEXT: {{^}}15.ktest: assertion failed: x > 15 outcomes.c:66: reproduced{{$}}
// CHECK-NEXT: {{^}}16.ktest: AddressSanitizer: global-buffer-overflow outcomes.c:67: reproduced{{$}}
// CHECK-NEXT: {{^}}17.ktest: exit 3: not compared (model){{$}}
// CHECK-NEXT: {{^}}18.ktest: exit 3{{$}}
// CHECK-NEXT: {{^}}19.ktest: SIGABRT{{$}}
// CHECK-NEXT: {{^}}20.ktest: the user says no again outcomes.c:77: reproduced{{$}}
// CHECK-NEXT: {{^}}21.ktest: SIG{{ILL|TRAP}}: reproduced{{$}}
// CHECK-NEXT: {{^}}21 tests replayed, 18 of 18 errors reproduced, 1 not compared{{$}}

// WRONG: {{^}}1.ktest: exit 3: not reproduced (ptr at outcomes.c:46){{$}}
// WRONG-NEXT: {{^}}2.ktest: assertion failed: x == 4 outcomes.c:54: not reproduced (ptr at outcomes.c:46){{$}}
// WRONG-NEXT: {{^}}3.ktest: assertion failed: x == 4 outcomes.c:54: not reproduced (abort at outcomes.c:54){{$}}
// WRONG-NEXT: {{^}}4.ktest: SIGABRT: unexpected{{$}}
// WRONG-NEXT: {{^}}5.ktest: AddressSanitizer: heap-buffer-overflow outcomes.c:46: reproduced{{$}}
// WRONG-NEXT: {{^}}5 tests replayed, 1 of 4 errors reproduced, 1 unexpected{{$}}
// NONE: 5.ktest: exit 3: not reproduced (ptr at outcomes.c:46){{$}}
// ADDRESS: 5.ktest: AddressSanitizer: heap-buffer-overflow outcomes.c:46: reproduced{{$}}
