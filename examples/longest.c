/* Prints the longest of its arguments. With no argument at all it does what the
   author did not think of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct words {
  int count;
  char *items[];
};

static struct words *collect(int count, char **texts) {
  struct words *words = malloc(sizeof *words + (size_t)count * sizeof *words->items);
  if (!words) exit(1);
  words->count = count;
  for (int i = 0; i < count; i++) words->items[i] = texts[i];
  return words;
}

static const char *longest(const struct words *words) {
  const char *best = words->items[0];
  for (int i = 1; i < words->count; i++)
    if (strlen(words->items[i]) > strlen(best)) best = words->items[i];
  return best;
}

int main(int argc, char **argv) {
  struct words *words = collect(argc - 1, argv + 1);
  printf("%s\n", longest(words));
  free(words);
  return 0;
}
