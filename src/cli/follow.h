/* Following the path of a test inside smew. */
#ifndef CLI_FOLLOW_H
#define CLI_FOLLOW_H

#include "report/ktest.h"

#include <stdbool.h>
#include <sys/types.h>

struct explore_input;
struct machine;

struct follow_test {
  struct ktest ktest;
  struct explore_input *inputs; /* owned; the objects of the test */
  size_t input_count;
  char *end; /* owned; file to write how the path ended to, or NULL */
};

/* False after a message. */
bool follow_read(const char *path, struct follow_test *test);
void follow_free(struct follow_test *test);
/* How the path ended, as smew's exit status: the program's own, 1 after an error, 2 when it did
   not follow the test. Says why on stderr, or in the file test.end, whose line is "exit STATUS",
   "silent", "error", "early REASON" or "strayed REASON". */
int follow_status(const struct machine *machine, const struct follow_test *test);

/* Forks a process whose output goes to NUMBER.out and NUMBER.err in the directory. Returns as fork
   does; -1 after a message. */
pid_t follow_fork(const char *directory, size_t number);
/* Waits for it; 0, or a status of smew's after a message. */
int follow_wait(pid_t child);

#endif
