/* Sums of two addresses, differences whose second operand is an address or a number, bytes of an
   address that are overwritten one by one, addresses behind variable arguments and in unions with
   numbers, words read across two fields. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long a[64], b[64], c[64];
static _Alignas(256) long d[64];
static volatile int zero;

static long *nth(int n, ...) {
  va_list list;
  long *found = NULL;
  va_start(list, n);
  while (n-- >= 0) found = va_arg(list, long *);
  va_end(list);
  return found;
}

union word {
  long *address;
  unsigned char bytes[8];
  uint32_t halves[2];
};

static jmp_buf place;
static union word kept;

static void leave(long *p) {
  kept.address = p;
  longjmp(place, 1);
}

struct shifted {
  uint32_t before;
  uint32_t halves[3];
};

int main(void) {
  volatile uintptr_t both = (uintptr_t)a + (uintptr_t)b;
  *(long *)(both - (uintptr_t)a) += 1;
  volatile uintptr_t less = zero ? (uintptr_t)c : 8;
  *(long *)((uintptr_t)&b[3] - less) += 2;
  union word w = {.address = &a[0]};
  w.bytes[0] = (unsigned char)(w.bytes[0] & 0x80 | (uintptr_t)&a[2] & 0x78);
  if (w.address >= a && w.address < a + 64) *w.address += 3;
  volatile union word v;
  v.address = &d[0];
  v.bytes[0] = zero ? 16 : 24;
  *v.address += 3; /* d[3] */
  *nth(2, &a[1], &b[1], &c[1]) += 4;
  *nth(7, 0, 0, 0, 0, 0, 0, 0, &c[2]) += 4;
  if (setjmp(place) == 0) leave(&c[5]);
  *kept.address += 5;
  struct shifted s = {0};
  uintptr_t q = (uintptr_t)&c[7];
  s.halves[0] = (uint32_t)q;
  s.halves[1] = (uint32_t)(q >> 32);
  long *r;
  memcpy(&r, s.halves, sizeof r);
  *r += 6;
  char *volatile text = malloc(32);
  memcpy(text + 3, &r, sizeof r);
  memmove(text + 8, text + 3, sizeof r);
  *(*(long **)(text + 8) + 1) += 7;
  printf("%ld %ld %ld %ld %ld\n", b[0], b[2], c[1], c[5], c[7]);
  free(text);
  return 0;
}
