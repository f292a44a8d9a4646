/* What happened at each join, for --statistics=merging: how many states came, how many of them
   merged, and why others did not although another state had been at the same place. */
#ifndef REDUCE_MERGE_MEETINGS_H
#define REDUCE_MERGE_MEETINGS_H

#include "reduce/merge/merge.h"
#include "util/alloc.h"
#include "util/strmap.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buffer;
struct json;
struct machine;
struct profile;
struct query_count;
struct state;

/* What became of a state that ran although the search had not picked it, to catch up. */
enum forward_end {
  FORWARD_MERGED,
  FORWARD_PICKED, /* the search has picked it */
  FORWARD_ENDED,  /* its path is over */
  FORWARD_END_COUNT
};
extern const char *const forward_end_names[FORWARD_END_COUNT];

struct join {
  uint32_t func, block, loc;
  uint64_t came;
  uint64_t found;  /* another state was waiting */
  uint64_t merged; /* into it */
  uint64_t missed; /* all below */
  /* No state waits, but one that was there with the same hot variables is still alive: */
  uint64_t moved_on, moved_joins, moved_most; /* by how many joins: in all, and the most */
  uint64_t differ;                            /* in a variable, or in the heap */
  struct strmap variables;                    /* those, to their number of misses */
  uint64_t layout;                            /* other inputs, or another top of the stack */
  uint64_t refused[MERGE_REFUSAL_COUNT];
  uint64_t forwarded; /* states that were forwarded from here */
  uint64_t forward_ends[FORWARD_END_COUNT], forward_joins; /* joins that they passed */
};

struct meetings {
  VEC(struct join) joins;
  /* The rest is private to meetings.c. */
  struct machine *machine;
  struct query_count *counts; /* NULL: states are not compared by variables */
  struct meetings_memory *memory;
};

/* Returns owned; borrows the others. */
struct meetings *meetings_new(struct machine *machine, struct query_count *counts);
void meetings_free(struct meetings *meetings);

/* A state at a join. */
struct arrival {
  const struct state *state;
  uint64_t block;                /* hash of the block in the unrolled program, with the calls */
  uint64_t place;                /* the same, with the inputs and the top of the stack */
  uint64_t alike;                /* the same, with the values of hot variables */
  const struct profile *profile; /* NULL: none */
};
/* The state has arrived; meetings_refuse and meetings_settle follow. */
void meetings_arrive(struct meetings *meetings, const struct arrival *arrival);
/* A state that waits there cannot be merged with it: because of the refusal, or, if that is
   MERGE_GOOD, because a variable differs (its number in the profiles) or, if that is SIZE_MAX, the
   heap. */
void meetings_refuse(struct meetings *meetings, enum merge_refusal refusal, size_t variable);
void meetings_settle(struct meetings *meetings, bool is_merged);

/* The sibling is new. */
void meetings_fork(struct meetings *meetings, const struct state *state,
                   const struct state *sibling);
/* The state ends; merged into the other if that is not NULL. */
void meetings_end(struct meetings *meetings, const struct state *state, const struct state *into);
/* The state is forwarded from now on. */
void meetings_forward(struct meetings *meetings, const struct state *state);
void meetings_stop_forward(struct meetings *meetings, const struct state *state,
                           enum forward_end end);
/* meetings_print.c: for a person, the joins with the most misses first; and all of them. */
void meetings_add_text(const struct meetings *meetings, struct buffer *out);
void meetings_add_json(const struct meetings *meetings, struct json *json);

#endif
