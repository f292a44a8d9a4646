// agree: bytes=2 below=8 sanitize merged
/* An object that was freed on one path only, and one that was freed and allocated again. */
#include "agree.h"
#include <stdlib.h>

AGREE_RESULT(2);

int main(void) {
  unsigned char a = agree_byte(), b = agree_byte();
  klee_assume(a < 8);
  klee_assume(b < 8);
  int *one = malloc(4), *two = malloc(4);
  *one = 1, *two = 2;
  if (a > 3) free(one);
  if (a & 1) {
    free(two);
    two = malloc(4);
    *two = b;
  }
  int sum = *two;
  agree_result[0] = (unsigned long)sum;
  if (b == 1) sum += *one; /* use after free where a > 3 */
  if (b == 2) free(one);   /* twice where a > 3 */
  if (b == 3) *one = sum;
  agree_result[1] = (unsigned long)sum;
  free(two);
  return sum > 3;
}
