// agree: bytes=2 below=64
/* Two-dimensional arrays, both indices from the input, read and written. */
#include "agree.h"

AGREE_RESULT(4);

int main(void) {
  unsigned char x = agree_byte(), y = agree_byte();
  klee_assume(x < 64 & y < 64);
  short grid[4][5];
  char text[3][4] = {"abc", "def", "xyz"};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 5; j++) grid[i][j] = (short)(i * 100 - j * 7);
  grid[x & 3][y % 5] = (short)(x * y);
  grid[y & 3][x % 5]--;
  agree_result[0] = (unsigned long)grid[x & 3][x % 5];
  agree_result[1] = (unsigned long)(grid[y & 3][y % 5] - grid[1][1]);
  text[x % 3][y & 3] ^= 32;
  agree_result[2] = (unsigned char)text[y % 3][x & 3];
  agree_result[3] = *(unsigned *)text[1];
  if (grid[2][3] == 181) return 1;
  return 0;
}
