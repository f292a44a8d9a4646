// agree: sanitize replay
/* Beyond the end by one element or more: stack, global and heap, read and written. */
#include <stdlib.h>

#include "agree.h"

AGREE_RESULT(2);

static int global[5] = {5, 4, 3, 2, 1};

int main(void) {
  unsigned char x = agree_byte();
  int local[5] = {1, 2, 3, 4, 5};
  int *heap = calloc(5, sizeof *heap);
  unsigned at = x & 7;
  switch (x >> 5) {
  case 0: agree_result[0] = (unsigned long)local[at]; break;
  case 1: local[at] = 9; break;
  case 2: agree_result[0] = (unsigned long)global[at]; break;
  case 3: global[at] = 7; break;
  case 4: agree_result[0] = (unsigned long)heap[at]; break;
  case 5: heap[at] = 3; break;
  case 6: agree_result[0] = *((unsigned char *)heap + (x & 31)); break;
  case 7: agree_result[0] = *(unsigned short *)((char *)heap + (x & 31)); break;
  }
  agree_result[1] = (unsigned long)(local[2] + global[3] + heap[4]);
  free(heap);
  return 0;
}
