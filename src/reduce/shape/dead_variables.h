/* Memory that nothing reads any more, or not before it has overwritten it, given the call stack: it
   does not tell states apart. */
#ifndef REDUCE_SHAPE_DEAD_VARIABLES_H
#define REDUCE_SHAPE_DEAD_VARIABLES_H

#include "memory/content_hash.h"

#include <stdbool.h>
#include <stdint.h>

struct dead_variables;
struct machine;
struct state;

/* Returns owned; borrows the machine. The analyses are made when they are first needed. */
struct dead_variables *dead_variables_new(struct machine *machine);
void dead_variables_free(struct dead_variables *dead);

struct dead_memory {
  struct slot_set variables; /* in ascending order, like the next */
  struct slot_set contents;  /* of objects on the heap, which may still be written or freed */
  uint64_t visited;          /* objects that were looked at to find them */
};

/* Borrowed until the next call. `next` is the instruction of the top frame that is to be executed
   next. */
struct dead_memory dead_variables_of(struct dead_variables *dead, const struct state *state,
                                     uint32_t next);
/* Whether the value of the register decides nothing, though instructions read it. */
bool dead_variables_ignores(struct dead_variables *dead, uint32_t func, uint32_t reg);
/* Processor time that the analyses took. */
double dead_variables_seconds(const struct dead_variables *dead);

#endif
