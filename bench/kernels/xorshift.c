/* A tight loop of shifts and exclusive ors that also walks a table: integer
   arithmetic, one load and one store a round. */
#include "kernel.h"

static uint32_t table[1024];

static uint64_t kernel_run(unsigned repetitions) {
  uint64_t x = 88172645463325252u, sum = 0;
  for (unsigned round = 0; round < repetitions; round++) {
    for (int i = 0; i < 100000; i++) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
      table[x & 1023] += (uint32_t)i;
      sum += table[(x >> 20) & 1023];
    }
  }
  return mix(sum, x);
}
