/* Running one state. */
#ifndef EXEC_RUN_H
#define EXEC_RUN_H

#include "exec/machine.h"

/* Runs machine->state until it ends, forks, or has spent the fuel. Returns machine.event:
   EVENT_FUEL, EVENT_FORK, or one of the ends. */
enum event run_state(struct machine *machine, int64_t fuel);

/* The instruction at which the path of the running state has just ended. */
struct place run_last_place(const struct machine *machine);

/* What a state that runs alone may take; 0: no limit. */
struct run_limits {
  uint64_t instructions; /* on its path, those before included */
  double seconds;
};
/* Runs the running state alone, without forking, to its end or to a limit, and sets state.status.
   An error is in machine.error and is not reported. */
void run_alone(struct machine *machine, const struct run_limits *limits);

#endif
