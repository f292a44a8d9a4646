/* What all replayed tests together executed of a program. */
#ifndef REPLAY_REPLAY_COVERAGE_H
#define REPLAY_REPLAY_COVERAGE_H

#include <stdbool.h>

struct lcov;
struct crew;

/* Adds what the tests left in the directory `counts`: clang's profiles (*.profraw) that belong to
   the executable, or gcov's counts (below gcov). `own` is a directory for files, to which the tests
   had no access. Sources with relative names are searched for in `source_directory`, or next to the
   objects if that is NULL. False after a message. */
bool replay_coverage_read(struct crew *crew, const char *counts, const char *own,
                          const char *executable, const char *source_directory, struct lcov *lcov);
/* The part for gcov's counts: false after a message; does nothing if there are none. */
bool replay_gcov_read(struct crew *crew, const char *counts, const char *own,
                      const char *source_directory, struct lcov *lcov);

#endif
