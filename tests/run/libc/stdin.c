// Reading standard input by characters, lines and items.
// RUN: %native-diff --stdin=%S/Inputs/lines.txt %s
// RUN: %native-diff --stdin=%S/Inputs/empty.txt %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char line[64];
  int number;
  printf("first char %d\n", getchar());
  ungetc('#', stdin);
  if (fgets(line, sizeof line, stdin)) printf("line %zu [%s]\n", strlen(line), line);
  if (scanf("%d", &number) == 1) printf("number %d\n", number);
  if (scanf(" %10s", line) == 1) printf("word [%s]\n", line);
  char *text = NULL;
  size_t size = 0;
  long got;
  int lines = 0;
  while ((got = getline(&text, &size, stdin)) >= 0) printf("%d: %ld %s", ++lines, got, text);
  free(text);
  printf("eof %d error %d again %d\n", feof(stdin) != 0, ferror(stdin), getchar());
  return lines;
}
