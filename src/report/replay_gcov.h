/* Reading what gcov prints. */
#ifndef REPORT_REPLAY_GCOV_H
#define REPORT_REPLAY_GCOV_H

#include <stdbool.h>

struct cover;

/* For the text that LLVM's gcov prints. */
struct gcov_text {
  struct cover *cover; /* what to add to; NULL: only `found` is wanted */
  const char *base;    /* the directory that relative names of sources start at */
  /* Called for each section with its source and the path of its notes; may be NULL. */
  void (*found)(void *context, const char *source, const char *notes);
  void *context;
};

/* Both are false when the file cannot be read, or is not what it should be. */
bool gcov_text_read(const struct gcov_text *text, const char *path);
/* What gcc's gcov prints as JSON. */
bool gcov_json_read(struct cover *cover, const char *path);

#endif
