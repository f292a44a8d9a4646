// agree: replay
/* Calls through pointers that are numbers. */
#include "agree.h"

AGREE_RESULT(1);

static int good(void) { return 7; }

int main(void) {
  unsigned char x = agree_byte();
  int (*function)(void) = good;
  unsigned offset = x & 3;
  if (x & 4) function = (int (*)(void))(unsigned long)(offset * 8);
  if (x & 8) {
    agree_choice((unsigned long)function); /* addresses of functions are numbers */
    agree_result[0] = (unsigned long)function();
  }
  return 0;
}
