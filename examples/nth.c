// Prints the line of a file that its first argument says, counted from 1: nth NUMBER FILE
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  static char text[64];
  char *lines[4];
  int count = 0;
  if (argc != 3) return 2;
  int wanted = atoi(argv[1]);
  FILE *file = fopen(argv[2], "r");
  if (!file) {
    perror(argv[2]);
    return 2;
  }
  size_t size = fread(text, 1, sizeof text - 1, file);
  lines[count++] = text;
  for (size_t i = 0; i < size; i++)
    if (text[i] == '\n') {
      text[i] = '\0';
      lines[count++] = &text[i + 1];
    }
  if (wanted < 1 || wanted > count) return 1;
  puts(lines[wanted - 1]);
  return 0;
}
