// agree: bytes=2 merged
/* Arrays of more elements than are distinguished one by one, written at symbolic indices: read again
   at the same and at other ones, by parts of elements, across them, beside fields that no index
   reaches, and after concrete writes in between. */
#include "agree.h"

AGREE_RESULT(3);

struct pair {
  unsigned short key;
  unsigned value;
};

static unsigned numbers[300];
static unsigned char bytes[256];
static struct pair pairs[64];
static const unsigned char *const words[2] = {bytes, bytes + 1};

static void scatter(unsigned a, unsigned b) {
  numbers[a] = a + 1;
  numbers[b] += 7;
  numbers[40] = 5;
  numbers[(a + b) & 255] ^= 0x1234;
  bytes[a] = (unsigned char)b;
  bytes[b] = (unsigned char)(bytes[a] + 1);
  pairs[a & 63].key = (unsigned short)b;
  pairs[b & 63].value = numbers[a];
}

int main(void) {
  unsigned a = agree_byte(), b = agree_byte();
  for (unsigned i = 0; i < 300; i += 3) numbers[i] = i;
  scatter(a, b);
  unsigned char *raw = (unsigned char *)numbers;
  raw[4 * b + 1] = 9;
  agree_result[0] = numbers[a] * 3 + numbers[b] + numbers[40];
  agree_result[1] = *(unsigned short *)(raw + 2 * a) + bytes[255 - a];
  agree_result[2] = pairs[a & 63].value + pairs[7].key + pairs[b & 63].key;
  if (numbers[299] != 0 || pairs[63].value > 0x2000) agree_result[0]++;
  if (bytes[a] == words[1][b & 127]) agree_result[1] ^= 0x55;
  if (numbers[b] > 100 && (b & 64) == 0) numbers[b & 63] = 3;
  agree_result[2] += numbers[9] + bytes[9];
  return numbers[a] == a + 1;
}
