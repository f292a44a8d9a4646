/* Signed arithmetic at every width, with the wrap-around that narrowing gives. */
#include "agree.h"

AGREE_RESULT(12);

int main(void) {
  signed char c = (signed char)agree_byte();
  short s = (short)(c * 259);
  int i = c * 16909320;
  long l = c * 72340172838076673L;
  agree_result[0] = (unsigned long)(signed char)(c + 100);
  agree_result[1] = (unsigned long)(signed char)(c * c);
  agree_result[2] = (unsigned long)(short)(s - 30000);
  agree_result[3] = (unsigned long)(short)(s * 3);
  agree_result[4] = (unsigned long)(i >> 3);
  agree_result[5] = (unsigned long)(i ^ -i);
  agree_result[6] = (unsigned long)((unsigned)i * 2654435761u);
  agree_result[7] = (unsigned long)l;
  agree_result[8] = (unsigned long)(l >> 17);
  agree_result[9] = (unsigned long)(c < 0 ? -c : c);
  agree_result[10] = (unsigned long)~l;
  agree_result[11] = (unsigned long)(c == -c);
  if (s > i) return 1;
  if (l < s) return 2;
  return c > 5 ? 3 : 4;
}
