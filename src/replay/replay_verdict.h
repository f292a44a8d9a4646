/* Judging a replayed test: what happened, and whether that is what should have happened. */
#ifndef REPLAY_REPLAY_VERDICT_H
#define REPLAY_REPLAY_VERDICT_H

#include <stdbool.h>

struct buffer;
struct crew_exit;
struct replay_findings;
struct replay_test;

enum replay_verdict {
  VERDICT_FINE,           /* no error was expected and none occurred */
  VERDICT_REPRODUCED,     /* the expected error occurred */
  VERDICT_NOT_REPRODUCED, /* it did not */
  VERDICT_UNEXPECTED,     /* an unexpected error occurred */
  VERDICT_DIFFERS,        /* another exit status than in smew */
  VERDICT_PRINTS_OTHER,   /* other output than in smew */
  VERDICT_LOST,           /* the program did not follow the test */
  VERDICT_NOT_COMPARED,   /* what ended the path in smew has no counterpart here */
  VERDICT_COUNT
};

/* Appends one line without a line break to `out`: what happened, and the verdict unless it is
   fine. */
enum replay_verdict replay_judge(const struct replay_test *test, const struct crew_exit *end,
                                 const struct replay_findings *findings, struct buffer *out);
/* Whether an error of this kind is detected better, or only, in a sanitized executable. */
bool replay_kind_needs_sanitizer(const char *kind);

#endif
