/* The merging reducer itself and what it keeps for each state, shared by the files here. */
#ifndef REDUCE_MERGE_MERGER_H
#define REDUCE_MERGE_MERGER_H

#include "exec/explore/reducer.h"
#include "exec/state.h"
#include "reduce/merge/hot.h"
#include "reduce/merge/meetings.h"
#include "reduce/merge/merging.h"
#include "reduce/merge/position.h"
#include "reduce/merge/similar.h"
#include "reduce/merge/singles.h"
#include "util/word_map.h"

struct merger;

/* That a state waits at a place. The hash is of the place, or of the place and the values of
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
  position_text text;          /* its position, in topological order */
  struct position_below below; /* what of it is about frames below the top one */
  bool is_ordered;             /* it is in merger.order … */
  uint32_t order_place;        /* … at this index */
  bool is_waiting;             /* at the entry of a block: `here` is linked, and so is
                                  `alike` if it has a hash */
  bool is_forwarded;           /* it ran although the search had not picked it */
  struct visit here;           /* where it waits, or last waited */
  struct visit alike;          /* the same, hashed with its hot variables if they are known;
                                  hash 0: nobody else has come yet */
  struct profile profile;      /* of its variables there, computed on demand */
  struct singles *singles;     /* the paths it stands for; NULL: only itself, or they are not
                                  followed */
  size_t expanded;             /* how many of them have been expanded */
  VEC(struct group *) groups;  /* innermost last */
};

struct merger {
  struct reducer reducer;
  struct machine *machine;
  struct merging_options options;
  struct merging_statistics statistics;
  struct positions *positions;
  struct hot_lists hot;
  struct query_count *counts;    /* NULL: not needed */
  struct word_map waiting;       /* hash to the first visit of a waiting state */
  struct word_map alike;         /* the same, hashed with hot variables */
  struct word_map chances;       /* place to how often states merged there; see chances.c */
  VEC(struct state *) order;     /* a heap, the one furthest behind first */
  uint64_t accounted;            /* work of this exploration, until the last pick */
  int64_t balance;               /* work of states that the search picked minus that of states in
                                    order */
  bool is_in_order;              /* the running state was picked in order */
  struct meetings *meetings;     /* NULL: not recorded */
  struct query_compare *compare; /* NULL: queries are not compared */
  struct group *groups;          /* open ones, newest first */
};

static inline struct note *note_of(const struct merger *m, const struct state *state) {
  return reducer_note(&m->reducer, state);
}

/* visits.c: links visits with equal hashes. */
void visit_link(struct word_map *map, struct visit *visit);
void visit_unlink(struct word_map *map, struct visit *visit);
struct visit *visit_first(const struct word_map *map, uint64_t hash);

/* chances.c: whether the state, which is at a join, should look for another to merge with. */
bool chances_are_good(struct merger *m, const struct state *state);
/* It has looked, and others were there. */
void chances_note(struct merger *m, const struct state *state, bool has_merged);

/* order.c: states in topological order. Adds the state, or moves it after its position has
   changed. */
void order_put(struct merger *m, struct state *state);
/* Does nothing if it is not there. */
void order_remove(struct merger *m, struct state *state);

/* turns.c: which state runs next; NULL: the one that the search picks. */
struct state *turns_pick(struct merger *m);
/* The state is about to run. */
void turns_begin(struct merger *m, struct state *state);
/* The state is no longer forwarded; does nothing if it was not. */
void turns_stop_forward(struct merger *m, struct state *state, enum forward_end end);

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
