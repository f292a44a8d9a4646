// agree: bytes=3 below=16 replay
/* SV-COMP's inputs, assumptions and errors. */
#include "agree.h"

AGREE_RESULT(2);

_Bool __VERIFIER_nondet_bool(void);
short __VERIFIER_nondet_short(void);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);
void reach_error(void);

int main(void) {
  _Bool flag = __VERIFIER_nondet_bool();
  short s = __VERIFIER_nondet_short();
  __VERIFIER_assume((s & 0xff) < 16);
  __VERIFIER_assume(s >= 0 && s < 16 * 256);
  agree_result[0] = flag;
  agree_result[1] = (unsigned long)s;
  __VERIFIER_assert(s != 3 || flag);
  if (s == 0x0805 && !flag) reach_error();
  if (s > 1000) __VERIFIER_assume(flag);
  return 0;
}
