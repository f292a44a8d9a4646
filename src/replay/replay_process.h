/* Processes that run in parallel, each with a time limit. */
#ifndef REPLAY_REPLAY_PROCESS_H
#define REPLAY_REPLAY_PROCESS_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct cage;
struct crew;
struct replay_terminals;

struct crew_command {
  const char *file; /* the program; NULL: argv[0], searched in PATH */
  char *const *argv;
  char *const *environment; /* NULL: smew's own */
  const char *directory;    /* to run in; NULL: smew's own */
  bool has_input;           /* prepare opens its standard input; otherwise that is empty */
  bool is_silent;           /* its output is discarded */
  bool is_captured;         /* its output goes through pipes to crew_exit */
  bool is_shown;            /* it goes through pipes to smew's own output */
  const struct replay_terminals *terminals; /* for its standard streams; their output goes to
                                               crew_exit unless it is shown. NULL: none */
  bool is_bounded;                          /* no core files, and no file larger than a gigabyte */
  const struct cage *cage;                  /* NULL: none */
  /* Called in the new process, in its directory, before it executes the program. False with errno
     set. */
  bool (*prepare)(const void *context);
  /* Called in the parent of the program, which is a separate process too; returns the wait status
     of the program. NULL: it is only waited for. */
  int (*supervise)(pid_t program, const void *context);
  const void *context;
};

struct crew_exit {
  size_t tag;
  int wait_status; /* as from waitpid */
  bool is_timed_out;
  struct buffer output, errors; /* owned by the receiver; crew_exit_free */
  bool is_cut;                  /* there was more output than is kept */
};

/* A crew handles SIGINT, SIGTERM, SIGHUP and, when nobody reads smew's output any more, SIGPIPE:
   they end its processes too. It restores them when it is freed. Returns owned. */
struct crew *crew_new(void);
/* From now on commands without a cage of their own run in this one; NULL: in none. Borrowed. */
void crew_shut_in(struct crew *crew, const struct cage *cage);
/* Kills what is still running. */
void crew_free(struct crew *crew);
/* Starts a process in its own process group, or in its own session in its cage. `seconds` 0: no
   limit. False after a message, or if the crew was interrupted. */
bool crew_start(struct crew *crew, const struct crew_command *command, double seconds, size_t tag);
/* Waits until a process ends, or is killed for exceeding its time; what it started is killed too.
   False if none is running, or if the crew was interrupted. */
bool crew_wait(struct crew *crew, struct crew_exit *end);
void crew_exit_free(struct crew_exit *end);
bool crew_is_interrupted(const struct crew *crew);
/* Starts a process and waits for it; true if it ended with status 0. Nothing else may be
   running. */
bool crew_run(struct crew *crew, const struct crew_command *command);

#endif
