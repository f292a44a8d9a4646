// agree: bytes=2
/* Arrays over many pages at offsets from the input. */
#include "agree.h"

AGREE_RESULT(3);

static unsigned char big[70000];
static unsigned short pages[32768];

int main(void) {
  unsigned short x;
  klee_make_symbolic(&x, sizeof x, "x");
  for (unsigned i = 0; i < 70000; i += 1000) big[i] = (unsigned char)(i / 1000 + 1);
  for (unsigned i = 0; i < 32768; i += 511) pages[i] = (unsigned short)i;
  agree_result[0] = big[x];
  agree_result[1] = pages[x >> 1];
  if (big[x + 4000] == 33) return 1;
  return 0;
}
