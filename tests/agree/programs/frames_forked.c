/* Forks deep in calls: what each frame keeps must stay apart on the way back. */
#include "agree.h"

AGREE_RESULT(3);

static unsigned long trail;

static unsigned long down(unsigned depth, unsigned char x, unsigned long before) {
  unsigned long local = before * 3 + depth, bits[2] = {x, depth};
  unsigned char mine = (unsigned char)(x >> depth);
  if (depth < 5) {
    if (mine & 1) local += 1;
    bits[mine & 1] += down(depth + 1, x, local);
    if (mine & 1) trail = trail * 5 + depth;
  }
  local ^= bits[0] + 7 * bits[1];
  if (local % 3 == 0) local++;
  return local;
}

int main(void) {
  unsigned char x = agree_byte();
  agree_result[0] = down(0, x, 1);
  agree_result[1] = trail;
  return 0;
}
