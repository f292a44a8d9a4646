/* A sandbox for a program under test: a view of the machine in which it can do no harm. */
#ifndef REPLAY_REPLAY_CAGE_H
#define REPLAY_REPLAY_CAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum cage_kind {
  CAGE_NONE,      /* the kernel allows no cage */
  CAGE_READ_ONLY, /* none of the machine's files can be changed, except in its home, where changes
                     are discarded at the end */
  CAGE_OVERLAY    /* all can be changed, and the changes are discarded at the end */
};

struct cage {
  enum cage_kind kind;
  const char *place;           /* a directory that the program may write to */
  const char *home;            /* where changes should be possible even with CAGE_READ_ONLY, or
                                  NULL */
  const char *const *writable; /* further directories */
  size_t writable_count;
};

/* Disconnects the calling process from the network and finds out which cages it can make from now
   on, by trying in an empty directory. Nothing else changes for it; it must be single-threaded. */
enum cage_kind cage_prepare(const char *place);
/* Forks a process that is the first of a new process id namespace. Returns as fork does. */
pid_t cage_fork(void);
/* In that process: enters the cage. False with errno set. */
bool cage_enter(const struct cage *cage);
/* In that process: forks the program's process, as number 1000 if possible. Returns as fork does.
 */
pid_t cage_fork_inner(void);
/* In the program's process: drops all privileges except those for its files and processes. */
void cage_drop_privileges(void);

#endif
