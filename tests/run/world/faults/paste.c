// paste: a list of delimiters that ends in a backslash. The loop that takes escapes apart steps over
// the end of the string and goes on behind it.
// RUN: %reports --no-output --max-time 30 %s --sym-args 0 2 4 2>&1 | FileCheck %s
// RUN: %clean --no-output --max-time 30 -D FIXED %s --sym-args 0 2 4
// RUN: %reports --no-output --exit-on-error --max-time 30 %s --sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 2>&1 | FileCheck %s --check-prefix=ANY
// ANY: paste.c:{{[0-9]+}}:{{[0-9]+}}: error: 
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// In place; returns how many delimiters there are.
static int collapse_escapes(char *list) {
  char *from = list, *to = list;
  // CHECK: paste.c:[[# @LINE + 1]]:{{[0-9]+}}: error: out-of-bounds read of 1 byte
  while (*from) {
    if (*from != '\\') {
      *to++ = *from++;
      continue;
    }
    switch (*++from) {
    case '0': *to++ = '\0'; break;
    case 'n': *to++ = '\n'; break;
    case 't': *to++ = '\t'; break;
#ifdef FIXED
    case '\0': *to++ = '\\'; continue;
#endif
    default: *to++ = *from; break;
    }
    from++;
  }
  return (int)(to - list);
}

int main(int argc, char **argv) {
  const char *delimiters = "\t";
  int first = 1;
  if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 'd') {
    delimiters = argv[1] + 2;
    first = 2;
    if (!*delimiters) {
      if (argc < 3) return 1;
      delimiters = argv[2];
      first = 3;
    }
  }
  char *list = strdup(delimiters);
  int count = collapse_escapes(list);
  for (int i = first; i < argc; i++) printf("%s%c", argv[i], count > 0 ? list[i % count] : ' ');
  free(list);
  return 0;
}
