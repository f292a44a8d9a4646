// agree: bytes=3 below=6
/* atoi and strtol on strings over a small alphabet. */
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(4);

int main(void) {
  static const char alphabet[6] = {0, '-', '0', '7', 'x', ' '};
  char text[5] = {0};
  for (int i = 0; i < 3; i++) {
    unsigned char x = agree_byte();
    klee_assume(x < 6);
    text[i] = alphabet[x];
  }
  char *end;
  agree_result[0] = (unsigned long)atoi(text);
  agree_result[1] = (unsigned long)strtol(text, &end, 0);
  agree_result[2] = (unsigned long)(end - text);
  agree_result[3] = strtoul(text, &end, 16);
  return atoi(text) == -7;
}
