// agree: replay
/* Writing to what is constant. */
#include "agree.h"

AGREE_RESULT(1);

static const int table[4] = {1, 2, 3, 4};
static int plain[4] = {5, 6, 7, 8};

int main(void) {
  unsigned char x = agree_byte();
  int *p = x & 4 ? (int *)table : plain;
  if (x & 8) {
    agree_choice(p == plain); /* by object */
    p[x & 3] = 9;
  } else if (x & 16) {
    char *text = (char *)"text";
    text[x & 3] = 'a';
  }
  agree_choice(p == plain);
  agree_result[0] = (unsigned long)(p[1] + plain[x & 3]);
  return 0;
}
