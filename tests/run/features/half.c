// _Float16: every operation in float, rounded back.
// RUN: %native-diff %s
#include <stdio.h>
#include <string.h>

static unsigned bits(_Float16 h) {
  unsigned short b;
  memcpy(&b, &h, sizeof b);
  return b;
}

int main(void) {
  const float samples[] = {0, -0.0f, 1, -1.5f, 0.1f, 65504, 65520, 6e-8f, 1e-3f, 3.14159f, 2049, 1e10f};
  for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
    volatile _Float16 a = (_Float16)samples[i];
    printf("%04x %g %d ", bits(a), (double)a, a > (_Float16)1);
    for (unsigned j = 1; j < 5; j++) {
      volatile _Float16 b = (_Float16)samples[j];
      if (samples[j] != 0) printf("%04x %04x %04x ", bits(a + b), bits(a * b), bits(a / b));
    }
    printf("\n");
  }
  _Float16 sum = 0;
  for (int i = 0; i < 100; i++) sum += (_Float16)i / 8;
  printf("%g %d\n", (double)sum, (int)sum);
  return (int)sum & 127;
}
