// agree: sanitize replay
/* A string that some inputs leave without an end. */
#include <stdlib.h>
#include <string.h>

#include "agree.h"

AGREE_RESULT(1);

int main(void) {
  unsigned char x = agree_byte();
  char *text = malloc(4);
  text[0] = 'a';
  text[1] = (char)(x & 3);
  text[2] = (char)(x >> 2 & 3);
  text[3] = (char)(x >> 4 & 3);
  if (x & 64)
    agree_result[0] = strlen(text);
  else if (x & 128)
    agree_result[0] = strchr(text, 2) != 0;
  free(text);
  return 0;
}
