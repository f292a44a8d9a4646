/* Hashes of states: whether a run has been at a place with the same memory and registers before.

   What decides how a state goes on is in the hash: the place, the calls below it, the registers
   that are still read, the address space, the floating-point environment and the inputs made so
   far. Its history is not: the path condition, witnesses, how it came about. Who drops a state for
   another one must compare path conditions as well.

   States are compared where reducers meet them (exec/explore/reducer.h): at the entry of a block,
   or at a place that the program names. */
#ifndef EXEC_STATE_HASH_H
#define EXEC_STATE_HASH_H

#include "memory/content_hash.h"

struct machine;
struct state;

/* Takes time for what has changed since a hash was asked for, and for the top frame. */
uint64_t state_hash(struct machine *machine, struct state *state, enum space_scope scope);
/* Exactly whether they are the same in all this; takes time for what they do not share. */
bool state_is_equal(struct machine *machine, struct state *a, struct state *b,
                    enum space_scope scope);

#endif
