/* Inputs of one expression for which it is equal to another one: a guess. */
#ifndef REDUCE_LOOP_SUMMARY_MATCHING_H
#define REDUCE_LOOP_SUMMARY_MATCHING_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct expr;
struct exprs;

struct matching_pair {
  struct expr *input, *to;
};

struct matching {
  struct exprs *exprs; /* borrowed */
  uint32_t fixed;      /* support: inputs that stay as they are */
  size_t count;
  VEC(struct matching_pair) pairs;
};

/* Maps inputs of `from`, which have no value yet, so that it probably becomes `to`. */
void matching_add(struct matching *matching, struct expr *from, struct expr *to);
/* What the input becomes; NULL: it has no value. */
struct expr *matching_find(const struct matching *matching, const struct expr *input);
void matching_free(struct matching *matching);

#endif
