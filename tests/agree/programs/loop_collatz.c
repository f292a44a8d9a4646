/* A loop whose length is hard to foresee. */
#include "agree.h"

AGREE_RESULT(2);

int main(void) {
  unsigned n = agree_byte() % 32 + 1, steps = 0, most = n;
  while (n != 1 && steps < 30) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    if (n > most) most = n;
    steps++;
  }
  agree_result[0] = steps;
  agree_result[1] = most;
  return n == 1;
}
