// __float128: arithmetic, comparison and conversion in software.
// RUN: %native-diff %s
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void print(__float128 q) {
  uint64_t words[2];
  memcpy(words, &q, sizeof words);
  printf("%016llx%016llx %.17g\n", (unsigned long long)words[1], (unsigned long long)words[0], (double)q);
}

int main(void) {
  volatile __float128 a = 1, b = 3, huge = 1e300, tiny = 1e-300;
  print(a / b), print(a + b * 7), print(huge * huge), print(tiny * tiny), print(-a), print(b - 1e20L);
  __float128 sum = 0;
  for (int i = 1; i <= 50; i++) sum += (__float128)1 / (i * i);
  print(sum);
  printf("%d %d %d %d\n", a < b, a == b, a / b * b == a, huge > tiny);
  printf("%d %lld %llu %g\n", (int)(sum * 1000), (long long)(huge / 1e290), (unsigned long long)(b * 5), (double)(float)sum);
  print((__float128)INT64_MIN), print((__float128)UINT64_MAX), print((__float128)0.1L), print((__float128)0.1f);
  return (int)(sum * 100) & 127;
}
