/* Comparing a state with a shape. Private to src/reduce/shape. */
#ifndef REDUCE_SHAPE_COMPARE_H
#define REDUCE_SHAPE_COMPARE_H

#include "reduce/shape/relocate.h"
#include "reduce/shape/shape.h"

#include <stdbool.h>
#include <stdint.h>

struct comparison {
  struct machine *machine;
  struct names *names; /* not NULL: what differs becomes a cell */
  struct shape *shape;
  struct state *state;
  struct relocation relocation;
  bool differs, is_unlike;
};

/* Two objects that are each other's counterpart. */
void compare_objects(struct comparison *c, const struct object *a, const struct object *b);

#endif
