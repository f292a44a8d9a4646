// agree: sanitize replay
/* Before the beginning by one or more. */
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(2);

static short global[8] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(void) {
  signed char x = (signed char)agree_byte();
  int at = x >> 5; /* -4 to 3 */
  long *heap = malloc(4 * sizeof *heap);
  char local[8] = "abcdefg";
  for (int i = 0; i < 4; i++) heap[i] = i * 10;
  if (x & 1) agree_result[0] = (unsigned long)global[at + 2];
  if (x & 2) heap[at + 1] = 77;
  if (x & 4) local[at + 3]++;
  if (x & 8) agree_result[1] = (unsigned char)(&local[7])[at * 2 - 6];
  agree_result[0] += (unsigned long)(heap[0] + local[0]);
  free(heap);
  return 0;
}
