/* A sandbox for a program under test: a view of the machine in which it can do no harm. */
#ifndef REPLAY_REPLAY_CAGE_H
#define REPLAY_REPLAY_CAGE_H

#include "replay/replay_filter.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum cage_kind {
  CAGE_NONE,      /* the kernel allows no cage */
  CAGE_READ_ONLY, /* none of the machine's files can be changed, except in its home, where changes
                     are discarded at the end */
  CAGE_OVERLAY    /* all can be changed, and the changes are discarded at the end */
};

/* What the kernel makes possible here. */
struct cage_support {
  enum cage_kind kind;
  bool has_users; /* a user namespace for the program, without power over the cage's mounts */
};

struct cage {
  struct cage_support support;
  const struct call_filter *filter;
  struct call_rights rights;
  bool is_read_only; /* nothing can be changed except in its place and the other directories */
  const char *place; /* a directory that the program may write to */
  const char *home;  /* where changes should be possible even with CAGE_READ_ONLY, or NULL */
  const char *const *writable; /* further directories */
  size_t writable_count;
};

/* Disconnects the calling process from the network and finds out which cages it can make from now
   on, by trying in an empty directory. Nothing else changes for it; it must be single-threaded. */
struct cage_support cage_prepare(const char *place, const struct call_filter *filter);
/* Forks a process that is the first of a new process id namespace. Returns as fork does. */
pid_t cage_fork(void);
/* Between the first process of a cage and the program's. */
struct cage_link {
  int processes; /* the machine's /proc */
  int request[2], reply[2];
};

/* In the first process: enters the cage. False with errno set. */
bool cage_enter(const struct cage *cage, struct cage_link *link);
/* In that process: forks the program's process, as number 1000 if possible. Returns as fork does.
 */
pid_t cage_fork_inner(void);
/* In that process afterwards: helps the program's to be confined. */
void cage_help(const struct cage *cage, const struct cage_link *link);
/* In the program's process: gives up all privileges except those for its own files and processes,
   and all system calls that tests do not need. False with errno set. */
bool cage_confine(const struct cage *cage, const struct cage_link *link);

#endif
