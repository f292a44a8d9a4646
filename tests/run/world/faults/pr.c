// pr -e: a backspace moves the column back, beyond the margin. The width of a tab is then computed
// from a negative remainder and does not fit the buffer for one character's output.
// RUN: %reports --no-output --max-time 30 %s -e A --sym-files 1 4 2>&1 | FileCheck %s
// RUN: %clean --no-output --max-time 30 -D FIXED %s -e A --sym-files 1 4
// RUN: %reports --no-output --exit-on-error --max-time 30 %s --sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 2>&1 | FileCheck %s --check-prefix=ANY
// ANY: pr.c:{{[0-9]+}}:{{[0-9]+}}: error: 
#include <stdio.h>
#include <string.h>

enum { TAB = 8 };

static int column;
static char clump[TAB];

// What a character becomes on paper; returns the number of bytes in the clump.
static int char_to_clump(int c) {
  int width = 0;
  if (c == '\t') {
    width = TAB - column % TAB;
    for (int i = 0; i < width; i++)
      // CHECK: pr.c:[[# @LINE + 1]]:{{[0-9]+}}: error: out-of-bounds write of 1 byte: offset 8 of 'clump' (8 bytes)
      clump[i] = ' ';
    column += width;
    return width;
  }
  clump[0] = (char)c;
  if (c == '\b') {
#ifdef FIXED
    if (column > 0)
#endif
      column--;
  } else if (c == '\n') {
    column = 0;
  } else {
    column++;
  }
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3 || strcmp(argv[1], "-e") != 0) return 1;
  FILE *file = fopen(argv[2], "r");
  if (!file) return 1;
  for (int c; (c = getc(file)) != EOF;) fwrite(clump, 1, (size_t)char_to_clump(c), stdout);
  return fclose(file);
}
