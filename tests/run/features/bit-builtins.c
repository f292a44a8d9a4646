// Counting, swapping, reversing and rotating bits; hints that change nothing.
// RUN: %native-diff %s
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned rotate_by(unsigned x, unsigned n) { return x << n % 32 | x >> (32 - n % 32) % 32; }
static uint64_t rotate64(uint64_t x, unsigned n) { return n % 64 ? x << n % 64 | x >> (64 - n % 64) : x; }

__attribute__((noinline)) static int assumed(int x) {
  __builtin_assume(x > 0);
  return __builtin_expect(x > 10, 1) ? x / 2 : x;
}

__attribute__((noinline)) static long aligned(const void *p) {
  const long *q = __builtin_assume_aligned(p, 8);
  __builtin_prefetch(q, 0, 3);
  return *q;
}

int main(void) {
  const uint64_t samples[] = {1, 2, 3, 0x80, 0xff00, 0x12345678, 0x80000000, 0xffffffff, 0x100000000,
                              0x0123456789abcdef, 0x8000000000000000, ~0ull};
  for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
    volatile uint64_t v = samples[i];
    uint32_t w = (uint32_t)v ? (uint32_t)v : 1;
    printf("%d %d %d %d | ", __builtin_popcountll(v), __builtin_clzll(v), __builtin_ctzll(v), __builtin_ffsll((long long)v));
    printf("%d %d %d %d %d | ", __builtin_popcount(w), __builtin_clz(w), __builtin_ctz(w), __builtin_parity(w), __builtin_clrsb((int)w));
    printf("%04x %08x %016llx | ", __builtin_bswap16((uint16_t)v), __builtin_bswap32(w), (unsigned long long)__builtin_bswap64(v));
    printf("%02x %04x %08x %016llx | ", __builtin_bitreverse8((uint8_t)v), __builtin_bitreverse16((uint16_t)v),
           __builtin_bitreverse32(w), (unsigned long long)__builtin_bitreverse64(v));
    printf("%02x %04x %08x %016llx | ", __builtin_rotateleft8((uint8_t)v, 3), __builtin_rotateright16((uint16_t)v, 5),
           __builtin_rotateleft32(w, (unsigned)i), (unsigned long long)__builtin_rotateright64(v, i * 7));
    printf("%08x %016llx\n", rotate_by(w, i * 5), (unsigned long long)rotate64(v, i * 9));
  }
  long word = 99;
  int numbers[10];
  memset(numbers, 0, sizeof numbers);
  __builtin_memcpy_inline(numbers, &word, sizeof word);
  printf("%d %ld %d\n", assumed(22), aligned(&word), numbers[0]);
  printf("%zu %zu\n", __builtin_object_size(numbers, 0), __builtin_object_size(&numbers[4], 1));
  printf("%d %d %d\n", __builtin_constant_p(5), __builtin_abs(-5), (int)__builtin_labs(-7l));
  volatile unsigned char zero = 0;
  printf("%d %d\n", __builtin_popcount(zero), __builtin_ffs(zero));
  return __builtin_popcountll(samples[9]);
}
