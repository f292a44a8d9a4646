// agree: replay
/* Formatting values that depend on the input, into memory and to stdout. */
#include <stdio.h>
#include <string.h>

#include "agree.h"

AGREE_RESULT(8);

int main(void) {
  signed char x = (signed char)agree_byte();
  char *out = (char *)agree_result;
  int length;
  setvbuf(stdout, 0, _IOFBF, BUFSIZ); /* nothing is written before the end */
  if (x & 1)
    length = sprintf(out, "%d/%u/%x", x, (unsigned char)x, (unsigned)(x & 0xff));
  else if (x & 2)
    length = sprintf(out, "[%5d|%-4d|%+d|%03o]", x, x, x, (unsigned)(x & 63));
  else
    length = snprintf(out, 20, "%c%s%ld", 'a' + (x & 15), x > 0 ? "yes" : "no", x * 1000003L);
  printf("%d %d\n", length, x);
  return length;
}
