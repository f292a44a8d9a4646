// agree: replay
/* Code that is said to be out of reach and is not. */
#include "agree.h"

AGREE_RESULT(1);

static int kind(unsigned x) {
  switch (x) {
  case 0: return 5;
  case 1: return 6;
  case 2: return 7;
  }
  __builtin_unreachable();
}

int main(void) {
  unsigned char x = agree_byte();
  agree_result[0] = (unsigned long)kind(x % 5);
  return 0;
}
