// agree: bytes=2
/* Far apart values, negative ones, ranges, and a long switch. */
#include "agree.h"

AGREE_RESULT(1);

static int classify(short s) {
  switch (s) {
  case -32768: return 1;
  case -1: return 2;
  case 0: return 3;
  case 100 ... 199: return 4;
  case 1000:
  case 2000:
  case 3000: return 5;
  case 32767: return 6;
  case -300 ... - 290: return 7;
  default: return 0;
  }
}

int main(void) {
  short s;
  klee_make_symbolic(&s, sizeof s, "s");
  int kind = classify(s);
  switch ((unsigned long)s * 1000000007UL) {
  case 7 * 1000000007UL: kind = 20; break;
  case 1000000007UL * 1000: kind += 100; break;
  }
  agree_result[0] = (unsigned long)(kind + s);
  return kind;
}
