/* A running test: its world and its process. */
#ifndef REPLAY_REPLAY_FLIGHT_H
#define REPLAY_REPLAY_FLIGHT_H

#include "replay/replay_cage.h"
#include "replay/replay_world.h"
#include "report/ktest.h"

#include <stdbool.h>
#include <stddef.h>

struct crew;
struct replay_test;

/* What the tests of a directory have in common. All borrowed. */
struct flight_site {
  struct crew *crew;
  const char *scratch;
  const char *directory;   /* where the program was explored; NULL: unknown, or not visible */
  const struct cage *cage; /* what the cages of tests have in common */
  const char *profiles;    /* directory for the counters of the program; NULL: nothing is counted */
  const char *symbolizer;  /* used by sanitizers to find source lines; NULL: unknown */
  double seconds;          /* time limit */
  bool shows_output;       /* of the program */
};

struct flight {
  struct ktest ktest;
  struct replay_world world;
  char *place; /* directory for the files of the test */
};

/* Reads the test. NULL with an owned message if it is damaged. Returns owned. */
struct flight *flight_new(const struct flight_site *site, const struct replay_test *test,
                          size_t index, char **error);
struct flight_program {
  const char *path;
  bool is_sanitized;
  bool is_32_bits;
  bool is_built; /* by replay: its counters can be mapped to a file */
};

/* Runs the executable in the test's world. False after a message. */
bool flight_start(struct flight *flight, const struct flight_site *site,
                  const struct replay_test *test, const struct flight_program *program,
                  size_t index);
/* Whether the executable was compiled with sanitizers. */
bool flight_is_sanitized(const char *executable);
void flight_free(struct flight *flight);

#endif
