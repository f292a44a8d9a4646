/* Sorts and typed terms of a script. */
#ifndef SMT_SORT_H
#define SMT_SORT_H

#include <stdbool.h>
#include <stdint.h>

struct buffer;
struct expr;

enum sort_kind { SORT_BOOL, SORT_BITVEC, SORT_ARRAY };

struct sort {
  enum sort_kind kind;
  uint32_t width;       /* of the bit-vector or of the array's elements; 1 for Bool */
  uint32_t index_width; /* SORT_ARRAY */
};

/* A Bool is a bit-vector of width 1 in expressions, so the sort is kept with it. An array is an
   expression, or one of two arrays by a condition: `choice` is then its number in the reader, and
   `expr` NULL. */
struct term {
  struct sort sort;
  struct expr *expr;
  uint32_t choice;
};

struct choice {
  struct expr *condition;
  struct term yes, no;
};

static inline bool sort_equals(struct sort a, struct sort b) {
  return a.kind == b.kind && a.width == b.width &&
         (a.kind != SORT_ARRAY || a.index_width == b.index_width);
}
/* Appends it in SMT-LIB syntax. */
void sort_print(struct sort sort, struct buffer *out);

#endif
