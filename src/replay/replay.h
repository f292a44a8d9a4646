/* Replaying tests: runs them natively and compares with what smew saw. */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include <stdbool.h>
#include <stddef.h>

enum replay_sandbox { SANDBOX_AUTO, SANDBOX_OFF, SANDBOX_REQUIRED };

struct replay_options {
  const char *const *paths; /* directories of runs, or tests */
  size_t path_count;
  const char *binary; /* an executable to run instead of compiling one; NULL: none */
  const char *source; /* the program; NULL: as in the run's summary, here and below */
  const char *entry_point;
  const char *const *flags; /* further flags for the compiler */
  size_t flag_count;
  const char *sanitizers;       /* "none", a list, or NULL: only for tests whose errors need them */
  bool covers;                  /* prints line and branch coverage, and writes it */
  bool shows_output;            /* of the program; tests then run one by one */
  const char *source_directory; /* what to cover; NULL: all */
  bool compares_output;         /* compares with what the program prints in smew */
  bool keeps_files;             /* of the tests */
  enum replay_sandbox sandbox;
  double seconds; /* time limit of a test; 0: none */
  size_t jobs;    /* tests at a time; 0: as many as there are processors */
};

/* Prints a line per test and a summary to stdout. Returns smew's exit status: 0 if every test ended
   as expected, 1 otherwise, 2 if the tests could not be run, 130 if interrupted. */
int replay_run(const struct replay_options *options);

#endif
