/* Binary search for a symbolic key in an array of symbolic, sorted numbers. */
#include <klee/klee.h>

#ifndef N
#define N 16
#endif

int main(void) {
  int numbers[N], key;
  klee_make_symbolic(numbers, sizeof numbers, "numbers");
  klee_make_symbolic(&key, sizeof key, "key");
  for (int i = 1; i < N; i++) klee_assume(numbers[i - 1] < numbers[i]);
  int low = 0, high = N;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (numbers[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  klee_assert(low == N || numbers[low] >= key);
  klee_assert(low == 0 || numbers[low - 1] < key);
  return low < N && numbers[low] == key;
}
