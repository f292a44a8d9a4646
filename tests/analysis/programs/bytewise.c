/* Addresses are copied byte by byte, in halves, and put together from shifted pieces. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int a = 1, b = 2;
struct pair {
  long number;
  int *address;
};

static void copy(void *to, const void *from, unsigned size) {
  char *t = to;
  const char *f = from;
  for (unsigned i = 0; i < size; i++) t[i] = f[i];
}

static int *halves(int *address) {
  uint32_t low = (uint32_t)(uintptr_t)address, high = (uint32_t)((uintptr_t)address >> 32);
  return (int *)((uintptr_t)high << 32 | low);
}

static int *gathered(const unsigned char *bytes) {
  uintptr_t sum = 0;
  for (int i = 7; i >= 0; i--) sum = sum << 8 | bytes[i];
  return (int *)sum;
}

int main(void) {
  struct pair from = {3, &a}, to;
  unsigned char bytes[8];
  copy(&to, &from, sizeof from);
  *to.address += 1;
  *halves(&b) += 1;
  int *address = &b;
  memcpy(bytes, &address, 8);
  *gathered(bytes) += 1;
  printf("%d %d\n", a, b);
  return 0;
}
