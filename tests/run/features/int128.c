// 128-bit arithmetic: all operators, shifts by every amount, printing by division.
// RUN: %native-diff %s
#include <stdio.h>

typedef __int128 s128;
typedef unsigned __int128 u128;

static void print(const char *what, u128 v, int is_signed) {
  char digits[48];
  int at = 47, negative = is_signed && (s128)v < 0;
  digits[at] = 0;
  if (negative) v = -v;
  do digits[--at] = (char)('0' + (int)(v % 10));
  while (v /= 10);
  if (negative) digits[--at] = '-';
  printf("%s %s\n", what, digits + at);
}

static u128 make(unsigned long high, unsigned long low) { return (u128)high << 64 | low; }

static s128 by_value(s128 a, int b, u128 c) { return a / 4 + b - (s128)(c >> 2); }

struct wide {
  char tag;
  s128 value;
};

int main(void) {
  const u128 samples[] = {0, 1, 2, 10, (u128)-1, make(0, -1ul), make(1, 0), make(1ul << 63, 0),
                          make(-1ul >> 1, -1ul), make(0x0123456789abcdef, 0xfedcba9876543210), (u128)-12345};
  const int count = sizeof samples / sizeof *samples;
  for (int i = 0; i < count; i++) {
    volatile u128 a = samples[i];
    print("value", a, 0);
    print("signed", a, 1);
    print("negated", -a, 1);
    print("not", ~a, 0);
    for (int j = 0; j < count; j++) {
      volatile u128 b = samples[j];
      print("+", a + b, 0), print("-", a - b, 0), print("*", a * b, 0);
      print("&", a & b, 0), print("|", a | b, 0), print("^", a ^ b, 0);
      if (b) print("/", a / b, 0), print("%", a % b, 0);
      if (b && !(b == (u128)-1 && a == make(1ul << 63, 0)))
        print("s/", (u128)((s128)a / (s128)b), 1), print("s%", (u128)((s128)a % (s128)b), 1);
      printf("%d%d%d%d%d%d\n", a < b, a <= b, a == b, (s128)a < (s128)b, (s128)a >= (s128)b, a && b);
    }
    for (int by = 0; by < 128; by += 7)
      print("<<", a << by, 0), print(">>", a >> by, 0), print("s>>", (u128)((s128)a >> by), 1);
    printf("%d %u %ld %f %g\n", (int)a, (unsigned)a, (long)a, (double)a, (double)(s128)a);
    print("call", (u128)by_value((s128)a, 3, a), 1);
  }
  struct wide w = {'x', -5};
  struct wide *p = &w;
  p->value *= 1000000000000;
  p->value *= 1 << 20;
  print(p->tag == 'x' ? "member" : "wrong", (u128)p->value, 1);
  print("from double", (u128)1e30, 0);
  print("from negative", (u128)(s128)-1e25, 1);
  print("sign extended", (u128)(s128)(signed char)-3, 1);
  s128 sum = 0;
  for (s128 i = -10; i <= 100; i++) sum += i * i;
  print("loop", (u128)sum, 1);
  return (int)(samples[9] % 251);
}
