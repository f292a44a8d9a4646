/* Running one state. */
#ifndef EXEC_RUN_H
#define EXEC_RUN_H

#include "exec/machine.h"

/* Runs machine->state until it ends, forks, or has spent the fuel. Returns machine.event:
   EVENT_FUEL, EVENT_FORK, or one of the ends. */
enum event run_state(struct machine *machine, int64_t fuel);

#endif
