/* Running a program without types. */
#ifndef FRONT_MICROC_UNTYPED_H
#define FRONT_MICROC_UNTYPED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct microc_messages;
struct microc_program;

struct microc_untyped {
  const int32_t *args; /* borrowed; as many as main takes */
  size_t arg_count;
  uint32_t max_frames;
  /* What input reads: false with an owned text if that is not a number. */
  bool (*read)(void *context, int32_t *number, char **what);
  void (*write)(void *context, int32_t number);
  void *context;
};

/* Runs the main of a program that obeys the rules for untyped ones, and sets its result, modulo
   256. An error in the program is added to the messages, with its calls; then there is no
   result. */
void microc_run_untyped(const struct microc_program *program, const struct microc_untyped *untyped,
                        struct microc_messages *messages, int *status);

#endif
