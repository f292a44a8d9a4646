/* Insertion sort of N symbolic ints; one path per order of the input. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 6
#endif

int main(void) {
  int a[N];
  klee_make_symbolic(a, sizeof a, "a");
  for (int i = 1; i < N; i++) {
    int value = a[i], j = i;
    while (j > 0 && a[j - 1] > value) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = value;
  }
  for (int i = 1; i < N; i++) assert(a[i - 1] <= a[i]);
  return 0;
}
