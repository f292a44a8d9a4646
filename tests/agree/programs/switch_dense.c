/* A dense switch with falls, shared bodies and a default in the middle. */
#include "agree.h"

AGREE_RESULT(1);

int main(void) {
  unsigned char x = agree_byte();
  int n = 0;
  switch (x & 15) {
  case 0: n = 5; break;
  case 1: n = 1; /* falls */
  case 2:
  case 3: n += 10; break;
  default: n = 99; /* falls */
  case 7: n++; break;
  case 9: return 9;
  case 10:
    switch (x >> 4) {
    case 1: n = 2; break;
    case 15: n = 3;
    }
  }
  agree_result[0] = (unsigned long)n;
  return n & 63;
}
