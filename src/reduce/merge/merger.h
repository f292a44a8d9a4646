/* The merging reducer itself and what it keeps for each state, shared by the files here. */
#ifndef REDUCE_MERGE_MERGER_H
#define REDUCE_MERGE_MERGER_H

#include "exec/explore/reducer.h"
#include "exec/state.h"
#include "reduce/merge/meetings.h"
#include "reduce/merge/merging.h"
#include "reduce/merge/position.h"
#include "reduce/merge/similar.h"
#include "reduce/merge/singles.h"
#include "util/word_map.h"

struct merger;

/* That a state is or was at a place. The hash is of the place, or of the place and the values of
   the hot variables there. */
struct visit {
  uint64_t hash;
  struct state *state;
  struct visit *before, *after; /* visits with the same hash */
};

/* The states that have passed one klee_open_merge. */
struct group {
  VEC(struct state *) running;  /* not yet at the klee_close_merge */
  VEC(struct state *) waiting;  /* at the klee_close_merge */
  struct group *before, *after; /* in the list of all groups */
};

struct note {
  position_rounds rounds;
  position_text text;         /* its position, in topological order */
  uint32_t heap_place;        /* index in merger.heap */
  bool is_waiting;            /* at the entry of a block: `here` and `alike` are linked */
  bool is_forwarded;          /* it runs first, to catch up */
  struct visit here;          /* where it waits, or last waited */
  struct visit alike;         /* the same, hashed with its hot variables if they are known */
  struct profile profile;     /* of its variables there, computed on demand */
  uint64_t hash;              /* of its hot variables there */
  struct singles *singles;    /* the paths it stands for; NULL: only itself, or they are not
                                 followed */
  size_t expanded;            /* how many of them have been expanded */
  VEC(struct group *) groups; /* innermost last */
  uint32_t past_count, past_at;
  struct visit past[]; /* at the last `delta` blocks, a ring */
};

struct merger {
  struct reducer reducer;
  struct machine *machine;
  struct merging_options options;
  struct merging_statistics statistics;
  struct positions *positions;
  struct query_count *counts; /* NULL: not needed */
  struct word_map waiting;    /* hash to the first visit of a waiting state */
  struct word_map alike;      /* the same, hashed with hot variables */
  struct word_map past;       /* the same for past visits */
  VEC(struct state *) heap;   /* static: all states; dynamic: the forwarded ones */
  struct meetings *meetings;  /* NULL: not recorded */
  struct group *groups;       /* open ones, newest first */
  uint64_t work;              /* total when `balance` was last updated */
  int64_t balance;            /* work of states the search picked minus work of forwarded ones */
  bool has_forwarded;         /* the running state was picked to catch up */
};

static inline struct note *note_of(const struct merger *m, const struct state *state) {
  return reducer_note(&m->reducer, state);
}

/* Whether a is further behind than b. */
bool merger_is_before(const struct merger *m, const struct state *a, const struct state *b);

/* order.c: states in topological order, the one furthest behind first. */
enum { ORDER_NO_PLACE = UINT32_MAX }; /* note.heap_place of a state not in the heap */
void order_add(struct merger *m, struct state *state);
/* Call after its position has changed; does nothing if it is not in the heap. */
void order_update(struct merger *m, struct state *state);
void order_remove(struct merger *m, struct state *state);

/* past.c: where states were, and which follow others. The first three link visits with
   equal hashes. */
void visit_link(struct word_map *map, struct visit *visit);
void visit_unlink(struct word_map *map, struct visit *visit);
struct visit *visit_first(const struct word_map *map, uint64_t hash);
void past_add(struct merger *m, struct state *state);
void past_copy(struct merger *m, const struct state *state, struct state *sibling);
void past_remove(struct merger *m, struct state *state);
/* Whether another state was where this one is, and is further ahead now. */
bool past_is_behind_another(const struct merger *m, const struct state *state);
/* From now on it runs first, to catch up; like its parent, if that is not NULL. */
void past_forward(struct merger *m, struct state *state, const struct state *parent);
/* No longer; does nothing if it does not. */
void past_stop_forward(struct merger *m, struct state *state, enum forward_end end);
struct state *past_pick(struct merger *m);
/* Picks for static merging. */
struct state *past_pick_in_order(struct merger *m);
/* The running state has reached a block. Whether another should be picked now. */
bool past_wants_turn(struct merger *m, const struct state *state);

/* groups.c: klee_open_merge and klee_close_merge. */
void groups_open(struct merger *m, struct state *state);
void groups_copy(struct merger *m, const struct state *state, struct state *sibling);
/* The state is at klee_close_merge. Returns the state it was merged into, or NULL. */
const struct state *groups_close(struct merger *m, struct state *state);
void groups_remove(struct merger *m, struct state *state);
/* A state that others wait for, or NULL. */
struct state *groups_pick(const struct merger *m);

/* Merges `state` into `other` if that is possible, and worth it unless the program asked for it.
   Updates the statistics. */
bool merger_try(struct merger *m, struct state *other, struct state *state, bool is_asked_for);

#endif
