// agree: bytes=4 below=4
/* strtok, strncmp, memchr and sscanf. */
#include <stdio.h>
#include <string.h>

#include "agree.h"

AGREE_RESULT(4);

int main(void) {
  static const char alphabet[4] = "a ,";
  char text[5] = {0};
  for (int i = 0; i < 4; i++) {
    unsigned char x = agree_byte();
    klee_assume(x < 4);
    text[i] = alphabet[x];
  }
  char *found = memchr(text, ',', 4);
  agree_result[0] = found ? (unsigned long)(found - text) : 9;
  agree_result[1] = strncmp(text, "aa,", 3) == 0;
  char copy[8];
  strcpy(copy, text);
  for (char *token = strtok(copy, " ,"); token; token = strtok(0, ","))
    agree_result[2] = agree_result[2] * 10 + strlen(token);
  return (int)agree_result[2] & 3;
}
