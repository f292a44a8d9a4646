/* Names: the inputs that annotations are made of. They are of no program, so no state of the run
   depends on them. */
#ifndef REDUCE_SHAPE_NAMES_H
#define REDUCE_SHAPE_NAMES_H

#include "util/word_map.h"

#include <stdbool.h>
#include <stdint.h>

struct dead_variables;
struct expr;
struct exprs;
struct substitution;

struct names {
  struct exprs *exprs;    /* borrowed */
  struct word_map arrays; /* numbers of all arrays, plus 1 */
  bool moves_heap;        /* shapes with these names fit states whose heap lies elsewhere */
  bool moves_pointers;    /* registers that point into one object may be cells */
  bool selects_targets;   /* symbolic pointers to one of a few places become cells (targets.h) */
  /* Not NULL: shapes with these names leave out variables that are dead; borrowed. */
  struct dead_variables *dead;
};

/* One value. It is an array of its own, so that nothing reads it at a symbolic index: that could
   not be substituted. */
struct name {
  uint32_t array;
  uint32_t width; /* at most 64 */
};

void names_free(struct names *names);
struct name names_new(struct names *names, unsigned width);
struct expr *names_value(const struct names *names, struct name name);
/* Whether the array is a name. */
bool names_have(const struct names *names, uint32_t array);
/* Whether all that the expression depends on is a name. */
bool names_cover(const struct names *names, const struct expr *e);
/* Whether both depend on a common input. */
bool names_share(const struct exprs *exprs, const struct expr *a, const struct expr *b);
/* It becomes the value, which has its width. */
void names_substitute(const struct names *names, struct name from, struct expr *to,
                      struct substitution *substitution);

#endif
