/* By name alone, so that a file that does not exist is reported as that and not passed to the
   program. After an executable nothing can be a part of the program, so that
   smew run ./cat notes.c reads the notes. */
#include "util/program_files.h"

#include <stddef.h>
#include <string.h>

bool program_files_is_part(const char *name) {
  static const char *const suffixes[] = {".c", ".i", ".bc", ".ll", ".o", ".a"};
  size_t length = strlen(name);
  if (name[0] == '-') return false;
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
    size_t wanted = strlen(suffixes[i]);
    if (length > wanted && strcmp(name + length - wanted, suffixes[i]) == 0) return true;
  }
  return false;
}

int program_files_count(int count, char *const *words) {
  int files = 1;
  if (!program_files_is_part(words[0])) return files;
  while (files < count && program_files_is_part(words[files])) files++;
  return files;
}

bool program_files_end_with_dashes(int count, char *const *words) {
  int files = program_files_count(count, words);
  return files < count && program_files_is_part(words[0]) && strcmp(words[files], "--") == 0;
}
