/* Reading the output of gcov. */
#ifndef REPLAY_REPLAY_GCOV_H
#define REPLAY_REPLAY_GCOV_H

#include <stdbool.h>

struct lcov;

/* For the text that LLVM's gcov prints. */
struct gcov_text {
  struct lcov *lcov; /* what to add to; NULL: only `found` is called */
  const char *base;  /* the directory that relative names of sources refer to */
  /* Called for each section with its source and the path of its notes; may be NULL. */
  void (*found)(void *context, const char *source, const char *notes);
  void *context;
};

/* Both return false if the file cannot be read or is malformed. */
bool gcov_text_read(const struct gcov_text *text, const char *path);
/* The JSON output of gcc's gcov. */
bool gcov_json_read(struct lcov *lcov, const char *path);

#endif
