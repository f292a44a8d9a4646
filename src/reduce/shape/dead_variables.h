/* Variables that nothing reads any more, or not before it has overwritten them, given the call
   stack: they do not tell states apart. */
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

/* The slots of the dead variables, in ascending order, borrowed until the next call. `next` is the
   instruction of the top frame that is to be executed next. */
struct slot_set dead_variables_of(struct dead_variables *dead, const struct state *state,
                                  uint32_t next);

#endif
