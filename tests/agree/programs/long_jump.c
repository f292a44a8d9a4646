// agree: replay
/* Jumping out of calls with values from the input; zero becomes one. */
#include <setjmp.h>

#include "agree.h"

AGREE_RESULT(3);

static jmp_buf outer, inner;

static int dive(int depth, unsigned char x) {
  int kept = x * 3 + depth; /* symbolic in the frames that are jumped over */
  if (depth == 0) {
    if (x & 1) longjmp(inner, x & 6);
    if (x & 8) longjmp(outer, (signed char)x);
    return kept;
  }
  return dive(depth - 1, x) + kept;
}

int main(void) {
  volatile unsigned char x = agree_byte();
  volatile int round = 0;
  int back = setjmp(outer);
  agree_result[0] = agree_result[0] * 1000 + (unsigned long)back;
  if (back != 0 && ++round > 2) return 1;
  int again = setjmp(inner);
  agree_result[1] += (unsigned long)again + 1;
  if (again == 4) return 2;
  if (again != 0) x &= 0xfe;
  agree_result[2] = (unsigned long)dive(3, x);
  return 0;
}
