/* A table-driven CRC over the input, with the table made at run time. */
#include "agree.h"

AGREE_RESULT(2);

static unsigned table[256];

int main(void) {
  unsigned char data[3] = {agree_byte(), 17, 201};
  data[2] -= data[0];
  for (unsigned i = 0; i < 256; i++) {
    unsigned value = i;
    for (int bit = 0; bit < 8; bit++) value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
    table[i] = value;
  }
  unsigned crc = ~0u;
  for (int i = 0; i < 3; i++) crc = crc >> 8 ^ table[(crc ^ data[i]) & 255];
  agree_result[0] = ~crc;
  crc = 0xffff;
  for (int i = 0; i < 3; i++) {
    crc ^= (unsigned)data[i] << 8;
    crc = crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1;
  }
  agree_result[1] = crc & 0xffff;
  if ((table[data[0]] & 0xff) == 0x2c) return 1;
  return 0;
}
