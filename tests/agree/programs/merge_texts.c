// agree: bytes=1 merged
/* Numbers and texts that engine and libc need as they are: other ones on each path. */
#include "agree.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

AGREE_RESULT(5);

int main(void) {
  unsigned char a = agree_byte();
  double factor = 1.5;
  const char *name = "short";
  char format[8] = "%d";
  if (a & 1) factor = 2.25;
  if (a & 2) name = "a longer one";
  if (a & 4) strcpy(format, "%x");
  double product = factor * 3;
  agree_result[0] = (unsigned long)(product * 4);
  agree_result[1] = strlen(name);
  char text[32];
  snprintf(text, sizeof text, format, 27);
  agree_result[2] = (unsigned long)text[0] + (unsigned long)text[1] * 256;
  agree_result[3] = (unsigned long)atoi(text);
  unsigned char late;
  klee_make_symbolic(&late, a & 8 ? 1 : 0, name);
  agree_result[4] = product > 5;
  return product > 5 ? 1 : 0;
}
