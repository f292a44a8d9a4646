// agree: bytes=2 below=100
/* The same bytes seen at other widths, and written through them. */
#include "agree.h"

AGREE_RESULT(4);

union view {
  unsigned char bytes[8];
  unsigned short shorts[4];
  unsigned ints[2];
  unsigned long word;
  struct {
    unsigned low : 12, middle : 12, high : 8;
  } parts;
};

int main(void) {
  unsigned char a = agree_byte(), b = agree_byte();
  klee_assume(a < 100 & b < 100);
  union view view = {.word = 0x1122334455667788UL};
  view.bytes[3] = a;
  view.shorts[3] = (unsigned short)(view.ints[0] >> 20);
  view.bytes[b & 7] ^= b;
  agree_result[0] = view.word;
  view.parts.middle += b;
  agree_result[1] = view.ints[0];
  agree_result[2] = view.parts.low * view.parts.high;
  agree_result[3] = view.shorts[1] + view.shorts[3];
  return view.ints[1] > view.ints[0];
}
