// agree: bytes=3 below=5
/* sscanf of a number and a word. */
#include <stdio.h>

#include "agree.h"

AGREE_RESULT(3);

int main(void) {
  static const char alphabet[5] = {'1', '8', ' ', 'a', 0};
  char text[4] = {0}, word[8] = "";
  int number = -1;
  for (int i = 0; i < 3; i++) {
    unsigned char x = agree_byte();
    klee_assume(x < 5);
    text[i] = alphabet[x];
  }
  int got = sscanf(text, "%d%7s", &number, word);
  agree_result[0] = (unsigned long)got;
  agree_result[1] = (unsigned long)number;
  agree_result[2] = (unsigned char)word[0];
  return got & 3;
}
