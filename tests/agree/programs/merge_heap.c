// agree: bytes=2 below=16 sanitize merged
/* Objects that only one of the paths has, of other sizes, or of other contents. */
#include "agree.h"
#include <stdlib.h>
#include <string.h>

AGREE_RESULT(4);

int main(void) {
  unsigned char a = agree_byte(), b = agree_byte();
  klee_assume(a < 16);
  klee_assume(b < 16);
  char *text = NULL, *other = NULL;
  if (a > 12)
    text = calloc(1, 8);
  else if (a > 7)
    text = calloc(1, 4);
  if (b & 1) {
    other = malloc(3);
    memset(other, b, 3);
  } else {
    other = calloc(2, 8);
  }
  int sum = 0;
  if (text) text[3] = (char)b, sum += text[2];
  if (b & 2) other[2] = 7;
  sum += other[2];
  if (!(b & 1) && b > 4) sum += other[12];
  agree_result[0] = (unsigned long)sum;
  agree_result[1] = text != NULL;
  agree_result[2] = text ? (unsigned long)text[3] : 77;
  if (a == 13 && b == 15) return text[9]; /* beyond the end */
  if (a == 3 && b == 2) return text[0];   /* null */
  if (b == 9) other[3] = 1;               /* beyond the end, of the short one */
  free(text);
  free(other);
  agree_result[3] = 1;
  return sum > 20;
}
