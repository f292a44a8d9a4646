/* The floating-point environment of a state: its rounding mode and its exception flags. */
#ifndef EXEC_FLOATS_H
#define EXEC_FLOATS_H

#include "exec/state.h"

struct machine;

/* Whether the running state needs anything but the default environment. */
static inline bool floats_are_special(const struct state *state) {
  return (state->rounding != 0) | state->watches_floats;
}

/* Between these two calls, the running state's environment is the host's. */
void floats_enter(struct machine *machine);
void floats_leave(struct machine *machine);
/* Makes the initial state track exception flags if the program reads them. */
void floats_start(struct machine *machine, struct state *state);

#endif
