/* Quicksort of 10^5 ints, written out: branches that cannot be predicted, swaps
   in memory, recursion. */
#include "kernel.h"

#define COUNT 100000

static int values[COUNT];

static void quicksort(int *low, int *high) {
  while (low < high) {
    int pivot = low[(high - low) / 2], *i = low, *j = high;
    while (i <= j) {
      while (*i < pivot) i++;
      while (*j > pivot) j--;
      if (i <= j) {
        int held = *i;
        *i++ = *j;
        *j-- = held;
      }
    }
    /* The smaller part by recursion, so that the stack stays logarithmic. */
    if (j - low < high - i) {
      quicksort(low, j);
      low = i;
    } else {
      quicksort(i, high);
      high = j;
    }
  }
}

static uint64_t kernel_run(unsigned repetitions) {
  uint64_t sum = 0;
  uint32_t seed = 7;
  for (unsigned round = 0; round < repetitions; round++) {
    for (int i = 0; i < COUNT; i++) values[i] = (int)next_random(&seed) - (1 << 23);
    quicksort(values, values + COUNT - 1);
    for (int i = 1; i < COUNT; i++)
      if (values[i - 1] > values[i]) return 0;
    sum = mix(sum, (uint64_t)values[COUNT / 3]);
  }
  return sum;
}
