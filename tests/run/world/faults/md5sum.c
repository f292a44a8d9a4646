// md5sum -c: a line that says MD5 and stops short. What is left of it is computed by a subtraction
// that goes below zero, and the search for the closing bracket begins far behind the line.
// RUN: %reports --no-output --max-time 30 %s -c A --sym-files 1 5 2>&1 | FileCheck %s
// RUN: %clean --no-output --max-time 30 -D FIXED %s -c A --sym-files 1 5
// RUN: %reports --no-output --exit-on-error --max-time 30 %s --sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 2>&1 | FileCheck %s --check-prefix=ANY
// ANY: md5sum.c:{{[0-9]+}}:{{[0-9]+}}: error: 
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// The name between brackets; its place, or NULL.
static const char *find_name_end(const char *text, size_t length) {
  if (length == 0) return NULL;
  size_t i = length - 1;
  // CHECK: md5sum.c:[[# @LINE + 1]]:{{[0-9]+}}: error: out-of-bounds read of 1 byte
  while (i > 0 && text[i] != ')') i--;
  return text[i] == ')' ? text + i : NULL;
}

static bool is_checksum_line(const char *line, size_t length) {
  size_t i = 0;
  while (line[i] == ' ' || line[i] == '\t') i++;
  if (strncmp(line + i, "MD5", 3) != 0) return false;
  i += 3;
  if (line[i] == ' ') i++;
  if (line[i] != '(') return false;
  i++;
#ifdef FIXED
  return find_name_end(line + i, length - i) != NULL;
#else
  // as if there had been a blank
  return find_name_end(line + i, length - (strspn(line, " \t") + strlen("MD5 ("))) != NULL;
#endif
}

int main(int argc, char **argv) {
  char line[64];
  int good = 0;
  if (argc < 3 || strcmp(argv[1], "-c") != 0) return 1;
  FILE *file = fopen(argv[2], "r");
  if (!file) return 1;
  while (fgets(line, sizeof line, file)) good += is_checksum_line(line, strlen(line));
  fclose(file);
  printf("%d\n", good);
  return good > 0 ? 0 : 1;
}
