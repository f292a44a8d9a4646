/* Running microc programs concretely. */
#ifndef CLI_MICROC_RUN_H
#define CLI_MICROC_RUN_H

#include "exec/error.h"

#include <stdbool.h>
#include <stdint.h>

struct buffer;
struct microc_unit;
struct options;

/* What a program is to be run on, and how it ended. */
struct microc_trial {
  const int32_t *args; /* borrowed, as many as main takes */
  size_t arg_count;
  const int32_t *inputs; /* borrowed */
  size_t input_count;
  uint32_t max_stack_frames;
  double max_seconds;    /* 0: no limit */
  struct buffer *output; /* gets what the program prints; NULL: it is dropped */
  /* Set by the run. */
  bool is_ended; /* not cut off by the limit */
  bool has_failed;
  enum error_kind kind;
  char *file; /* owned; of the error */
  unsigned line, column;
  char *message; /* owned; the whole report */
  int status;
  size_t inputs_read;
};

/* False after a message, when the arguments do not fit. */
bool microc_try(const struct microc_unit *unit, struct microc_trial *trial);
void microc_trial_free(struct microc_trial *trial);

/* smew microc run. */
int cli_run_microc(const struct options *options, struct microc_unit *unit);

#endif
