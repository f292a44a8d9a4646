/* Sets of relevant branches, each kept once, with two bits for a branch: that a location depends on
   it in any way, and that it does without a potential dependence in between.

   The paper removes the locations "that were included because that line was previously uncovered".
   Slicing backwards is a union over its starting points: what a slice holds for one relevant branch
   does not depend on the others. So it suffices to pass the set of branches along with every
   location, and to look at it again when branches have become irrelevant; no path is sliced twice,
   and no trace has to be kept. Where two reasons are kept as one (ranges of values, bytes of
   regions), the location stays for longer than it has to, which is never wrong.

   Branches that have become irrelevant are left out of new sets: they never come back. When there
   are too many sets, unions become "always". */
#include "reduce/redundant/reasons.h"

#include "reduce/redundant/relevance.h"
#include "util/alloc.h"
#include "util/hash.h"
#include "util/word_map.h"

#include <stdlib.h>
#include <string.h>

/* Words of all sets together. */
enum { MOST_WORDS = 1 << 23, MOST_UNIONS = 1 << 20 };

#define ANY_BITS UINT64_C(0x5555555555555555)

struct reason_set {
  uint32_t first, count; /* in `words`; the last one is not 0 */
  uint32_t next;         /* with the same hash; 0: none */
  uint8_t is_alive, is_strict;
  uint64_t round; /* of the relevance, for which the two were found */
};

struct branch {
  uint32_t func, block;
};

struct reasons {
  struct relevance *relevance;
  VEC(struct reason_set) sets; /* by number */
  VEC(uint64_t) words;
  VEC(struct branch) branches; /* by number; number 0 stands for all */
  struct word_map numbers;     /* function and block: number of the branch */
  struct word_map by_hash;     /* number of a set */
  struct word_map unions;      /* of two sets, the smaller number first: their union */
  VEC(uint64_t) live;          /* bits of the branches that are relevant */
  uint64_t round;              /* of the relevance, for `live`, plus 1 */
  VEC(uint64_t) scratch;
};

/* ---- making ---- */

static void add_known(struct reasons *reasons, uint64_t word) {
  vec_push(&reasons->sets,
           ((struct reason_set){.first = (uint32_t)reasons->words.count, .count = word != 0}));
  if (word != 0) vec_push(&reasons->words, word);
}

struct reasons *reasons_new(struct relevance *relevance) {
  struct reasons *reasons = alloc_zeroed(sizeof *reasons);
  reasons->relevance = relevance;
  vec_push(&reasons->branches, ((struct branch){0}));
  add_known(reasons, 0);
  add_known(reasons, 3);
  add_known(reasons, 1);
  return reasons;
}

void reasons_free(struct reasons *reasons) {
  if (reasons == NULL) return;
  vec_free(&reasons->sets);
  vec_free(&reasons->words);
  vec_free(&reasons->branches);
  vec_free(&reasons->live);
  vec_free(&reasons->scratch);
  word_map_free(&reasons->numbers);
  word_map_free(&reasons->by_hash);
  word_map_free(&reasons->unions);
  free(reasons);
}

uint64_t reasons_count(const struct reasons *reasons) { return reasons->sets.count; }

/* ---- what is relevant ---- */

static bool is_relevant(const struct reasons *reasons, size_t branch) {
  const struct branch *b = &reasons->branches.data[branch];
  if (branch == 0) return relevance_count(reasons->relevance) > 0;
  return relevance_has_branch(reasons->relevance, b->func, b->block);
}

static void set_live(struct reasons *reasons, size_t branch) {
  while (reasons->live.count <= branch / 32) vec_push(&reasons->live, (uint64_t)0);
  if (is_relevant(reasons, branch))
    reasons->live.data[branch / 32] |= (uint64_t)3 << branch % 32 * 2;
}

static void update(struct reasons *reasons) {
  uint64_t round = relevance_round(reasons->relevance) + 1;
  if (reasons->round == round) return;
  reasons->round = round;
  vec_clear(&reasons->live);
  for (size_t i = 0; i < reasons->branches.count; i++) set_live(reasons, i);
}

static struct reason_set *look_at(struct reasons *reasons, reason a) {
  struct reason_set *set = &reasons->sets.data[a];
  update(reasons);
  if (set->round == reasons->round) return set;
  uint64_t bits = 0;
  for (uint32_t i = 0; i < set->count; i++)
    bits |= reasons->words.data[set->first + i] & reasons->live.data[i];
  set->round = reasons->round;
  set->is_alive = bits != 0;
  set->is_strict = (bits & ~ANY_BITS) != 0;
  return set;
}

