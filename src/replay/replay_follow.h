/* What smew's own execution of tests prints: see smew run --follow. */
#ifndef REPLAY_REPLAY_FOLLOW_H
#define REPLAY_REPLAY_FOLLOW_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stddef.h>

struct buffer;
struct crew;
struct crew_exit;
struct summary_facts;
struct replay_group;

struct replay_follow {
  VEC(char *) stems; /* owned; per test the path of its results, NULL: it was not followed */
};

/* Follows all tests of the group that end in an exit, with the options of the run, and leaves the
   results in the directory. False after a message. The caller frees `follow` in both cases. */
bool replay_follow_run(struct replay_follow *follow, struct crew *crew,
                       const struct summary_facts *facts, const struct replay_group *group,
                       const char *directory, size_t jobs, double seconds);
/* Appends where the native run and smew's differ; nothing if they agree. */
void replay_follow_compare(const struct replay_follow *follow, size_t index,
                           const struct crew_exit *native, struct buffer *out);
void replay_follow_free(struct replay_follow *follow);

/* Appends the first difference of two outputs; nothing if they are equal. */
void replay_compare_text(const char *name, const struct buffer *native, const struct buffer *other,
                         struct buffer *out);

#endif
