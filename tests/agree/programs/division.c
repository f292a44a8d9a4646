// agree: bytes=2 replay
/* Division and remainder by an input, of each sign; zero is an error. */
#include "agree.h"

AGREE_RESULT(6);

int main(void) {
  signed char a = (signed char)agree_byte(), b = (signed char)agree_byte();
  agree_result[0] = 7;
  agree_result[1] = (unsigned long)(a / b);
  agree_result[2] = (unsigned long)(a % b);
  agree_result[3] = (unsigned char)a / (unsigned char)b;
  agree_result[4] = (unsigned char)a % (unsigned char)b;
  agree_result[5] = (unsigned long)(a * 1000000007L / b);
  return 0;
}
