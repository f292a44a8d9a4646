// agree: bytes=2 below=96
/* Symbolic words over words, across each other at odd offsets, partly overwritten. */
#include <string.h>

#include "agree.h"

AGREE_RESULT(9);

struct odd {
  unsigned value;
} __attribute__((packed));

static unsigned char memory[32];

static void put(int at, unsigned long value, unsigned size) { memcpy(memory + at, &value, size); }
static unsigned long get(int at, unsigned size) {
  unsigned long value = 0;
  memcpy(&value, memory + at, size);
  return value;
}

int main(void) {
  unsigned char x = agree_byte(), y = agree_byte();
  klee_assume(x < 96 & y < 96);
  unsigned long word = x * 0x0102030405060708UL + y;
  for (int i = 0; i < 32; i++) memory[i] = (unsigned char)i;
  put(0, word, 8);
  put(3, word ^ 0xffff, 4);
  put(9, word >> 16, 8);
  put(12, 0x1234, 2);
  put(16, y, 1);
  agree_result[0] = get(1, 8);
  agree_result[1] = get(5, 4);
  agree_result[2] = get(11, 8);
  agree_result[3] = get(15, 2);
  memmove(memory + 2, memory, 20);
  ((struct odd *)(memory + 20 + (x & 7)))->value = (unsigned)word;
  memory[y & 31] = x;
  agree_result[4] = get(0, 8);
  agree_result[5] = get(7, 8);
  agree_result[6] = get(14, 8);
  agree_result[7] = get(23, 8);
  agree_result[8] = ((struct odd *)(memory + (y >> 3 & 15)))->value;
  if (get(18, 4) == 0x11223344) return 1;
  return 0;
}
