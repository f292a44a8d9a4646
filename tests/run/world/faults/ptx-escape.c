// ptx -F: the string that stands for truncation ends in a backslash, and the copy of what it stands
// for runs on behind its end.
// RUN: %reports --no-output --max-time 30 %s --sym-args 1 2 5 2>&1 | FileCheck %s
// RUN: %clean --no-output --max-time 30 -D FIXED %s --sym-args 1 2 5
// RUN: %reports --no-output --exit-on-error --max-time 30 %s --sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 2>&1 | FileCheck %s --check-prefix=ANY
// ANY: ptx-escape.c:{{[0-9]+}}:{{[0-9]+}}: error: 
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int digit(int c) { return isdigit(c) ? c - '0' : tolower(c) - 'a' + 10; }

// Returns a copy, owned.
static char *copy_unescaped(const char *string) {
  char *result = malloc(strlen(string) + 1), *to = result;
  while (*string) {
    if (*string != '\\') {
      // CHECK-DAG: ptx-escape.c:[[# @LINE + 1]]:{{[0-9]+}}: error: out-of-bounds write of 1 byte
      *to++ = *string++;
      continue;
    }
    string++;
    switch (*string) {
    case 'x': {
      int value = 0;
      string++;
      for (int length = 0; length < 3 && isxdigit((unsigned char)*string); length++, string++)
        value = value * 16 + digit((unsigned char)*string);
      *to++ = (char)value;
      break;
    }
    case 'a': *to++ = '\a', string++; break;
    case 'f': *to++ = '\f', string++; break;
    case 'n': *to++ = '\n', string++; break;
    case 'c': // the rest does not count
      while (*string) string++;
      break;
#ifdef FIXED
    case '\0': break;
#endif
    default:
      *to++ = '\\';
      *to++ = *string++;
      break;
    }
  }
  // CHECK-DAG: ptx-escape.c:[[# @LINE + 1]]:{{[0-9]+}}: error: out-of-bounds write of 1 byte
  *to = '\0';
  return result;
}

int main(int argc, char **argv) {
  char *truncation = NULL;
  for (int i = 1; i < argc; i++)
    if (argv[i][0] == '-' && argv[i][1] == 'F') {
      free(truncation);
      truncation = copy_unescaped(argv[i] + 2);
    }
  if (truncation) puts(truncation);
  free(truncation);
  return 0;
}
