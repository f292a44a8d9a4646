// _BitInt of odd widths up to 128 bits.
// RUN: %native-diff %s
#include <stdio.h>

typedef unsigned _BitInt(3) u3;
typedef _BitInt(7) s7;
typedef _BitInt(13) s13;
typedef unsigned _BitInt(33) u33;
typedef _BitInt(57) s57;
typedef unsigned _BitInt(65) u65;
typedef _BitInt(100) s100;

struct mixed {
  u3 a;
  s13 b;
  u33 c;
  s100 d;
};

static s13 mean(s13 a, s13 b) { return (a + b) / 2; }

int main(void) {
  volatile u3 counter = 0;
  for (int i = 0; i < 20; i++) printf("%d ", (int)counter++);
  volatile s7 small = 63;
  small = (s7)(small - 1 - 63 - 60);
  printf("\n%d %d\n", (int)small, (int)(small >> 2));
  volatile s13 a = -4000, b = 3999;
  printf("%d %d %d %d\n", (int)mean(a, b), (int)(a % 7), (int)(a < b), (int)(s13)(a ^ b));
  volatile u33 c = (u33)1 << 32;
  c += c - 1;
  printf("%llu %llu\n", (unsigned long long)c, (unsigned long long)(u33)(c * 3));
  volatile s57 d = -1;
  d *= (s57)1 << 50;
  printf("%lld %lld\n", (long long)d, (long long)(d / 1000));
  volatile u65 e = ~(u65)0;
  printf("%llu %d\n", (unsigned long long)(e / 3), (int)(e >> 64));
  struct mixed m = {5, -100, 7, (s100)1 << 90};
  struct mixed copy = m;
  copy.d -= copy.b;
  printf("%d %d %llu %lld %zu\n", (int)copy.a, (int)copy.b, (unsigned long long)copy.c,
         (long long)(copy.d >> 40), sizeof copy);
  return (int)(copy.d % 100);
}
