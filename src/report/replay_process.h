/* Processes that run side by side, each with a time limit. */
#ifndef REPORT_REPLAY_PROCESS_H
#define REPORT_REPLAY_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

struct crew;

struct crew_command {
  const char *file; /* the program; NULL: argv[0], which is looked up in PATH */
  char *const *argv;
  char *const *environment; /* NULL: smew's own */
  const char *directory;    /* to run in; NULL: smew's own */
  bool is_silent;           /* its output goes nowhere */
  bool is_bounded;          /* no core files, and no file beyond a gigabyte */
};

struct crew_exit {
  size_t tag;
  int wait_status; /* as waitpid has it */
  bool is_timed_out;
};

/* A crew takes over SIGINT, SIGTERM and SIGHUP, which end its processes too, and gives them back
   when it is freed. Returns owned. */
struct crew *crew_new(void);
/* Kills what still runs. */
void crew_free(struct crew *crew);
/* Starts a process in a process group of its own, with nothing to read on its standard input.
   `seconds` 0: no limit. False after a message, or when the crew was interrupted. */
bool crew_start(struct crew *crew, const struct crew_command *command, double seconds, size_t tag);
/* Waits until a process ends, or is killed for its time; what it started is killed then, too.
   False when none runs any more, or when the crew was interrupted. */
bool crew_wait(struct crew *crew, struct crew_exit *end);
bool crew_is_interrupted(const struct crew *crew);
/* Starts a process and waits for it; true if it ended with status 0. Nothing else may run. */
bool crew_run(struct crew *crew, const struct crew_command *command);

#endif
