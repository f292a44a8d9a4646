/* What every kernel shares: it repeats its work as often as its argument says
   and prints a checksum, so that a run of zero repetitions measures start-up. */
#ifndef KERNEL_H
#define KERNEL_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns a checksum over `repetitions` rounds of the work. */
static uint64_t kernel_run(unsigned repetitions);

static inline uint64_t mix(uint64_t sum, uint64_t value) {
  return (sum ^ value) * 0x9e3779b97f4a7c15u;
}

static inline uint32_t next_random(uint32_t *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

int main(int argc, char **argv) {
  unsigned repetitions = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
  printf("%016llx\n", (unsigned long long)kernel_run(repetitions));
  return 0;
}

#endif
