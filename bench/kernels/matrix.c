/* Product of two matrices of doubles: floating point and strided loads. */
#include "kernel.h"

#define SIZE 64

static double a[SIZE][SIZE], b[SIZE][SIZE], product[SIZE][SIZE];

static void multiply(void) {
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) {
      double sum = 0;
      for (int k = 0; k < SIZE; k++) sum += a[i][k] * b[k][j];
      product[i][j] = sum;
    }
  }
}

static uint64_t kernel_run(unsigned repetitions) {
  uint64_t sum = 0;
  uint32_t seed = 3;
  if (repetitions == 0) return 0;
  for (int i = 0; i < SIZE; i++) {
    for (int j = 0; j < SIZE; j++) {
      a[i][j] = next_random(&seed) / 65536.0;
      b[i][j] = next_random(&seed) / 131072.0 - 32;
    }
  }
  for (unsigned round = 0; round < repetitions; round++) {
    multiply();
    uint64_t bits;
    memcpy(&bits, &product[round % SIZE][SIZE / 2], sizeof bits);
    sum = mix(sum, bits);
    a[round % SIZE][0] += 0.5;
  }
  return sum;
}
