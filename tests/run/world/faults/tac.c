// tac -r with two files: the compiled pattern remembers that there are registers for a match, but
// those belonged to the function that read the first file. For the second one nobody made any.
// RUN: %reports --no-output --max-time 30 %s -r A B --sym-files 2 3 2>&1 | FileCheck %s
// RUN: %clean --no-output --max-time 30 -D FIXED %s -r A B --sym-files 2 3
// RUN: %reports --no-output --exit-on-error --max-time 30 %s --sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 2>&1 | FileCheck %s --check-prefix=ANY
// ANY: tac.c:{{[0-9]+}}:{{[0-9]+}}: error: 
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pattern {
  char separator;
  bool has_registers;
};

struct registers {
  int *start, *end;
};

static struct pattern pattern = {'\n', false};

// The last separator before an end; registers are made when the pattern is used first.
static bool search_backwards(const char *text, int end, struct registers *registers) {
  if (!pattern.has_registers) {
    registers->start = malloc(sizeof(int));
    registers->end = malloc(sizeof(int));
    pattern.has_registers = true;
  }
  for (int i = end - 1; i >= 0; i--)
    if (text[i] == pattern.separator) {
      // CHECK: tac.c:[[# @LINE + 1]]:{{[0-9]+}}: error: null pointer write of 4 bytes
      registers->start[0] = i;
      registers->end[0] = i + 1;
      return true;
    }
  return false;
}

static int tac(const char *path) {
#ifdef FIXED
  static
#endif
      struct registers registers = {NULL, NULL};
  char text[64];
  FILE *file = fopen(path, "r");
  if (!file) return 1;
  int end = (int)fread(text, 1, sizeof text, file);
  fclose(file);
  for (int limit = end; search_backwards(text, limit, &registers); limit = registers.start[0]) {
    fwrite(text + registers.end[0], 1, (size_t)(end - registers.end[0]), stdout);
    end = registers.end[0];
  }
  fwrite(text, 1, (size_t)end, stdout);
  return 0;
}

int main(int argc, char **argv) {
  int status = 0;
  if (argc < 2 || strcmp(argv[1], "-r") != 0) return 1;
  for (int i = 2; i < argc; i++) status |= tac(argv[i]);
  return status;
}
