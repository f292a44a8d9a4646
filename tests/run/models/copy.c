// A copy of a text whose length is open is one path; the bytes behind its end stay what they were, or
// become 0.
// RUN: %clean --no-output %s 2>&1 | FileCheck %s --check-prefixes=ON,BOTH
// RUN: %clean --no-output --libc-models=off %s 2>&1 | FileCheck %s --check-prefixes=OFF,BOTH
// ON: smew: 3 paths, 0 errors
// OFF: smew: {{[0-9][0-9]+}} paths, 0 errors
// BOTH: smew: complete
#define _GNU_SOURCE
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char s[6], stays[8] = "xxxxxxx", padded[8] = "xxxxxxx", path[16] = "/tmp/";
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  size_t length = (size_t)(stpcpy(stays, s) - stays);
  assert(strcmp(stays, s) == 0 && length == strlen(s));
  assert(stays[6] == 'x' && (stays[4] == 'x') | (strlen(s) >= 3) | (s[4] == 'x'));
  assert(strncpy(padded, s, 7) == padded && padded[6] == 0 && padded[7] == 0);
  assert((padded[3] == 0) | (strlen(s) > 3));
  strcat(path, s);
  if (strcmp(path, "/tmp/a") == 0) return 1;
  if (strlen(path) > 8) return 2;
  return 0;
}
