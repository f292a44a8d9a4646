/* Coverage of source files: how often lines, branches and functions were executed, added up over
   runs, read from and written to lcov's format. */
#ifndef REPORT_LCOV_H
#define REPORT_LCOV_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct buffer;

struct lcov_line {
  unsigned number;
  uint64_t hits;
};

/* One outcome of a decision. The decisions of a line are numbered as `block`. */
struct lcov_branch {
  unsigned line, block, branch;
  bool is_reached; /* the decision was; false: hits is 0 */
  uint64_t hits;
};

struct lcov_function {
  char *name; /* owned */
  unsigned line;
  uint64_t hits;
};

struct lcov_file {
  char *path; /* owned */
  VEC(struct lcov_line) lines;
  VEC(struct lcov_branch) branches;
  VEC(struct lcov_function) functions;
};

/* After lcov_settle, files are sorted by path and their entries by line; before, they are in any
   order and with duplicates. */
struct lcov {
  VEC(struct lcov_file) files;
};

struct lcov_count {
  uint64_t found, hit;
};

struct lcov_totals {
  struct lcov_count lines, branches, functions;
};

/* The file of that path; added if it is new. Borrowed until the next call. */
struct lcov_file *lcov_get_file(struct lcov *lcov, const char *path);
void lcov_add_line(struct lcov_file *file, unsigned number, uint64_t hits);
void lcov_add_branch(struct lcov_file *file, struct lcov_branch branch);
void lcov_add_function(struct lcov_file *file, const char *name, unsigned line, uint64_t hits);
/* Sorts everything and adds up duplicates. */
void lcov_settle(struct lcov *lcov);
/* Keeps only the file of that name, or the files below that directory. */
void lcov_keep_below(struct lcov *lcov, const char *directory);
void lcov_free(struct lcov *lcov);

struct lcov_totals lcov_file_totals(const struct lcov_file *file);
struct lcov_totals lcov_totals(const struct lcov *lcov);

/* Adds the data of a file in lcov's format. False with an owned message that starts with the path;
   what was read before the error is kept. */
bool lcov_read(struct lcov *lcov, const char *path, char **error);
/* requires: lcov_settle. */
void lcov_write(const struct lcov *lcov, const char *test_name, struct buffer *out);

#endif
