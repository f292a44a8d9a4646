/* Constant tables of each element size, read at offsets from the input. */
#include "agree.h"

AGREE_RESULT(6);

static const unsigned char bytes[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 255};
static const short shorts[16] = {-1, 300, -300, 7, 0, 32767, -32768, 5, 9, 1, 2, 3, 4, 5, 6, 7};
static const unsigned ints[8] = {1u << 31, 5, 0xdeadbeef, 17, 0, 99, 123456789, 1};
static const long longs[4] = {-1, 0x123456789abcdef0, 42, -(1L << 62)};
static const struct {
  char tag;
  int value;
} pairs[4] = {{'a', -7}, {'b', 8}, {'c', -9}, {'d', 10}};

int main(void) {
  unsigned char x = agree_byte();
  agree_result[0] = bytes[x & 15];
  agree_result[1] = (unsigned long)shorts[x >> 4];
  agree_result[2] = ints[x % 8];
  agree_result[3] = (unsigned long)longs[x / 64];
  agree_result[4] = (unsigned long)pairs[x & 3].value * (unsigned long)pairs[x >> 6].tag;
  agree_result[5] = bytes[bytes[bytes[x & 15] & 15] & 15];
  if (shorts[x & 15] < 0) return 1;
  if (longs[x & 3] == 42) return 2;
  if (ints[bytes[x >> 4] & 7] == 0) return 3;
  return 0;
}
