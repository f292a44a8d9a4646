/* Processes that run side by side, each with a time limit. */
#ifndef REPORT_REPLAY_PROCESS_H
#define REPORT_REPLAY_PROCESS_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct cage;
struct crew;
struct replay_terminals;

struct crew_command {
  const char *file; /* the program; NULL: argv[0], which is looked up in PATH */
  char *const *argv;
  char *const *environment; /* NULL: smew's own */
  const char *directory;    /* to run in; NULL: smew's own */
  bool has_input;   /* prepare opens its standard input; otherwise there is nothing to read */
  bool is_silent;   /* its output goes nowhere */
  bool is_captured; /* its output goes through pipes to crew_exit */
  const struct replay_terminals *terminals; /* for its standard streams; their output goes to
                                               crew_exit in any case. NULL: none */
  bool is_bounded;                          /* no core files, and no file beyond a gigabyte */
  const struct cage *cage;                  /* NULL: none */
  /* Called in the new process, in its directory, before it becomes the program. False with errno
     set. */
  bool (*prepare)(const void *context);
  /* Called in the parent of the new process, which is a process of its own too; returns the wait
     status of the program. NULL: it is only waited for. */
  int (*supervise)(pid_t program, const void *context);
  const void *context;
};

struct crew_exit {
  size_t tag;
  int wait_status; /* as waitpid has it */
  bool is_timed_out;
  struct buffer output, errors; /* owned by the receiver; crew_exit_free */
  bool is_cut;                  /* there was more output than is kept */
};

/* A crew takes over SIGINT, SIGTERM and SIGHUP, which end its processes too, and gives them back
   when it is freed. Returns owned. */
struct crew *crew_new(void);
/* Kills what still runs. */
void crew_free(struct crew *crew);
/* Starts a process in a process group of its own, or in a session of its own in its cage.
   `seconds` 0: no limit. False after a message, or when the crew was interrupted. */
bool crew_start(struct crew *crew, const struct crew_command *command, double seconds, size_t tag);
/* Waits until a process ends, or is killed for its time; what it started is killed then, too.
   False when none runs any more, or when the crew was interrupted. */
bool crew_wait(struct crew *crew, struct crew_exit *end);
void crew_exit_free(struct crew_exit *end);
bool crew_is_interrupted(const struct crew *crew);
/* Starts a process and waits for it; true if it ended with status 0. Nothing else may run. */
bool crew_run(struct crew *crew, const struct crew_command *command);

#endif
