/* How the parts of a snapshot are put together: private to the files snapshot*.c. */
#ifndef REDUCE_Z_EQUIVALENCE_SNAPSHOT_PARTS_H
#define REDUCE_Z_EQUIVALENCE_SNAPSHOT_PARTS_H

#include "reduce/z_equivalence/snapshot.h"

struct state_point;

struct taking {
  struct snapshots *all;
  struct snapshot *snapshot;
};

static inline void add_word(const struct taking *t, uint64_t word) {
  vec_push(&t->snapshot->layout, word);
  if (t->all->has_tags) vec_push(&t->snapshot->word_tags, t->all->tag);
}

/* What comes next is of this part. */
static inline void tag_part(const struct taking *t, enum snapshot_part part, uint32_t owner,
                            uint64_t at) {
  t->all->tag = (struct snapshot_tag){part, owner, at};
}

/* A word that is an address, perhaps. */
static inline void add_address(const struct taking *t, uint64_t word) {
  if (t->all->moves_heap) vec_push(&t->all->places, (uint32_t)t->snapshot->layout.count);
  add_word(t, word);
}

static inline void add_value(const struct taking *t, struct expr *value) {
  vec_push(&t->snapshot->values, value);
  if (t->all->has_tags) vec_push(&t->snapshot->value_tags, t->all->tag);
}

/* All elements of the array, or the inputs of the support, are compared by name. */
static inline void fix_array(const struct taking *t, uint32_t array) {
  vec_push(&t->snapshot->fixed_arrays, array);
}
static inline void fix_support(const struct taking *t, uint32_t support) {
  vec_push(&t->snapshot->fixed, support);
}

/* Arrays of undefined code whose elements may be addresses of unknown objects, or of objects that
   are never null. */
static inline uint64_t unknown_class(bool is_object) { return is_object ? 2 : 1; }

/* Adds to the pattern and the values what the form has to say of `inputs`, after all else. What is
   rigid is known. */
void snapshot_add_inputs(const struct taking *t);
/* Fills the list of undefined variables, once. */
void snapshots_find_undefined(struct snapshots *all);

/* Leaves out what is dead, and adds the rest of memory. The values of registers have been added. */
void snapshot_add_memory(const struct taking *t, const struct state *state,
                         const struct state_point *point);

#endif
