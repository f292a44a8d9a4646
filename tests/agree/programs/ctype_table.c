/* A table of flags like that of ctype, filled in by ranges, consulted by the input. */
#include "agree.h"

enum { ALPHA = 1, DIGIT = 2, SPACE = 4, UPPER = 8 };

AGREE_RESULT(1);

static unsigned char flags[256];

static void mark(int from, int to, int flag) {
  for (int c = from; c <= to; c++) flags[c] |= (unsigned char)flag;
}

int main(void) {
  unsigned char x = agree_byte();
  mark('a', 'z', ALPHA);
  mark('A', 'Z', ALPHA | UPPER);
  mark('0', '9', DIGIT);
  mark(9, 13, SPACE);
  flags[' '] |= SPACE;
  agree_result[0] = flags[x];
  if (flags[x] & UPPER) return 1;
  if (flags[x] & ALPHA) return 2;
  if (flags[x] & DIGIT) return 3;
  if (flags[x] & SPACE) return 4;
  return 0;
}
