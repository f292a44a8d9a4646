// agree: bytes=4 below=4 replay
/* Insertion sort of four values: a path for each order. */
#include "agree.h"

AGREE_RESULT(1);

int main(void) {
  unsigned char a[4];
  klee_make_symbolic(a, sizeof a, "a");
  for (int i = 0; i < 4; i++) klee_assume(a[i] < 4);
  for (int i = 1; i < 4; i++) {
    unsigned char value = a[i];
    int j = i;
    for (; j > 0 && a[j - 1] > value; j--) a[j] = a[j - 1];
    a[j] = value;
  }
  for (int i = 0; i < 4; i++) agree_result[0] = agree_result[0] << 8 | a[i];
  for (int i = 1; i < 4; i++) klee_assert(a[i - 1] <= a[i]);
  return 0;
}
