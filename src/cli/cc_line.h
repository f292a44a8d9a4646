/* What a compiler's command line asks for, as far as smew cc must know. */
#ifndef CLI_CC_LINE_H
#define CLI_CC_LINE_H

#include "util/alloc.h"

#include <stdbool.h>

enum cc_stage {
  CC_NO_CODE, /* preprocess, assembly text, dependencies, information */
  CC_OBJECT,  /* -c */
  CC_LINK,
};

struct cc_source { /* something that clang can make bitcode of */
  const char *path;
  const char *language; /* of -x, or NULL: by the suffix */
};

struct cc_line {
  VEC(char *) owned; /* words from response files */
  VEC(const char *) words;
  VEC(struct cc_source) sources;
  VEC(const char *) shared; /* words that hold for the bitcode as well */
  enum cc_stage stage;
  const char *output; /* of -o, or NULL */
  bool is_optimised;  /* -O1 or more */
  bool has_lto;       /* words with "lto" were left out of `words` */
  bool has_coverage, has_sanitizers;
  bool has_files;  /* to compile or link */
  bool has_dashes; /* only files come after "--" */
  bool is_partial; /* the linker makes no program: a shared library, or an object of objects */
};

/* Reads a command line; response files are opened (what cannot be read stays a word, for clang to
   complain about). Borrows the words. */
void cc_line_read(struct cc_line *line, int argc, char **argv);
void cc_line_free(struct cc_line *line);
/* Where the object of a source goes in stage CC_OBJECT; the program in stage CC_LINK (source NULL).
   Owned. */
char *cc_line_output(const struct cc_line *line, const struct cc_source *source);

#endif
