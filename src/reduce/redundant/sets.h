/* Relevant constraint sets: what a state must have in common with one whose paths have all been
   followed, so that it can reach nothing uncovered either. */
#ifndef REDUCE_REDUNDANT_SETS_H
#define REDUCE_REDUNDANT_SETS_H

#include "exec/state.h"
#include "reduce/redundant/entries.h"
#include "reduce/redundant/reasons.h"
#include "util/alloc.h"
#include "util/word_map.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct expr;
struct exprs;
struct machine;
struct slice;
struct slicer;
struct symbol;

/* A frame: of the top one the next instruction, of the others the call under way. */
struct set_frame {
  uint32_t func, ins;
};
typedef VEC(struct set_frame) set_frames;

/* The frames of a state, the bottom one first; `ins` is the instruction of the top one. */
void set_list_frames(const struct state *state, uint32_t ins, set_frames *frames);
/* Of the frames: states with equal keys may be at the same place with the same calls. */
uint64_t set_key(const struct state *state);

/* A location with its value that a set has, and why. */
struct set_member {
  const struct set_entry *entry; /* borrowed from the table */
  reason why;
};

typedef VEC(struct expr *) conjunct_list;

struct relevant_set {
  uint64_t number; /* the fact that stands for dropped states */
  uint64_t key;
  uint64_t hash; /* of the members */
  set_frames frames;
  VEC(struct set_member) members;
  conjunct_list conjuncts; /* of the path condition, that share inputs with the values */
  conjunct_list strict;    /* those of them that do with values of strict members */
  struct symbol *symbols;  /* made so far, if they matter, else NULL; counted */
  uint64_t modes;
  reason controlled; /* why it matters whether a path comes here */
  uint64_t matches;
  struct relevant_set *next; /* with the same hash, in its group; borrowed */
};

/* Returns an owned set: the values that the locations of the slice have in the state, which is at
   its place; NULL if the state has something that is not compared (unwritten values, setjmp). */
struct relevant_set *set_new(struct machine *machine, struct state *state, struct slicer *slicer,
                             const struct slice *slice, struct entry_table *table);
/* Removes what no longer matters, since coverage has grown (the paper, section 3.4). Whether there
   was something. */
bool set_refine(struct relevant_set *set, struct exprs *exprs, struct reasons *reasons);
void set_free(struct relevant_set *set);
void set_mark(const struct relevant_set *set, struct exprs *exprs);
size_t set_bytes(const struct relevant_set *set);

/* A state that is compared with sets. */
struct comparison {
  struct machine *machine;
  struct state *state;
  struct entry_table *table;
  struct word_map conjuncts; /* id + 1: enum conjunct_place, as far as they were needed */
  bool has_conjuncts;
};
struct comparison comparison_new(struct machine *machine, struct state *state,
                                 struct entry_table *table);
void comparison_free(struct comparison *comparison);

enum match {
  MATCH_NOT,
  MATCH_PERHAPS,   /* more effort may tell */
  MATCH_CONTAINED, /* its constraints are among those of the state */
  MATCH_IMPLIED    /* they follow from those of the state */
};
/* The value of the entry's location in a state, as a number: equal values have equal numbers. The
   state is at the place of the set. */
uint64_t set_value_number(struct machine *machine, struct state *state,
                          const struct set_entry *location);
bool set_is_at_place(const struct state *state, const struct relevant_set *set);
/* How much is done to find that constraints follow from those of the state. */
enum effort {
  EFFORT_NONE,  /* they have to be among them */
  EFFORT_KNOWN, /* what is known of values is looked up */
  EFFORT_SOLVER /* a query */
};
/* Does all that the set says hold of the state? */
enum match set_match(struct comparison *comparison, const struct relevant_set *set,
                     enum effort effort);
/* Is there a location that matters by potential dependencies alone? Then finds the conjuncts that
   the others need. */
bool set_find_strict(struct relevant_set *set, struct exprs *exprs, struct reasons *reasons);
/* Does what the set says hold of the state, as far as it matters by data and control dependence
   alone? */
bool set_match_strict(struct comparison *comparison, const struct relevant_set *set,
                      struct reasons *reasons);
/* Does every state that matches b match a? */
bool set_covers(const struct relevant_set *a, const struct relevant_set *b);

/* The frames; with all blocks that they are in, if it matters that the path has come here. */
void set_add_frames(const set_frames *frames, reason why, struct slicer *slicer,
                    struct slice *slice);
/* The slice that the set stands for: its locations, and its frames. */
void set_add_to_slice(const struct relevant_set *set, struct slicer *slicer, struct slice *slice);

#endif
