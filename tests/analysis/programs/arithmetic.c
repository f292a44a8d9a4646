/* Distances between objects, masks, exclusive or, negation. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static long a[4], b[4];
struct item {
  int value;
  uintptr_t both; /* next and previous */
};

int main(void) {
  volatile uintptr_t distance = (uintptr_t)b - (uintptr_t)a;
  *(long *)((uintptr_t)a + distance) = 5;
  volatile uintptr_t tagged = (uintptr_t)&a[1] | 1;
  *(long *)(tagged & ~(uintptr_t)7) = 6;
  volatile uintptr_t negative = -(uintptr_t)&a[2];
  *(long *)-negative = 7;
  volatile uintptr_t lowered = (uintptr_t)&a[3] >> 3 << 3, paged = (uintptr_t)&b[1] >> 20;
  *(long *)lowered = 1;
  *(long *)(paged << 20 | ((uintptr_t)&b[1] & 0xfffff)) = 2;
  unsigned __int128 wide = (unsigned __int128)(uintptr_t)&b[2] << 64 | (uintptr_t)&a[0];
  *(long *)(uintptr_t)(wide >> 64) = *(long *)(uintptr_t)wide;
  long n = b[0];
  *(long *)((uintptr_t)&b[3] - (uintptr_t)n + 5) = 8;
  struct item *x = malloc(sizeof *x), *y = malloc(sizeof *y);
  x->both = (uintptr_t)y ^ (uintptr_t)a;
  y->value = 9;
  struct item *found = (struct item *)(x->both ^ (uintptr_t)a);
  printf("%ld %ld %ld %ld %d\n", b[0], a[1], a[2], b[3], found->value);
  free(x);
  free(y);
  return 0;
}
