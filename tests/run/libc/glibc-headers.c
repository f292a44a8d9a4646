// Bitcode made elsewhere, against glibc's headers: the names they put into object
// code are there, with and without _FORTIFY_SOURCE.
// RUN: clang-19 %s -O2 -o %t.native && not %t.native < %S/Inputs/lines.txt > %t.expected
// RUN: clang-19 %s -O2 -g -D_FORTIFY_SOURCE=2 -emit-llvm -c -o %t.fortified.bc
// RUN: %status 23 %smew run --quiet --program-status %t.fortified.bc < %S/Inputs/lines.txt > %t.fortified.out
// RUN: cmp %t.expected %t.fortified.out
// RUN: clang-19 %s -O0 -g -D_FILE_OFFSET_BITS=64 -emit-llvm -c -o %t.plain.bc
// RUN: %status 23 %smew run --quiet --program-status %t.plain.bc < %S/Inputs/lines.txt > %t.plain.out
// RUN: cmp %t.expected %t.plain.out
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int digits(const char *text) {
  int n = 0;
  for (; *text; text++) n += isdigit((unsigned char)*text) != 0;
  return n;
}

int main(void) {
  char line[128], word[32], copy[64];
  int number;
  while (fgets(line, sizeof line, stdin)) {
    for (char *c = line; *c; c++) *c = (char)(isupper((unsigned char)*c) ? tolower(*c) : toupper(*c));
    printf("%d %s", digits(line), line);
    if (sscanf(line, "%d %31s", &number, word) == 2) fprintf(stdout, "\n%d [%s]", number, word);
  }
  errno = 0;
  long big = strtol("99999999999999999999", NULL, 10);
  printf("\n%ld %d %d\n", big, errno == ERANGE, fopen("/no/such/file", "r") == NULL && errno == ENOENT);
  strcpy(copy, "abc"), strcat(copy, "def"), memcpy(copy + 6, "ghi", 4);
  snprintf(word, sizeof word, "%s-%d", copy, (int)strlen(copy));
  memset(copy, 'z', 5);
  assert(word[0] == 'a');
  fputs(word, stderr);
  fputs(word, stdout);
  putc('\n', stdout), putchar(getc(stdin) == EOF ? 'E' : 'e');
  printf(" %s %.5s %g\n", word, copy, atof("2.5"));
  return 23;
}
