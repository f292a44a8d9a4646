/* Global variables that nothing reads any more, given the call stack: they do not tell states
   apart. */
#ifndef REDUCE_Z_EQUIVALENCE_DEAD_GLOBALS_H
#define REDUCE_Z_EQUIVALENCE_DEAD_GLOBALS_H

#include "memory/content_hash.h"

#include <stdbool.h>
#include <stdint.h>

struct dead_globals;
struct machine;
struct state;

/* Returns owned; borrows the machine. The analyses are made when they are first needed. */
struct dead_globals *dead_globals_new(struct machine *machine);
void dead_globals_free(struct dead_globals *dead);

/* The slots of the dead variables, in ascending order, borrowed until the next call. `next` is the
   instruction of the top frame that is to be executed next. */
struct slot_set dead_globals_of(struct dead_globals *dead, const struct state *state,
                                uint32_t next);

#endif
