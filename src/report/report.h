/* The results of a run: what is written to its directory, and what is shown to the user during the
   run and at its end.

   The directory is made for the first result, and only if something is symbolic or the user named
   one: a program that runs as it would natively leaves nothing behind. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "exec/explore/explore.h"

#include <stdbool.h>
#include <stddef.h>

struct build_options;
struct machine;
struct observer;
struct report;

/* An option as the user gave it; the value is NULL for a flag. */
struct report_setting {
  const char *name, *value;
};

/* All borrowed, and must outlive the report. */
struct report_options {
  const char *const *command; /* the whole command line */
  size_t command_count;
  const char *const *arguments; /* of the program; [0] is the file that was given */
  size_t argument_count;
  const struct report_setting *settings; /* in the order given */
  size_t setting_count;
  const struct build_options *build;
  const char *output_dir; /* NULL: smew-out-N next to the program */
  bool writes_nothing;    /* --no-output */
  bool is_quiet, shows_program_output;
  double row_seconds;                    /* --stats-write-interval */
  bool is_covering_only, is_every_error; /* which tests are written */
};

/* Returns owned; NULL with an owned message if the directory that the user named cannot be used. */
struct report *report_new(const struct report_options *options, char **error);
/* The observer for explore_run; borrowed. */
const struct observer *report_observer(struct report *report);
/* Writes and prints what is known only at the end. The machine must be as the exploration left
   it. */
void report_finish(struct report *report, struct machine *machine, enum explore_end end);
/* Waits briefly for pending writes, because the process ends in the middle of the run. For another
   thread. */
void report_rescue(struct report *report);
/* Whether results could not be written; this has been reported to the user. */
bool report_has_fault(const struct report *report);
/* Whether any path made something symbolic. */
bool report_is_symbolic(const struct report *report);
void report_free(struct report *report);

#endif
