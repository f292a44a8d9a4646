/* What all replayed tests together executed of a program. */
#ifndef REPORT_REPLAY_COVERAGE_H
#define REPORT_REPLAY_COVERAGE_H

#include <stdbool.h>

struct cover;
struct crew;

/* Adds what the tests left in the directory, where this puts files of its own: profiles of clang's
   (*.profraw) that belong to the executable, or gcov's counts (below gcov). Sources with
   relative names are looked for in `source_directory`, or where the objects are if that is NULL.
   False after a message. */
bool replay_coverage_read(struct crew *crew, const char *directory, const char *executable,
                          const char *source_directory, struct cover *cover);
/* The part of it for gcov's counts: false after a message, and nothing when there are none. */
bool replay_gcov_read(struct crew *crew, const char *directory, const char *source_directory,
                      struct cover *cover);

#endif
