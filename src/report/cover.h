/* Coverage of source files: how often lines, branches and functions were executed, added up over
   runs, read from and written to lcov's format. */
#ifndef REPORT_COVER_H
#define REPORT_COVER_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct buffer;

struct cover_line {
  unsigned number;
  uint64_t hits;
};

/* One outcome of a decision. The decisions of a line are numbered as `block`. */
struct cover_branch {
  unsigned line, block, branch;
  bool is_reached; /* the decision was; false: hits is 0 */
  uint64_t hits;
};

struct cover_function {
  char *name; /* owned */
  unsigned line;
  uint64_t hits;
};

struct cover_file {
  char *path; /* owned */
  VEC(struct cover_line) lines;
  VEC(struct cover_branch) branches;
  VEC(struct cover_function) functions;
};

/* After cover_settle, files are sorted by path and their entries by line; before, they are in any
   order and with duplicates. */
struct cover {
  VEC(struct cover_file) files;
};

struct cover_count {
  uint64_t found, hit;
};

struct cover_totals {
  struct cover_count lines, branches, functions;
};

/* The file of that path; added if it is new. Borrowed until the next call. */
struct cover_file *cover_get_file(struct cover *cover, const char *path);
void cover_add_line(struct cover_file *file, unsigned number, uint64_t hits);
void cover_add_branch(struct cover_file *file, struct cover_branch branch);
void cover_add_function(struct cover_file *file, const char *name, unsigned line, uint64_t hits);
/* Sorts everything and adds up duplicates. */
void cover_settle(struct cover *cover);
/* Keeps only the file of that name, or the files below that directory. */
void cover_keep_below(struct cover *cover, const char *directory);
void cover_free(struct cover *cover);

struct cover_totals cover_file_totals(const struct cover_file *file);
struct cover_totals cover_totals(const struct cover *cover);

/* Adds the data of a file in lcov's format. False with an owned message that starts with the path;
   what was read before the error is kept. */
bool cover_read_lcov(struct cover *cover, const char *path, char **error);
/* requires: cover_settle. */
void cover_write_lcov(const struct cover *cover, const char *test_name, struct buffer *out);

#endif
