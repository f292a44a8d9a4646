// Streams on memory, temporary buffers, errno text, exit handlers.
// RUN: %native-diff --flags="-D_GNU_SOURCE" %s
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void goodbye(void) { puts("goodbye"); }

int main(void) {
  atexit(goodbye);
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (!stream) return 1;
  for (int i = 0; i < 50; i++) fprintf(stream, "%d,", i * i);
  fclose(stream);
  printf("%zu %.20s\n", size, text);
  FILE *reader = fmemopen(text, size, "r");
  int a, b, items = 0;
  while (fscanf(reader, "%d,%d,", &a, &b) == 2) items++;
  printf("%d %d %d\n", items, a, b);
  fclose(reader);
  free(text);
  char *made = NULL;
  printf("%d %s\n", asprintf(&made, "%s-%d", "asprintf", 5), made);
  free(made);
  char buffer[16];
  setvbuf(stdout, NULL, _IOFBF, 4096);
  printf("%s %s\n", strerror(ENOENT), strerror(EACCES));
  fflush(stdout);
  setvbuf(stdout, buffer, _IOLBF, sizeof buffer);
  puts("a line that is longer than its buffer");
  _Exit(puts("without goodbye") >= 0 ? (fflush(stdout), 21) : 1);
}