bool reasons_is_alive(struct reasons *reasons, reason a) {
  return a != REASON_NONE && look_at(reasons, a)->is_alive;
}

bool reasons_is_strict(struct reasons *reasons, reason a) {
  return a != REASON_NONE && look_at(reasons, a)->is_strict;
}

/* ---- sets ---- */

static bool is_scratch(const struct reasons *reasons, const struct reason_set *set) {
  return set->count == reasons->scratch.count &&
         memcmp(&reasons->words.data[set->first], reasons->scratch.data,
                set->count * sizeof *reasons->scratch.data) == 0;
}

/* The set in `scratch`. */
static reason find_set(struct reasons *reasons) {
  while (reasons->scratch.count > 0 && vec_last(&reasons->scratch) == 0) reasons->scratch.count--;
  if (reasons->scratch.count == 0) return REASON_NONE;
  uint64_t first = reasons->scratch.data[0];
  if ((first & 2) != 0) return REASON_ALWAYS;
  if (first == 1 && reasons->scratch.count == 1) return REASON_POTENTIAL;
  uint64_t hash = 1;
  for (size_t i = 0; i < reasons->scratch.count; i++)
    hash = hash_mix(hash, reasons->scratch.data[i]);
  uint64_t *place = word_map_place(&reasons->by_hash, hash | 1);
  for (reason at = (reason)*place; at != 0; at = reasons->sets.data[at].next)
    if (is_scratch(reasons, &reasons->sets.data[at])) return at;
  if (reasons->words.count + reasons->scratch.count > MOST_WORDS) return REASON_ALWAYS;
  vec_push(&reasons->sets, ((struct reason_set){.first = (uint32_t)reasons->words.count,
                                                .count = (uint32_t)reasons->scratch.count,
                                                .next = (uint32_t)*place}));
  *place = reasons->sets.count - 1;
  for (size_t i = 0; i < reasons->scratch.count; i++)
    vec_push(&reasons->words, reasons->scratch.data[i]);
  return (reason)*place;
}

/* Adds those of its branches that are relevant. */
static void add_to_scratch(struct reasons *reasons, reason a, uint64_t mask) {
  const struct reason_set *set = &reasons->sets.data[a];
  while (reasons->scratch.count < set->count) vec_push(&reasons->scratch, (uint64_t)0);
  for (uint32_t i = 0; i < set->count; i++)
    reasons->scratch.data[i] |= reasons->words.data[set->first + i] & reasons->live.data[i] & mask;
}

reason reasons_of_branch(struct reasons *reasons, uint32_t func, uint32_t block) {
  update(reasons);
  uint64_t *number = word_map_place(&reasons->numbers, (uint64_t)(func + 1) << 32 | block);
  if (*number == 0) {
    *number = reasons->branches.count;
    vec_push(&reasons->branches, ((struct branch){func, block}));
    set_live(reasons, *number);
  }
  vec_clear(&reasons->scratch);
  while (reasons->scratch.count <= *number / 32) vec_push(&reasons->scratch, (uint64_t)0);
  reasons->scratch.data[*number / 32] = (uint64_t)3 << *number % 32 * 2;
  return find_set(reasons);
}

reason reasons_unite_sets(struct reasons *reasons, reason a, reason b) {
  if (a == REASON_ALWAYS || b == REASON_ALWAYS) return REASON_ALWAYS;
  uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
  const uint64_t *known = word_map_find(&reasons->unions, key);
  if (known != NULL) return (reason)*known;
  update(reasons);
  vec_clear(&reasons->scratch);
  add_to_scratch(reasons, a, UINT64_MAX);
  add_to_scratch(reasons, b, UINT64_MAX);
  reason both = find_set(reasons);
  if (reasons->unions.count >= MOST_UNIONS) word_map_clear(&reasons->unions);
  *word_map_place(&reasons->unions, key) = both;
  return both;
}

reason reasons_weaken(struct reasons *reasons, reason a) {
  if (a == REASON_NONE) return a;
  if (a == REASON_ALWAYS || a == REASON_POTENTIAL) return REASON_POTENTIAL;
  update(reasons);
  vec_clear(&reasons->scratch);
  add_to_scratch(reasons, a, ANY_BITS);
  return find_set(reasons);
}
