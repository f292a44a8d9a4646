// agree: bounds
/* Far beyond, where other objects lie: leaving the array is an error all the same. */
#include "agree.h"

AGREE_RESULT(3);

static char first[16], second[300], third[16];

int main(void) {
  unsigned char x = agree_byte();
  char near[4] = {1, 2, 3, 4};
  char other[200];
  for (int i = 0; i < 200; i++) other[i] = (char)i;
  second[7] = 5;
  if (x & 1)
    agree_result[0] = (unsigned char)near[x];
  else
    agree_result[0] = (unsigned char)first[x];
  third[x & 15] = other[x % 200];
  agree_result[1] = (unsigned char)third[3];
  return 0;
}
