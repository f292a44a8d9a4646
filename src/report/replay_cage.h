/* A cage for a program under test: a view of the machine in which it can do no harm. */
#ifndef REPORT_REPLAY_CAGE_H
#define REPORT_REPLAY_CAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum cage_kind {
  CAGE_NONE,      /* the kernel allows no cage */
  CAGE_READ_ONLY, /* of the machine's files none can be changed, but for those in its home, where
                     changes are gone in the end */
  CAGE_OVERLAY    /* all can be, and the changes are gone in the end */
};

struct cage {
  enum cage_kind kind;
  const char *place;           /* a directory that the program may write to */
  const char *home;            /* where changes should be taken even if CAGE_READ_ONLY, or NULL */
  const char *const *writable; /* others */
  size_t writable_count;
};

/* Cuts the calling process off from the network and finds out which cages it can make from now
   on, by trying in an empty directory. Nothing else changes for it; it must have only one thread.
 */
enum cage_kind cage_prepare(const char *place);
/* Forks a process that is the first of a new process id space. Returns as fork does. */
pid_t cage_fork(void);
/* In that process: shuts it in. False with errno set. */
bool cage_enter(const struct cage *cage);
/* In that process: forks the program's process, as number 1000 if possible. Returns as fork does.
 */
pid_t cage_fork_inner(void);
/* In the program's process: gives up all privileges that reach beyond its files and processes. */
void cage_drop_privileges(void);

#endif
