// Patterns of allocation: growth, fragmentation, alignment, zeroing, many sizes.
// RUN: %native-diff --flags="-D_GNU_SOURCE" %s
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned seed = 9;
static unsigned next(void) { return (seed = seed * 1103515245u + 12345u) >> 8; }

int main(void) {
  size_t capacity = 1, used = 0;
  int *growing = malloc(capacity * sizeof *growing);
  for (int i = 0; i < 10000; i++) {
    if (used == capacity) growing = realloc(growing, (capacity *= 2) * sizeof *growing);
    if (!growing) return 1;
    growing[used++] = i ^ 5;
  }
  long sum = 0;
  for (size_t i = 0; i < used; i++) sum += growing[i];
  printf("%ld %zu\n", sum, capacity);
  free(growing);
  enum { SLOTS = 200 };
  unsigned char *slots[SLOTS] = {0};
  size_t sizes[SLOTS] = {0};
  uint64_t hash = 1;
  for (int round = 0; round < 5000; round++) {
    unsigned i = next() % SLOTS;
    if (slots[i]) {
      for (size_t k = 0; k < sizes[i]; k++)
        if (slots[i][k] != (unsigned char)(i + sizes[i])) return 2;
      hash = hash * 31 + sizes[i];
      free(slots[i]);
      slots[i] = NULL;
    } else {
      sizes[i] = next() % 300 + 1;
      slots[i] = next() % 2 ? malloc(sizes[i]) : calloc(sizes[i], 1);
      if (!slots[i]) return 3;
      memset(slots[i], (int)(i + sizes[i]), sizes[i]);
    }
  }
  for (int i = 0; i < SLOTS; i++) free(slots[i]);
  printf("%016llx\n", (unsigned long long)hash);
  char *zeroed = calloc(100, 10);
  int nonzero = 0;
  for (int i = 0; i < 1000; i++) nonzero += zeroed[i];
  free(zeroed);
  char *large = malloc(50 << 20);
  if (!large) return 4;
  large[0] = 1, large[(50 << 20) - 1] = 2;
  printf("%d %d\n", nonzero, large[0] + large[(50 << 20) - 1]);
  large = realloc(large, 60 << 20);
  printf("%d\n", large[(50 << 20) - 1]);
  free(large);
  volatile size_t impossible = SIZE_MAX / 2;
  void *volatile none = malloc(impossible), *volatile overflow = calloc(impossible, 4), *volatile array = reallocarray(NULL, impossible, 16);
  printf("%d %d %d\n", none == NULL, overflow == NULL, array == NULL);
  void *aligned[6];
  for (int i = 0; i < 6; i++) {
    aligned[i] = aligned_alloc(16u << i, 16u << i);
    printf("%d ", (int)((uintptr_t)aligned[i] % (16u << i)));
    free(aligned[i]);
  }
  printf("%d\n", (int)((uintptr_t)malloc(3) % 16));
  return 17;
}
