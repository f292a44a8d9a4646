/* What merging knows of each state, shared by the files of src/reduce/merging*. */
#ifndef REDUCE_MERGING_NOTE_H
#define REDUCE_MERGING_NOTE_H

#include "exec/reducer.h"
#include "exec/state.h"
#include "reduce/merging.h"
#include "reduce/position.h"
#include "reduce/similar.h"
#include "reduce/singles.h"
#include "util/word_map.h"

struct merging;

/* That a state is or was at a place: by the hash of where it is, or also of the values of its
   hot variables there. */
struct visit {
  uint64_t hash;
  struct state *state;
  struct visit *before, *after; /* visits with the same hash */
};

/* States that have come through one klee_open_merge. */
struct group {
  VEC(struct state *) running;  /* not yet at the klee_close_merge */
  VEC(struct state *) waiting;  /* there */
  struct group *before, *after; /* on the list of all */
};

struct note {
  position_rounds rounds;
  position_text text;         /* where it is, in topological order */
  uint32_t heap_place;        /* in merging.heap */
  bool is_waiting;            /* at the entry of a block: `here` and `alike` are on their chains */
  bool is_forwarded;          /* it runs first, to catch up */
  struct visit here;          /* where it waits, or waited last */
  struct visit alike;         /* the same, by its hot variables too where they are known */
  struct profile profile;     /* of its variables there, when it was asked for */
  uint64_t hash;              /* of its hot variables there */
  struct singles *singles;    /* the paths it stands for; NULL: itself, or they are not kept */
  size_t expanded;            /* of them */
  VEC(struct group *) groups; /* innermost last */
  uint32_t past_count, past_at;
  struct visit past[]; /* of the last `delta` blocks, a ring */
};

struct merging {
  struct reducer reducer;
  struct machine *machine;
  struct merging_options options;
  struct merging_statistics statistics;
  struct positions *positions;
  struct query_count *counts; /* NULL: not needed */
  struct word_map waiting;    /* hash to the first visit of those who wait */
  struct word_map alike;      /* the same, by hot variables too */
  struct word_map past;       /* the same of those who were there */
  VEC(struct state *) heap;   /* statically all states, dynamically those that are forwarded */
  struct group *groups;       /* open ones, newest first */
  uint64_t work;              /* done until it was accounted for last */
  int64_t balance;            /* of the work done by the search's choice and by followers */
  bool has_forwarded;         /* the state that runs was picked to go first */
};

static inline struct note *note_of(const struct merging *m, const struct state *state) {
  return reducer_note(&m->reducer, state);
}

/* Which of two is further behind. */
bool merging_is_before(const struct merging *m, const struct state *a, const struct state *b);

/* merging_order.c: states in topological order, the one furthest behind first. */
enum { ORDER_NO_PLACE = UINT32_MAX }; /* note.heap_place of one that is not among them */
void order_add(struct merging *m, struct state *state);
/* Its position has changed, if it is among them. */
void order_update(struct merging *m, struct state *state);
void order_remove(struct merging *m, struct state *state);

/* merging_past.c: where states were, and who follows whom. The first three are about chains
   of visits by their hashes. */
void visit_link(struct word_map *map, struct visit *visit);
void visit_unlink(struct word_map *map, struct visit *visit);
struct visit *visit_first(const struct word_map *map, uint64_t hash);
void past_add(struct merging *m, struct state *state);
void past_copy(struct merging *m, const struct state *state, struct state *twin);
void past_remove(struct merging *m, struct state *state);
/* The state is where another one was, and that one is further now. */
bool past_is_behind_another(const struct merging *m, const struct state *state);
void past_forward(struct merging *m, struct state *state, bool is_behind);
struct state *past_pick(struct merging *m);
/* The same for static merging. */
struct state *past_pick_in_order(struct merging *m);
/* The running state has come to a block: is it time to pick another one? */
bool past_wants_turn(struct merging *m, const struct state *state);

/* merging_groups.c: klee_open_merge and klee_close_merge. */
void groups_open(struct merging *m, struct state *state);
void groups_copy(struct merging *m, const struct state *state, struct state *twin);
/* The state is at klee_close_merge: the one that it was merged into, or NULL. */
const struct state *groups_close(struct merging *m, struct state *state);
void groups_remove(struct merging *m, struct state *state);
/* One that others wait for, or NULL. */
struct state *groups_pick(const struct merging *m);

/* Merges `state` into `other` if that can be done and, unless the program asks for it, pays;
   counts. */
bool merging_try(struct merging *m, struct state *other, struct state *state, bool is_asked_for);

#endif
