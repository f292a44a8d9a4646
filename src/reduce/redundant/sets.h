/* Relevant constraint sets: what a state must have in common with one whose paths have all been
   followed, so that it can reach nothing uncovered either. */
#ifndef REDUCE_REDUNDANT_SETS_H
#define REDUCE_REDUNDANT_SETS_H

#include "exec/state.h"
#include "util/alloc.h"

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

enum { ENTRY_MEMORY = UINT32_MAX };

/* A location and its value. */
struct set_entry {
  uint32_t frame;     /* of a register, its number from the bottom; ENTRY_MEMORY: bytes */
  uint32_t size;      /* bytes of memory, at most 8; of a register: width in bits */
  uint64_t where;     /* register number, or address */
  struct expr *value; /* NULL: `words`; or of memory: there is no such object */
  uint64_t words[2];
};

struct relevant_set {
  uint64_t number; /* the fact that stands for dropped states */
  uint64_t key, hash;
  set_frames frames;
  VEC(struct set_entry) entries;
  VEC(struct expr *) conjuncts; /* of the path condition, that share inputs with the values */
  struct symbol *symbols;       /* made so far; counted */
  uint64_t modes;
  bool is_controlled; /* it matters whether a path comes here */
  uint64_t matches;
};

/* Returns an owned set: the values that the locations of the slice have in the state, which is at
   its place; NULL if the state has something that is not compared (unwritten values, setjmp). */
struct relevant_set *set_new(struct machine *machine, struct state *state,
                             const struct slice *slice);
void set_free(struct relevant_set *set);
bool set_is_same(const struct relevant_set *a, const struct relevant_set *b);
void set_mark(const struct relevant_set *set, struct exprs *exprs);
size_t set_bytes(const struct relevant_set *set);

enum match {
  MATCH_NOT,
  MATCH_CONTAINED, /* its constraints are among those of the state */
  MATCH_IMPLIED    /* they follow from those of the state */
};
/* Does all that the set says hold of the state? */
enum match set_match(struct machine *machine, struct state *state, const struct relevant_set *set);

/* The frames; with all blocks that they are in, if it matters that the path has come here. */
void set_add_frames(const set_frames *frames, bool matters, struct slicer *slicer,
                    struct slice *slice);
/* The slice that the set stands for: its locations, and its frames. */
void set_add_to_slice(const struct relevant_set *set, struct slicer *slicer, struct slice *slice);

#endif
