/* A table of functions indexed by the input, with a null entry and one twice. */
#include "agree.h"

AGREE_RESULT(1);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int choose(int a, int b) { return a > b ? a : b; }

static int (*const table[8])(int, int) = {add, subtract, choose, add, 0, choose, subtract, add};

int main(void) {
  unsigned char x = agree_byte();
  int (*function)(int, int) = table[x & 7];
  int value = function(x, 100);
  agree_result[0] = (unsigned long)value;
  return value < 0;
}
