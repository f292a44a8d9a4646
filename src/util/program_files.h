/* The files of a program on a command line: FILE, then further sources, modules, objects and
   archives, then the program's arguments, from "--" or the first other word on. */
#ifndef UTIL_PROGRAM_FILES_H
#define UTIL_PROGRAM_FILES_H

#include <stdbool.h>

/* Whether the name is that of a file that is a part of a program: it ends in .c, .i, .bc, .ll, .o
   or .a. An executable is a whole program. */
bool program_files_is_part(const char *name);
/* How many of the words are files of the program: at least the first. */
int program_files_count(int count, char *const *words);
/* Whether "--" separates the files from the arguments, and is not an argument itself. */
bool program_files_end_with_dashes(int count, char *const *words);

#endif
