// A large symbolic object costs nothing until it is touched, and then by the page: 20 MB took twenty
// seconds and over a gigabyte, 4 GiB all memory there was.
// RUN: rm -rf %t.out %t.huge
// RUN: %smew run --max-time 5 --max-memory 200 --output-dir %t.out -DSIZE=20000000 %s 2>&1 | FileCheck %s
// RUN: %smew run --max-time 5 --max-memory 200 --output-dir %t.huge -DSIZE=4294967296 %s 2>&1 | FileCheck --check-prefixes=CHECK,HUGE %s
// HUGE: warning: test000001.ktest was not written: its inputs are 4294967296 bytes
// CHECK: 4 paths, 0 errors
// CHECK: complete: every path was followed to its end
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  size_t size = SIZE;
  unsigned char *big = malloc(size), copy[16];
  if (big == NULL) return 9;
  klee_make_symbolic(big, size, "big");
  assert(klee_is_symbolic(big[size - 1]));
  if (big[size / 2] == 7) return 1;
  /* A page that is written to keeps the rest of its inputs. */
  big[5000] = 3;
  assert(big[5000] == 3 && klee_is_symbolic(big[4999]) && klee_is_symbolic(big[5001]));
  if (big[5001] == 9) return 2;
  if (big[5001] == 9) abort();
  /* So does what is copied, across a border between pages that were touched and others. */
  memcpy(copy, big + 8184, 16);
  if (copy[15] != big[8199]) abort();
  if (copy[0] == 1) return big[8184] == 1 ? 3 : 4;
  memset(big, 0, size < 1 << 26 ? size : 100000);
  assert(big[99999] == 0);
  return 0;
}
