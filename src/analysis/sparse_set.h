/* Sets of numbers of which most are small and some are not: only words with a member are kept. */
#ifndef ANALYSIS_SPARSE_SET_H
#define ANALYSIS_SPARSE_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sparse_word {
  uint32_t index; /* members index * 64 … + 63 */
  uint64_t bits;  /* not 0 */
};

/* All zero is the empty set. */
struct sparse_set {
  struct sparse_word *words; /* by index */
  uint32_t count, capacity;
};

#define SPARSE_NONE UINT32_MAX

void sparse_set_free(struct sparse_set *set);
void sparse_set_clear(struct sparse_set *set);
/* True if it was not a member. */
bool sparse_set_add(struct sparse_set *set, uint32_t member);
bool sparse_set_has(const struct sparse_set *set, uint32_t member);
/* True if the target grew. */
bool sparse_set_unite(struct sparse_set *target, const struct sparse_set *source);
/* The same; what the target gained is added to `gained`, which is neither of the two. */
bool sparse_set_unite_gained(struct sparse_set *target, const struct sparse_set *source,
                             struct sparse_set *gained);
bool sparse_set_meets(const struct sparse_set *a, const struct sparse_set *b);
uint32_t sparse_set_size(const struct sparse_set *set);
/* The smallest member that is at least `from`, or SPARSE_NONE. */
uint32_t sparse_set_next(const struct sparse_set *set, uint32_t from);

static inline bool sparse_set_is_empty(const struct sparse_set *set) { return set->count == 0; }

/* for (SPARSE_EACH(member, set)) … */
#define SPARSE_EACH(member, set)                                                                   \
  uint32_t member = sparse_set_next((set), 0);                                                     \
  member != SPARSE_NONE;                                                                           \
  member = sparse_set_next((set), member + 1)

#endif
