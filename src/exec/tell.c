/* When reducers hear of what happens while a state runs.

   Forks can wait until the instruction is over, and mostly do. But an instruction may fork,
   then call or return: whose address is symbolic, whose function a model stands in for. Its
   twins have done neither, and will. So they are told first, while what a reducer knows of the
   state is still true of its twins. */
#include "exec/tell.h"

#include "exec/machine.h"
#include "exec/reducer.h"

void tell_forks(struct machine *machine) {
  for (; machine->forks_told < machine->forked.count; machine->forks_told++)
    reducers_fork(&machine->limits.reducers, machine->state,
                  machine->forked.data[machine->forks_told]);
}

void tell_call(struct machine *machine) {
  tell_forks(machine);
  reducers_call(&machine->limits.reducers, machine->state);
}

void tell_return(struct machine *machine) {
  tell_forks(machine);
  reducers_give_back(&machine->limits.reducers, machine->state);
}
