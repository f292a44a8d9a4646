/* Values that change places in a loop, more of them than fit into a few. */
#include "agree.h"

AGREE_RESULT(4);

int main(void) {
  unsigned char x = agree_byte();
  unsigned long a = x, b = 1, c = x * 3, d = 4, e = x ^ 5, f = 6, g = 7, h = x + 8u, i = 9, j = 10,
                k = x & 11, l = 12, m = 13, n = x | 14, o = 15, p = 16, q = x / 17, r = 18, t = 0;
  for (unsigned step = 0; step < (x & 7u) + 2; step++) {
    t = a, a = b, b = c, c = d, d = e, e = f, f = g, g = h, h = i, i = j, j = k, k = l, l = m,
    m = n, n = o, o = p, p = q, q = r, r = t;
    if (a > 100) b++;
  }
  agree_result[0] = a + 3 * b + 5 * c + 7 * d + 11 * e + 13 * f;
  agree_result[1] = g + 3 * h + 5 * i + 7 * j + 11 * k + 13 * l;
  agree_result[2] = m + 3 * n + 5 * o + 7 * p + 11 * q + 13 * r;
  agree_result[3] = t;
  return 0;
}
