/* The tests to replay, and what a run recorded about how they should end. */
#ifndef REPLAY_REPLAY_TESTS_H
#define REPLAY_REPLAY_TESTS_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stddef.h>

/* How a test should end. */
enum replay_expectation {
  EXPECT_END,   /* without an error */
  EXPECT_ERROR, /* with the error that its .err file describes */
  EXPECT_CUT    /* in any way: the path was cut off before its end */
};

struct replay_test {
  char *path; /* owned, absolute */
  char *name; /* owned; its name in messages */
  enum replay_expectation expectation;
  char *kind; /* of the error; owned, NULL without one. So is the file, which may be unknown. */
  char *file;
  unsigned line;
  bool is_listed;  /* in paths.jsonl */
  bool has_status; /* EXPECT_END: the exit status is known */
  int status;
};

/* Tests in one directory come from one program. */
struct replay_group {
  char *directory; /* owned, absolute */
  VEC(struct replay_test) tests;
};

struct replay_groups {
  VEC(struct replay_group) list;
};

/* Finds the tests that the paths name: all in a directory, sorted by name, or single ones. False
   after a message. The caller frees the groups in both cases. */
bool replay_groups_find(struct replay_groups *groups, const char *const *paths, size_t count);
void replay_groups_free(struct replay_groups *groups);

#endif
