// Bit-fields: packing, sign, assignment results, straddling units, by value.
// RUN: %native-diff %s
#include <stdio.h>
#include <string.h>

struct flags {
  unsigned a : 1, b : 3, c : 12;
  int d : 5, e : 11;
  unsigned long f : 40;
  signed char g : 4;
  _Bool h : 1;
  unsigned : 0;
  unsigned i : 31;
};
struct __attribute__((packed)) packed {
  unsigned a : 3;
  unsigned long b : 47;
  int c : 27;
  char d;
};
union overlay {
  struct {
    unsigned low : 4, high : 4;
  } nibbles;
  unsigned char byte;
};

static struct flags change(struct flags f) {
  f.b++;
  f.d -= 9;
  f.f *= 1000003;
  f.g ^= 5;
  f.h = f.f & 1;
  return f;
}

static void print(struct flags f) {
  printf("%u %u %u %d %d %lu %d %d %u\n", f.a, f.b, f.c, f.d, f.e, (unsigned long)f.f, f.g, f.h, f.i);
}

int main(void) {
  struct flags f;
  memset(&f, 0, sizeof f);
  f.a = 1, f.b = 6, f.c = 4095, f.d = -16, f.e = 1023, f.f = 0xffffffffff, f.g = -8, f.h = 7, f.i = 0x7ffffffe;
  for (int i = 0; i < 12; i++) print(f = change(f));
  struct packed p = {5, 1ul << 46, -(1 << 26), 'x'};
  p.b -= 12345;
  p.c += 77;
  printf("%u %lu %d %c %zu %zu\n", p.a, (unsigned long)p.b, p.c, p.d, sizeof p, sizeof f);
  unsigned char bytes[sizeof p];
  memcpy(bytes, &p, sizeof p);
  for (size_t i = 0; i < sizeof p; i++) printf("%02x", bytes[i]);
  union overlay o = {.byte = 0xa5};
  o.nibbles.high = o.nibbles.low + 1u;
  printf("\n%02x %d %d\n", o.byte, (f.b = 9), f.d++);
  struct flags array[3] = {{.a = 1}, {.i = 5}, {.e = -1}};
  for (int i = 0; i < 3; i++) print(array[i]);
  return o.byte & 63;
}
