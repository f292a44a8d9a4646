/* What turns a C file into a program. The front end compiles it so, the report records it, and a
   native replay compiles it once more. All borrowed. */
#ifndef UTIL_BUILD_OPTIONS_H
#define UTIL_BUILD_OPTIONS_H

#include "util/string_list.h"

struct build_options {
  string_list files;        /* of the program, in addition to the one that is named first */
  string_list include_dirs; /* -I */
  string_list defines;      /* -D */
  const char *cc_flags;     /* more flags, separated by spaces; NULL: none */
  const char *entry_point;  /* NULL: main */
};

#endif
