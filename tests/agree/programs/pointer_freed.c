// agree: sanitize
/* Which of several blocks is freed, and which is used after, is up to the input. */
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(1);

int main(void) {
  unsigned char x = agree_byte();
  int *blocks[4];
  for (int i = 0; i < 4; i++) {
    blocks[i] = calloc((unsigned)(i + 1), sizeof(int));
    blocks[i][i] = i;
  }
  agree_choice(x & 3);
  free(blocks[x & 3]);
  agree_choice(x >> 2 & 3);
  agree_result[0] = (unsigned long)blocks[x >> 2 & 3][0];
  agree_choice(x >> 4 & 3);
  blocks[x >> 4 & 3][x >> 6] = 5;
  return 0;
}
