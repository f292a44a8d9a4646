/* A two-way branch on each of N symbolic bytes: 2^N paths that share nothing. */
#include <klee/klee.h>

#ifndef N
#define N 16
#endif

int main(void) {
  unsigned char bytes[N];
  int count = 0;
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  for (int i = 0; i < N; i++)
    if (bytes[i] > 100) count++;
  return count;
}
