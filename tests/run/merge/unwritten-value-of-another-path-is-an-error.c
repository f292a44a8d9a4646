// Where a place must be known, merged paths part again, by conditions that belong to some of them only: on others
// these may depend on memory that was never written.
// RUN: %clean --no-output --merge=static %s 2>&1 | FileCheck %s
// RUN: %compare --scratch %t --reduce "--merge=static" --reduce "--merge=dynamic" --complete %s
// CHECK: smew: complete: every path was followed to its end
#include <klee/klee.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int *start, *stop;

static bool search(const char *text, int end) {
  if (start == NULL) {
    start = malloc(sizeof(int));
    stop = malloc(sizeof(int));
  }
  for (int i = end - 1; i >= 0; i--)
    if (text[i] == 'x') {
      start[0] = i;
      stop[0] = i + 1;
      return true;
    }
  return false;
}

int main(void) {
  char in[3], text[64];
  int end = 3;
  klee_make_symbolic(in, sizeof in, "in");
  memcpy(text, in, sizeof in);
  for (int limit = end; search(text, limit); limit = start[0]) {
    fwrite(text + stop[0], 1, (size_t)(end - stop[0]), stdout);
    end = stop[0];
  }
  fwrite(text, 1, (size_t)end, stdout);
  return 0;
}
