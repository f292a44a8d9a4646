// Loops that clang vectorises, unrolls and turns into idioms at -O2 and -O3.
// RUN: %native-diff --levels=O1,O2,O3,Os %s
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 203
static int a[N], b[N], c[N];
static uint8_t bytes[N], other[N];
static float f[N];
static double d[N];
static short s[N];
static unsigned long u[N];

static __attribute__((noinline)) void fill(void) {
  unsigned seed = 1;
  for (int i = 0; i < N; i++) {
    seed = seed * 1103515245u + 12345u;
    a[i] = (int)(seed >> 8) % 1000 - 500;
    b[i] = i * 7 % 31;
    bytes[i] = (uint8_t)(seed >> 16);
    f[i] = (float)a[i] / 4;
    d[i] = (double)b[i] * 1.25;
    s[i] = (short)(seed >> 12);
    u[i] = (unsigned long)seed << (i % 40);
  }
}
static __attribute__((noinline)) long reductions(void) {
  int sum = 0, most = INT_MIN, least = INT_MAX, all = -1, any = 0, odd = 0;
  unsigned x = 0;
  long wide = 0;
  for (int i = 0; i < N; i++) sum += a[i];
  for (int i = 0; i < N; i++) most = a[i] > most ? a[i] : most;
  for (int i = 0; i < N; i++) least = a[i] < least ? a[i] : least;
  for (int i = 0; i < N; i++) all &= a[i] | b[i], any |= b[i], x ^= (unsigned)a[i];
  for (int i = 0; i < N; i++) wide += (long)a[i] * b[i];
  for (int i = 0; i < N; i++) odd += a[i] & 1 ? abs(a[i]) : 0;
  printf("%d %d %d %d %d %u %ld %d\n", sum, most, least, all, any, x, wide, odd);
  return wide;
}
static __attribute__((noinline)) void maps(void) {
  for (int i = 0; i < N; i++) c[i] = a[i] * 3 + b[i] - (a[i] > 0 ? b[i] : -b[i]);
  for (int i = 0; i < N; i++) other[i] = (uint8_t)(bytes[i] + 100 > 255 ? 255 : bytes[i] + 100);
  for (int i = 0; i < N; i++) s[i] = (short)(s[i] >> 3 ^ s[i]);
  for (int i = 0; i < N; i++) f[i] = f[i] * 2.5f + (float)b[i];
  for (int i = 0; i < N; i++) d[i] = d[i] > 10 ? d[i] / 3 : -d[i];
  for (int i = 0; i < N; i++) u[i] = u[i] << 13 | u[i] >> 51;
  for (int i = 0; i + 2 < N; i += 2) c[i] = c[i + 1] + c[i + 2];
  for (int i = N - 1; i >= 0; i--) b[i] = i ? b[i - 1] : 0;
}
static __attribute__((noinline)) int count_char(const char *t, char what) {
  int n = 0;
  for (; *t; t++) n += *t == what;
  return n;
}
static __attribute__((noinline)) unsigned popcount_loop(unsigned long v) {
  unsigned n = 0;
  while (v) v &= v - 1, n++;
  return n;
}
static __attribute__((noinline)) void idioms(char *to, const char *from, int n) {
  for (int i = 0; i < n; i++) to[i] = from[i];
  for (int i = n; i < n + 10; i++) to[i] = 'x';
  to[n + 10] = 0;
}
static __attribute__((noinline)) uint32_t read_big_endian(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

int main(void) {
  fill();
  long r = reductions();
  maps();
  uint64_t sum = 0;
  double total = 0;
  for (int i = 0; i < N; i++) sum = sum * 31 + (uint64_t)c[i] + other[i] + (uint64_t)s[i] + u[i] + (uint64_t)b[i];
  for (int i = 0; i < N; i++) total += (double)f[i] + d[i];
  printf("%016llx %.12g\n", (unsigned long long)sum, total);
  char text[64];
  idioms(text, "mississippi", 11);
  printf("%s %d %u %08x\n", text, count_char(text, 's'), popcount_loop(sum), read_big_endian(bytes));
  int matrix[8][8], product[8][8];
  for (int i = 0; i < 64; i++) matrix[i / 8][i % 8] = i % 11 - 5;
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 8; j++) {
      product[i][j] = 0;
      for (int k = 0; k < 8; k++) product[i][j] += matrix[i][k] * matrix[k][j];
    }
  for (int i = 0; i < 8; i++) printf("%d ", product[i][7 - i]);
  printf("\n%d %d\n", memcmp(text, "missi", 5), strcmp(text, "misti") < 0);
  return (int)(r & 63);
}
