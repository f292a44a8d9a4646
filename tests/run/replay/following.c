// A program gets the objects of its test in the order of its calls, and stops where they do not fit.
// RUN: rm -rf %t
// RUN: %S/Inputs/make-test %t/01.ktest mode=i1:0 a=i4:7 a_1=i4:8 unnamed=i1:9 unnamed_1=i1:10 klee_choose=i8:2 r=i4:-3 --program %s --status 33
// RUN: %S/Inputs/make-test %t/02.ktest model_version=i4:1 mode=i1:1 --program %s --status 1
// RUN: %S/Inputs/make-test %t/03.ktest mode=i1:1 unused=i4:1 --program %s --status 257
// RUN: %status 0 %smew replay %t | FileCheck %s --check-prefix=GOOD
// RUN: rm -rf %t
// RUN: %S/Inputs/make-test %t/01.ktest a=i4:7 --program %s
// RUN: %S/Inputs/make-test %t/02.ktest mode=i4:0 --program %s
// RUN: %S/Inputs/make-test %t/03.ktest mode=i1:0 ab=i4:7 --program %s
// RUN: %S/Inputs/make-test %t/04.ktest mode=i1:0 a_=i4:7 --program %s
// RUN: %S/Inputs/make-test %t/05.ktest mode=i1:0 a_1x=i4:7 --program %s
// RUN: %S/Inputs/make-test %t/06.ktest mode=i1:0 a=i4:1 --program %s
// RUN: %S/Inputs/make-test %t/07.ktest mode=i1:0 a=i4:1 --early --program %s
// RUN: %S/Inputs/make-test %t/08.ktest mode=i4:0 --early --program %s
// RUN: %S/Inputs/make-test %t/09.ktest mode=i1:2 r=i4:5 --program %s
// RUN: %S/Inputs/make-test %t/10.ktest mode=i1:3 klee_choose=i8:4 --program %s
// RUN: %S/Inputs/make-test %t/11.ktest mode=i1:4 --program %s
// RUN: %S/Inputs/make-test %t/12.ktest mode=i1:5 --program %s
// RUN: %S/Inputs/make-test %t/13.ktest mode=i1:1 --status 2 --program %s
// RUN: %S/Inputs/make-test %t/14.ktest mode=i1:6 --status 0 --program %s
// RUN: %status 1 %smew replay --timeout 1 %t | FileCheck %s --check-prefix=BAD
#include <klee/klee.h>

int main(void) {
  char mode, more[2];
  int a, b;
  klee_make_symbolic(&mode, 1, "mode");
  switch (mode) {
  case 0:
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(&b, sizeof b, "a");
    klee_make_symbolic(&more[0], 1, 0);
    klee_make_symbolic(&more[1], 1, "");
    klee_make_symbolic(more, 0, "nothing");
    return a + b + more[0] + more[1] + (int)klee_choose(3) + klee_range(5, 6, "one") +
           klee_range(-3, 3, "r") + klee_get_value_i32(-5);
  case 2: return klee_range(0, 5, "r");
  case 3: return (int)klee_choose(4);
  case 4: klee_assume(mode == 5); break;
  case 5: return (int)klee_get_obj_size(&a);
  case 6: for (;;);
  }
  return klee_is_replay() && !klee_is_symbolic(mode);
}
// GOOD: {{^}}01.ktest: exit 33{{$}}
// GOOD-NEXT: {{^}}02.ktest: exit 1{{$}}
// GOOD-NEXT: {{^}}03.ktest: exit 1{{$}}
// GOOD-NEXT: {{^}}3 tests replayed{{$}}
// BAD: {{^}}01.ktest: object 1 of the test is 'a', the program asks for 'mode': the program does not follow the test{{$}}
// BAD-NEXT: {{^}}02.ktest: object 'mode' has 4 bytes, the program asks for 1: the program
// BAD-NEXT: {{^}}03.ktest: object 2 of the test is 'ab', the program asks for 'a': the program
// BAD-NEXT: {{^}}04.ktest: object 2 of the test is 'a_', the program asks for 'a': the program
// BAD-NEXT: {{^}}05.ktest: object 2 of the test is 'a_1x', the program asks for 'a': the program
// BAD-NEXT: {{^}}06.ktest: exit 1, after the last input of the test: the program does not follow the test{{$}}
// BAD-NEXT: {{^}}07.ktest: exit 1{{$}}
// BAD-NEXT: {{^}}08.ktest: object 'mode' has 4 bytes, the program asks for 1: the program does not follow the test{{$}}
// BAD-NEXT: {{^}}09.ktest: klee_range: 'r' is 5, not in 0 … 4: the program does not follow the test{{$}}
// BAD-NEXT: {{^}}10.ktest: klee_choose: 4 is not below 4: the program does not follow the test{{$}}
// BAD-NEXT: {{^}}11.ktest: klee_assume: the condition does not hold: the program does not follow the test{{$}}
// BAD-NEXT: {{^}}12.ktest: klee_get_obj_size: sizes of objects are known in smew only: the program does not follow the test{{$}}
// BAD-NEXT: {{^}}13.ktest: exit 1: differs (smew: exit 2){{$}}
// BAD-NEXT: {{^}}14.ktest: timed out: unexpected{{$}}
// BAD-NEXT: {{^}}14 tests replayed, 1 unexpected, 1 with another exit status, 11 not followed{{$}}
