/* What paths print, by several functions of stdio. */
#include <stdio.h>

#include "agree.h"

AGREE_RESULT(1);

int main(void) {
  unsigned char x = agree_byte();
  setvbuf(stdout, 0, _IOFBF, BUFSIZ); /* nothing is written before the end */
  for (int i = 0; i < (x & 3); i++) putchar('a' + i);
  if (x & 4) puts("four");
  if (x & 8) printf("%s-%d;", "eight", x >> 6);
  if (x & 16) fwrite(&x, 1, 1, stdout);
  if (x & 32) fputs("thirty-two", stdout);
  agree_result[0] = x;
  return x >> 7 ? 3 : 0;
}
