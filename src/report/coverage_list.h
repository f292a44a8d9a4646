/* Listing what explorations covered: by file and function, and line by line. */
#ifndef REPORT_COVERAGE_LIST_H
#define REPORT_COVERAGE_LIST_H

#include <stdbool.h>
#include <stddef.h>

struct coverage_list_options {
  const char *const *paths; /* directories of runs, or files in lcov's format */
  size_t path_count;
  bool is_json;
  const char *listing; /* list this source file line by line; NULL: none */
};

/* Prints to stdout. Returns smew's exit status: 0, or 2 after a message. */
int coverage_list(const struct coverage_list_options *options);

#endif
