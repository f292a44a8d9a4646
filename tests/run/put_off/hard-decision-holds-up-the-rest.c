// A decision that takes the solver longer than the run lasts: the path goes on, and what is behind it is found. The image's
// sizes are multiplied, and the products checked by division.
// RUN: %status 1 %smew run --no-output --max-time=20 --exit-on-error %s 2>&1 | FileCheck %s
// CHECK: hard-decision-holds-up-the-rest.c:[[@LINE+28]]:{{[0-9]+}}: error: assertion failed: length != 5
// CHECK: paths, 1 error
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>

enum { SIZE = 40 };
static unsigned char file[SIZE];

static uint64_t read_number(unsigned at) {
  uint64_t value = 0;
  for (unsigned i = 0; i < 8; i++) value |= (uint64_t)file[at + i] << 8 * i;
  return value;
}

static int overflows(uint64_t a, uint64_t b) { return b != 0 && a * b / b != a; }

static int read_chunks(unsigned at) {
  int chunks = 0;
  while (at + 2 <= SIZE) {
    unsigned kind = file[at], length = file[at + 1] & 7;
    if (kind == 'E') return chunks;
    if (kind == 'P')
      chunks += 2;
    else if (kind == 'T')
      chunks += 3;
    else if (kind == 'Z' && chunks > 6)
      assert(length != 5);
    else
      return -1;
    at += 2 + length;
  }
  return -2;
}

int main(void) {
  klee_make_symbolic(file, sizeof file, "file");
  if (memcmp(file, "IMG", 3) != 0) return 1;
  uint64_t width = read_number(4), height = read_number(12), depth = file[3];
  if (overflows(width, height)) return 2;
  if (overflows(width * height, depth)) return 3;
  uint64_t rows = width * height / 7;
  if (rows % 1000003 == 12345 && (width ^ height * 31) % 65521 == 17) return 5;
  if (width * height * depth > 1u << 20) return 4;
  return read_chunks(20);
}
