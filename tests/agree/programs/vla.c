// agree: sanitize replay
/* Arrays of variable length and alloca. */
#include <alloca.h>

#include "agree.h"

AGREE_RESULT(2);

static unsigned long sum(unsigned count, unsigned up_to) {
  int numbers[count];
  unsigned long total = 0;
  for (unsigned i = 0; i < up_to; i++) numbers[i] = (int)(i * i);
  for (unsigned i = 0; i < up_to; i++) total += (unsigned long)numbers[i];
  return total + sizeof numbers;
}

int main(void) {
  unsigned char x = agree_byte();
  unsigned size = (x & 7) + 1;
  agree_choice(size);
  agree_result[0] = sum(size, x >> 5);
  char *p = alloca(size);
  p[x >> 3 & 3] = 5;
  agree_result[1] = (unsigned char)p[x >> 3 & 3];
  return 0;
}
