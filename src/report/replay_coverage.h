/* What all replayed tests together executed of a program. */
#ifndef REPORT_REPLAY_COVERAGE_H
#define REPORT_REPLAY_COVERAGE_H

#include <stdbool.h>

struct crew;

struct replay_coverage {
  double lines, lines_covered, branches, branches_covered;
};

/* Adds up the profiles (*.profraw) in the directory, where it puts files of its own. The executable
   was built to count. False after a message. */
bool replay_coverage_read(struct crew *crew, const char *directory, const char *executable,
                          struct replay_coverage *coverage);

#endif
