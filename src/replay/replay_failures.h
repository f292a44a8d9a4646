/* Making system calls of a program fail. */
#ifndef REPLAY_REPLAY_FAILURES_H
#define REPLAY_REPLAY_FAILURES_H

#include <stdbool.h>
#include <sys/types.h>

struct replay_world;

/* Whether system calls of this architecture are supported. */
bool failures_are_possible(void);
/* In the program's process, before it executes the program: lets its parent trace it. */
bool failures_give_in(void);
/* In its parent: makes the program's calls fail as the world says, until it ends. Returns its wait
   status; other children that end are reaped. */
int failures_supervise(pid_t program, const struct replay_world *world);

#endif
