/* Letting system calls of a program fail. */
#ifndef REPORT_REPLAY_FAILURES_H
#define REPORT_REPLAY_FAILURES_H

#include <stdbool.h>
#include <sys/types.h>

struct replay_world;

/* Whether this machine's system calls are known. */
bool failures_are_possible(void);
/* In the program's process, before it executes the program: hands it over to its parent. */
bool failures_give_in(void);
/* In its parent: lets those of the program's calls fail that the world says, until it ends. Returns
   its wait status; other children that end are taken in. */
int failures_supervise(pid_t program, const struct replay_world *world);

#endif
