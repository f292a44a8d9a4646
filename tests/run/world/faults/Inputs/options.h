// Options as GNU's getopt reads them: the argument is gone when there is no further option.
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stddef.h>
#include <string.h>

static char *option_argument;
static int option_index = 1;

// The next option's letter, '?' for a wrong one, -1 at the end. A colon in `letters` follows those
// that take an argument.
static int next_option(int argc, char **argv, const char *letters) {
  option_argument = NULL;
  if (option_index >= argc || argv[option_index][0] != '-' || !argv[option_index][1]) return -1;
  char *word = argv[option_index++];
  if (strcmp(word, "--") == 0) return -1;
  const char *found = word[1] == ':' ? NULL : strchr(letters, word[1]);
  if (!found) return '?';
  if (found[1] != ':') return word[2] ? '?' : *found;
  option_argument = word + 2;
  if (!word[2]) {
    if (option_index >= argc) return '?';
    option_argument = argv[option_index++];
  }
  return *found;
}

#endif
