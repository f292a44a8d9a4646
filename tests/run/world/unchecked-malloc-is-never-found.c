// With --malloc-fails=N up to N allocations of a path fail, each on a path of its own; the tests say
// which, natively too. It has nothing to do with --max-fail.
// RUN: rm -rf %t && mkdir %t
// RUN: %clean --no-output %s 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %reports --no-output %s --max-fail 1 2>&1 | FileCheck %s --check-prefix=CALLS
// RUN: %reports --malloc-fails=1 --output-dir %t/one %s 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: %status 0 %smew replay %t/one 2>&1 | FileCheck %s --check-prefix=REPLAY
// RUN: %reports --malloc-fails=2 --output-dir %t/two %s --sym-arg 1 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: %status 0 %smew replay %t/two 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: %reports --malloc-fails=2 --merge=static --no-output %s 2>&1 | FileCheck %s --check-prefix=MERGED
// NONE: smew: 1 path, 0 errors
// CALLS: abort called
// CALLS: , 1 error,
// ONE-DAG: [[#@LINE+23]]:{{.*}} error: null pointer write of 1 byte: address 0x0 [ptr]
// TWO-DAG: [[#@LINE+26]]:{{.*}} error: null pointer read of 1 byte: address 0x2 [ptr]
// ONE: smew: 8 paths, 1 error
// ONE: smew: complete
// REPLAY: 8 tests replayed, 1 of 1 errors reproduced
// TWO-DAG: [[#@LINE+26]]:{{.*}} error: division by zero [div]
// TWO: {{[0-9]+}} paths, 3 errors
// TWO: smew: complete
// AGAIN: 3 of 3 errors reproduced
// MERGED: , 3 errors
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int missed = 0;
  void *aligned = NULL;
  char *text = malloc(4), *copy, *more;
  FILE *file = fopen("/dev/null", "w"); // what the libc allocates does not fail
  if (file == NULL) abort();
  *text = 'a';
  copy = strdup("abc");
  missed += copy == NULL && errno == ENOMEM;
  more = realloc(copy, 100);
  char last = more == NULL && copy != NULL ? copy[2] : more[2]; // copy is still there
  if (posix_memalign(&aligned, 64, 10) == ENOMEM) missed++;
  char *other = aligned_alloc(64, 64);
  if (other == NULL) missed++;
  if (1 / (2 - missed) == 3) return 9;
  int *numbers = calloc(3, sizeof *numbers), *rest = reallocarray(NULL, 3, 4);
  missed = numbers == NULL || rest == NULL;
  return missed && argc + argv[0][0] == 0 && last == 0; // what realloc(NULL) gave was never written
}
