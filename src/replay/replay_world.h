/* The world that a test describes: arguments, variables, files and standard input of a program. */
#ifndef REPLAY_REPLAY_WORLD_H
#define REPLAY_REPLAY_WORLD_H

#include "replay/replay_terminal.h"
#include "report/summary_facts.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ktest;

struct replay_file {
  char name[2]; /* "A", "B", … */
  const uint8_t *bytes;
  size_t size;
  unsigned mode; /* permission bits */
  int64_t mtime; /* seconds */
};

/* Kinds of system calls that a test can make fail. */
#define REPLAY_FAILURES(X)                                                                         \
  X(OPEN, "open_fail")                                                                             \
  X(READ, "read_fail")                                                                             \
  X(WRITE, "write_fail")                                                                           \
  X(CLOSE, "close_fail")                                                                           \
  X(FTRUNCATE, "ftruncate_fail")                                                                   \
  X(GETCWD, "getcwd_fail")                                                                         \
  X(CHMOD, "chmod_fail")                                                                           \
  X(FCHMOD, "fchmod_fail")
enum replay_failure {
#define X(name, text) REPLAY_FAILURE_##name,
  REPLAY_FAILURES(X)
#undef X
      REPLAY_FAILURE_COUNT
};

/* Bytes are borrowed from the test. */
struct replay_world {
  word_list argv;      /* with argv[0], and terminated by NULL */
  word_list variables; /* "NAME=value" */
  VEC(struct replay_file) files;
  bool has_stdin;
  struct replay_file input; /* its name is not used */
  struct replay_terminals terminals;
  const uint8_t *printed; /* what smew saw on standard output; NULL: it was not recorded */
  size_t printed_size;
  unsigned max_failures;                  /* how many system calls may fail */
  int32_t failures[REPLAY_FAILURE_COUNT]; /* which call fails; not positive: none */
  bool has_options;                       /* some words make something symbolic */
  VEC(size_t) others; /* numbers of the test's objects that do not belong to the world */
};

/* False with an owned message if words and objects do not fit, as on a path that was cut off before
   all its arguments were made. The caller frees the world in both cases. */
bool replay_world_make(struct replay_world *world, const struct ktest *test, char **error);
void replay_world_free(struct replay_world *world);
/* Whether the test makes some system call fail. */
bool replay_world_has_failures(const struct replay_world *world);

/* Whether some standard stream of the test is a terminal. */
bool replay_world_has_terminals(const struct replay_world *world);

/* Makes the files in the working directory. False with errno set. */
bool replay_world_make_files(const struct replay_world *world);
/* Redirects standard input to a file of that path. False with errno set. */
bool replay_world_open_input(const struct replay_world *world, const char *path);

#endif
