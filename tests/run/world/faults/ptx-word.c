// ptx: the words of a file that neither begins nor ends with a blank. Looking for the start of the
// field before a word goes on before the first byte of the text.
// RUN: %reports --no-output --max-time 30 %s A --sym-files 1 4 2>&1 | FileCheck %s
// RUN: %clean --no-output --max-time 30 -D FIXED %s A --sym-files 1 4
// RUN: %reports --no-output --exit-on-error --max-time 30 %s --sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 2>&1 | FileCheck %s --check-prefix=ANY
// ANY: ptx-word.c:{{[0-9]+}}:{{[0-9]+}}: error: 
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

static char *text, *text_end;

static int is_white(char c) { return c == ' ' || c == '\n' || c == '\t'; }

static void print_with_context(const char *word, const char *word_end) {
  const char *left = word;
#ifdef FIXED
  while (left > text && is_white(left[-1])) left--;
  while (left > text && !is_white(left[-1])) left--;
#else
  while (is_white(left[-1])) left--;
  // CHECK: ptx-word.c:[[# @LINE - 1]]:{{[0-9]+}}: error: out-of-bounds read of 1 byte: offset -1
  while (left > text && !is_white(left[-1])) left--;
#endif
  printf("%.*s\t%.*s\n", (int)(word - left), left, (int)(word_end - word), word);
}

int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "r") : stdin;
  if (!file) return 1;
  text = malloc(64);
  text_end = text + fread(text, 1, 64, file);
  for (const char *cursor = text; cursor < text_end;) {
    while (cursor < text_end && is_white(*cursor)) cursor++;
    const char *word = cursor;
    while (cursor < text_end && !is_white(*cursor)) cursor++;
    if (cursor > word) print_with_context(word, cursor);
  }
  free(text);
  fclose(file);
  return 0;
}
