/* State kept in globals and static locals, across calls. */
#include "agree.h"

AGREE_RESULT(3);

static int total, history[4];
static unsigned at;

static int count(int by) {
  static int calls = 10;
  calls += by;
  history[at++ & 3] = calls;
  return calls;
}

static void step(unsigned char x) {
  if (x & 1) total += count(x & 7);
  if (x & 2 && count(1) > 15) total *= 2;
  if (total > 50) at = 0;
}

int main(void) {
  unsigned char x = agree_byte();
  for (int i = 0; i < 6; i++) step((unsigned char)(x >> i));
  agree_result[0] = (unsigned long)total;
  agree_result[1] = (unsigned long)(history[0] * 31 + history[3]);
  agree_result[2] = at;
  return 0;
}
