// agree: incomplete=made-concrete
/* Floating point makes inputs concrete: what is left must still be right, and be reported. */
#include "agree.h"

AGREE_RESULT(2);

int main(void) {
  unsigned char x = agree_byte();
  if (x < 100) {
    agree_result[0] = x;
    return 1;
  }
  double d = x / 4.0;
  agree_result[1] = (unsigned long)(d * 10);
  if (d > 40) return 2;
  return 3;
}
