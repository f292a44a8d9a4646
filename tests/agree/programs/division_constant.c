// agree: bytes=2
/* By constants, powers of two and others, which a solver may treat as shifts. */
#include "agree.h"

AGREE_RESULT(10);

int main(void) {
  short s;
  klee_make_symbolic(&s, sizeof s, "s");
  unsigned short u = (unsigned short)s;
  agree_result[0] = (unsigned long)(s / 8);
  agree_result[1] = (unsigned long)(s % 8);
  agree_result[2] = (unsigned long)(s / -7);
  agree_result[3] = (unsigned long)(s % 10);
  agree_result[4] = u / 13;
  agree_result[5] = u % 256;
  agree_result[6] = (unsigned long)((long)s * 123456789 / 1000);
  agree_result[7] = (unsigned)s / 3;
  agree_result[8] = (unsigned)s % 1000;
  if (s % 3 == 0 && s / 100 == -7) return 1;
  if (u % 1000 == 17) return 2;
  return u / 5 * 5 == u ? 3 : 4;
}
