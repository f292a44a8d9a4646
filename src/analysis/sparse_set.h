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
/* Drops the members for which the question is answered with no. */
void sparse_set_filter(struct sparse_set *set, bool (*keeps)(void *context, uint32_t member),
                       void *context);
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

/* The same, where words before *at have no such member; *at is moved on. */
static inline uint32_t sparse_set_seek(const struct sparse_set *set, uint32_t from, uint32_t *at) {
  while (*at < set->count && set->words[*at].index < from / 64) ++*at;
  if (*at == set->count) return SPARSE_NONE;
  const struct sparse_word *word = &set->words[*at];
  uint64_t rest = word->index == from / 64 ? word->bits & UINT64_MAX << from % 64 : word->bits;
  if (rest == 0) {
    if (++*at == set->count) return SPARSE_NONE;
    word++;
    rest = word->bits;
  }
  return word->index * 64 + (uint32_t)__builtin_ctzll(rest);
}

/* for (SPARSE_EACH(member, set)) … */
#define SPARSE_EACH(member, set)                                                                   \
  uint32_t member##_at = 0, member = sparse_set_seek((set), 0, &member##_at);                      \
  member != SPARSE_NONE;                                                                           \
  member = sparse_set_seek((set), member + 1, &member##_at)

#endif
