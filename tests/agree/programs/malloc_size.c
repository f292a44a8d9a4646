// agree: sanitize
/* An allocation as large as the input says, used up to an end that may be wrong. */
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(2);

int main(void) {
  unsigned char x = agree_byte();
  unsigned size = (x & 15) + 1, used = x >> 4;
  agree_choice(size); /* sizes are numbers */
  char *p = malloc(size);
  for (unsigned i = 0; i < used; i++) p[i] = (char)(i + 1);
  for (unsigned i = 0; i < used; i++) agree_result[0] += (unsigned char)p[i];
  p = realloc(p, size / 2 + 1);
  agree_result[1] = used ? (unsigned char)p[size / 2 < used - 1 ? size / 2 : used - 1] : 0;
  free(p);
  return 0;
}
