/* What sanitizers and the replay library reported about one replayed test. */
#ifndef REPLAY_REPLAY_FINDINGS_H
#define REPLAY_REPLAY_FINDINGS_H

#include "util/alloc.h"

#include <stdbool.h>

struct replay_finding {
  unsigned kinds; /* bits (1 << enum error_kind): errors of smew to which it may correspond */
  char *text;     /* owned: "AddressSanitizer: heap-buffer-overflow" */
  char *file;     /* owned, without directories; NULL: unknown */
  unsigned line;
  char *suffix; /* owned; the kind that klee_report_error was given, NULL elsewhere */
};

struct replay_findings {
  VEC(struct replay_finding) list;
  size_t size;       /* of the logs so far */
  char *obstacle;    /* owned; why the test could not be followed to its end, or NULL */
  bool is_exhausted; /* the program asked for more inputs than the test has */
  bool is_lost; /* the obstacle is that program and test do not match, or that there is no test */
};

/* Adds the content of a log; one that does not exist adds nothing. */
void replay_findings_add_sanitizer(struct replay_findings *findings, const char *path);
void replay_findings_add_events(struct replay_findings *findings, const char *path);
void replay_findings_free(struct replay_findings *findings);

#endif
