// agree: sanitize replay
/* Addresses of locals that outlive them, on some inputs. */
#include "agree.h"

AGREE_RESULT(2);

static int global = 9, *kept;

static int *give(unsigned char x) {
  int local[2] = {x, x + 1};
  int *p = x & 1 ? &local[1] : &global;
  if (x & 2) kept = local;
  return p;
}

static int deeper(int *p, unsigned char x) {
  int other = 5;
  if (x & 4) return *p + other;
  return other;
}

int main(void) {
  unsigned char x = agree_byte();
  kept = &global;
  int *p = give(x);
  agree_result[0] = (unsigned long)deeper(p, x);
  if (x & 8) *kept = 6;
  {
    int block = x;
    if (x & 16) kept = &block;
  }
  agree_result[1] = (unsigned long)global;
  return 0;
}
