/* Recursion by the input: Ackermann's function, Euclid's algorithm, mutual recursion. */
#include "agree.h"

AGREE_RESULT(3);

static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

int main(void) {
  unsigned char x = agree_byte();
  if (x < 12) agree_result[0] = ackermann(x & 1, x >> 1);
  agree_result[1] = gcd(x, 84);
  if (x >= 240) agree_result[2] = (unsigned long)is_even(x & 15);
  return 0;
}
