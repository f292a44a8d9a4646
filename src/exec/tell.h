/* Telling the reducers what happens while a state runs: forks, calls, returns. */
#ifndef EXEC_TELL_H
#define EXEC_TELL_H

struct machine;

/* Of the twins in machine.forked that they have not heard of. */
void tell_forks(struct machine *machine);
/* The running state has come into a function, or back from one. state.next or state.ins is
   where it goes on. Only with machine_options.tells_calls. */
void tell_call(struct machine *machine);
void tell_return(struct machine *machine);

#endif
