/* Coverage of source files: which lines, branches and functions were executed how often, added up
   over runs, read from lcov's files and written to them. */
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

/* One way that a decision can go. Decisions of a line are numbered as `block`. */
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

/* Files in order of their paths, and what they have in order of its lines, once cover_settle was
   called; before, in any order and with repetitions. */
struct cover {
  VEC(struct cover_file) files;
};

struct cover_count {
  uint64_t found, hit;
};

struct cover_totals {
  struct cover_count lines, branches, functions;
};

/* The file of that path, new or not. Borrowed until the next call. */
struct cover_file *cover_get_file(struct cover *cover, const char *path);
void cover_add_line(struct cover_file *file, unsigned number, uint64_t hits);
void cover_add_branch(struct cover_file *file, struct cover_branch branch);
void cover_add_function(struct cover_file *file, const char *name, unsigned line, uint64_t hits);
/* Sorts everything and adds up what is there twice. */
void cover_settle(struct cover *cover);
/* Leaves the files that lie in the directory, or are it. */
void cover_keep_below(struct cover *cover, const char *directory);
void cover_free(struct cover *cover);

struct cover_totals cover_file_totals(const struct cover_file *file);
struct cover_totals cover_totals(const struct cover *cover);

/* Adds what a file in lcov's format says. False with an owned message that starts with the path;
   what was read before the fault stays. */
bool cover_read_lcov(struct cover *cover, const char *path, char **error);
/* requires: cover_settle. */
void cover_write_lcov(const struct cover *cover, const char *test_name, struct buffer *out);

#endif
