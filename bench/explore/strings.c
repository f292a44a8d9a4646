/* What programs do with strings: WORDS arguments of an option parser, each of them SIZE bytes. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef WORDS
#define WORDS 2
#endif
#ifndef SIZE
#define SIZE 9
#endif

static const char *const options[] = {"--all",   "--help", "--quiet", "--verbose", "--version",
                                      "--force", "--list", "--dry",   "--recurse", "--sort"};
static unsigned flags, files, lines;
static const char *suffix = "";

static int find_option(const char *word) {
  for (int i = 0; i < 10; i++)
    if (strcmp(word, options[i]) == 0) return i;
  return -1;
}

static int take(char *word) {
  int option = find_option(word);
  if (option >= 0) {
    flags |= 1u << option;
    return 0;
  }
  if (strncmp(word, "-n", 2) == 0) {
    lines = (unsigned)strlen(word) - 2;
    return lines == 0;
  }
  char *equals = strchr(word, '=');
  if (equals != NULL) {
    *equals = 0;
    if (strcmp(word, "suffix") != 0) return 1;
    suffix = equals + 1;
    return 0;
  }
  const char *name = strrchr(word, '/');
  name = name != NULL ? name + 1 : word;
  if (strcmp(name, "") == 0 || strcmp(name, "..") == 0) return 1;
  files++;
  return 0;
}

int main(void) {
  static char words[WORDS][SIZE];
  klee_make_symbolic(words, sizeof words, "words");
  for (int i = 0; i < WORDS; i++) {
    words[i][SIZE - 1] = 0;
    if (take(words[i])) return 2;
  }
  return strlen(suffix) > 3 || files == 0;
}
