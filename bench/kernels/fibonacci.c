/* Doubly recursive Fibonacci numbers: calls and returns and little else. */
#include "kernel.h"

static unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

static uint64_t kernel_run(unsigned repetitions) {
  uint64_t sum = 0;
  for (unsigned round = 0; round < repetitions; round++) sum = mix(sum, fibonacci(20 + round % 2));
  return sum;
}
