/* Addresses that are not computed from addresses, as arithmetic goes: printed and read again, put
   together bit by bit, by multiplication, by comparison, as a floating-point number. The argument
   says which. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long target = 5;

static void printed(uintptr_t p) {
  char text[32];
  snprintf(text, sizeof text, "%lx", (unsigned long)p);
  *(long *)strtoul(text, NULL, 16) += 1;
}

static void tested(uintptr_t p) {
  uintptr_t q = 0;
  for (int i = 0; i < 64; i++)
    if (p >> i & 1) q |= (uintptr_t)1 << i;
  *(long *)q += 1;
}

static void multiplied(uintptr_t p) {
  volatile uint32_t high = (uint32_t)(p / 1000003), low = (uint32_t)(p % 1000003);
  *(long *)((uintptr_t)high * 1000003 + low) += 1;
}

static void bisected(uintptr_t p) {
  uintptr_t low = 0, high = (uintptr_t)1 << 46;
  while (high - low > 1) {
    uintptr_t middle = low / 2 + high / 2 + (low & high & 1);
    if (p >= middle)
      low = middle;
    else
      high = middle;
  }
  *(long *)low += 1;
}

static void indexed(uintptr_t p) {
  static const char digits[] = "0123456789abcdef";
  uintptr_t q = 0;
  for (int i = 60; i >= 0; i -= 4)
    q = q * 16 + (uintptr_t)(strchr(digits, digits[p >> i & 15]) - digits);
  *(long *)q += 1;
}

static void rounded(uintptr_t p) {
  volatile double number = (double)p;
  *(long *)(uintptr_t)number += 1;
}

int main(int argc, char **argv) {
  static void (*const ways[])(uintptr_t) = {printed,  tested,  multiplied,
                                            bisected, indexed, rounded};
  int way = argc > 1 ? argv[1][0] - '0' : 0;
  if (way < 0 || way > 5) way = 0;
  ways[way]((uintptr_t)&target);
  printf("%ld\n", target);
  return 0;
}
