/* The source lines and branches of the program, and which of them have been executed. */
#ifndef REPORT_LINES_H
#define REPORT_LINES_H

#include <stdbool.h>
#include <stdint.h>

struct buffer;
struct coverable;
struct coverage;
struct ir_program;
struct lines;

struct line_totals {
  uint64_t lines, lines_hit;
  uint64_t branches, branches_hit;
  uint64_t functions, functions_hit;
};

/* Lines with instructions that count for coverage. Borrows both, the second up to the end of the
   call. Returns owned. */
struct lines *lines_new(const struct ir_program *program, const struct coverable *coverable);
void lines_free(struct lines *lines);
/* Brings the lines up to date; costs nothing if nothing new was covered. */
void lines_update(struct lines *lines, const struct coverage *coverage);
struct line_totals lines_totals(const struct lines *lines);
/* Everything in lcov's format. */
void lines_write_lcov(const struct lines *lines, struct buffer *out);

#endif
