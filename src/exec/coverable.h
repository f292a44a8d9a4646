/* Which code counts for coverage: the program's own, or also that of the libc (--with-libc), and of
   that what is in the files that --cover names. This is the one place that decides; reports, the
   search and redundant state detection ask here. */
#ifndef EXEC_COVERABLE_H
#define EXEC_COVERABLE_H

#include "util/string_list.h"

#include <stdbool.h>
#include <stdint.h>

struct buffer;
struct coverable;
struct ir_func;
struct ir_program;

struct coverable_options {
  bool has_libc;        /* the code of the libc and the runtime counts, too */
  string_list patterns; /* borrowed; none: all files; with ! before it: all but these */
};

/* Borrows both, which must outlive it. Returns owned. */
struct coverable *coverable_new(const struct ir_program *program,
                                const struct coverable_options *options);
void coverable_free(struct coverable *coverable);

/* Whether only some files count. */
bool coverable_is_limited(const struct coverable *coverable);
/* Whether the function has code that counts. */
bool coverable_has_func(const struct coverable *coverable, const struct ir_func *func);
/* Whether a line counts, by its location; the function must count as well. */
bool coverable_has_loc(const struct coverable *coverable, uint32_t loc);
/* A pattern that no file of the program matches, borrowed, or NULL. */
const char *coverable_find_unmatched(const struct coverable *coverable);
/* The names of the source files of the program's own code, separated by spaces. */
void coverable_list_files(const struct coverable *coverable, struct buffer *out);
/* In words: "lib, wc.c but *.h". Nothing if all files count. */
void coverable_describe(const struct coverable *coverable, struct buffer *out);

#endif
