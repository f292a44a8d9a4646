/* The floating-point environment of a state: its rounding mode and its exception flags. */
#ifndef EXEC_FLOATS_H
#define EXEC_FLOATS_H

#include "exec/state.h"

struct machine;

/* Whether the running state asks for anything but the default environment. */
static inline bool floats_are_special(const struct state *state) {
  return (state->rounding != 0) | state->watches_floats;
}

/* The running state's environment is the host's between these two. */
void floats_enter(struct machine *machine);
void floats_leave(struct machine *machine);
/* Gives the state that is about to start an environment with flags if the program asks for them. */
void floats_start(struct machine *machine, struct state *state);

#endif
