// agree: bytes=2
/* Bit-fields of odd widths, signed and unsigned, across units. */
#include "agree.h"

AGREE_RESULT(5);

struct fields {
  unsigned a : 3;
  int b : 5;
  unsigned long c : 40;
  int d : 1;
  unsigned char e : 7;
  long f : 33;
} __attribute__((packed));

int main(void) {
  unsigned char x = agree_byte(), y = agree_byte();
  struct fields fields = {0};
  fields.a = x;
  fields.b = (int)x - y;
  fields.c = x * 0x123456789UL;
  fields.d = y;
  fields.e = (unsigned char)(x + y);
  fields.f = -(long)x * 0x1000000;
  agree_result[0] = fields.a + (unsigned long)fields.b;
  agree_result[1] = fields.c;
  agree_result[2] = (unsigned long)fields.d;
  agree_result[3] = fields.e;
  agree_result[4] = (unsigned long)fields.f;
  if (fields.b < -10) return 1;
  return fields.d ? 2 : 3;
}
