// agree: bytes=4 below=6 replay
/* klee_range: half open; a range of one value is no input. */
#include "agree.h"

AGREE_RESULT(2);

int main(void) {
  int one = klee_range(9, 10, "one"), some = klee_range(2, 5, "some");
  agree_result[0] = (unsigned long)one;
  agree_result[1] = (unsigned long)some;
  if (some == 2) return 2;
  if (some == 5 || some == 1) return 9;
  return 3;
}
