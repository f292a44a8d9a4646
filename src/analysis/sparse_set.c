/* Sparse bit sets: a sorted array of words that are not zero. Points-to sets are small or share
   long runs of members, so merging two arrays costs little, and a union that adds nothing, by far
   the most frequent one, allocates nothing. */
#include "analysis/sparse_set.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

void sparse_set_free(struct sparse_set *set) {
  free(set->words);
  *set = (struct sparse_set){0};
}

void sparse_set_clear(struct sparse_set *set) { set->count = 0; }

static void reserve(struct sparse_set *set, uint32_t needed) {
  if (needed <= set->capacity) return;
  uint32_t capacity = set->capacity ? set->capacity : 1;
  while (capacity < needed) capacity *= 2;
  set->words = alloc_resize(set->words, capacity * sizeof *set->words);
  set->capacity = capacity;
}

/* The place of the first word whose index is at least `index`. */
static uint32_t find(const struct sparse_set *set, uint32_t index) {
  uint32_t low = 0, high = set->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (set->words[middle].index < index)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool sparse_set_add(struct sparse_set *set, uint32_t member) {
  uint32_t index = member / 64, at = find(set, index);
  uint64_t bit = (uint64_t)1 << member % 64;
  if (at < set->count && set->words[at].index == index) {
    if (set->words[at].bits & bit) return false;
    set->words[at].bits |= bit;
    return true;
  }
  reserve(set, set->count + 1);
  memmove(set->words + at + 1, set->words + at, (set->count - at) * sizeof *set->words);
  set->words[at] = (struct sparse_word){index, bit};
  set->count++;
  return true;
}

void sparse_set_filter(struct sparse_set *set, bool (*keeps)(void *context, uint32_t member),
                       void *context) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < set->count; i++) {
    struct sparse_word word = set->words[i];
    for (uint64_t bits = word.bits; bits != 0; bits &= bits - 1)
      if (!keeps(context, word.index * 64 + (uint32_t)__builtin_ctzll(bits)))
        word.bits &= ~(bits & -bits);
    if (word.bits != 0) set->words[kept++] = word;
  }
  set->count = kept;
}

bool sparse_set_has(const struct sparse_set *set, uint32_t member) {
  uint32_t at = find(set, member / 64);
  return at < set->count && set->words[at].index == member / 64 &&
         (set->words[at].bits >> member % 64 & 1) != 0;
}

static void note_gained(struct sparse_set *gained, uint32_t index, uint64_t bits) {
  bool is_last = gained->count == 0 || gained->words[gained->count - 1].index < index;
  uint32_t at = is_last ? gained->count : find(gained, index);
  if (at < gained->count && gained->words[at].index == index) {
    gained->words[at].bits |= bits;
    return;
  }
  reserve(gained, gained->count + 1);
  memmove(gained->words + at + 1, gained->words + at, (gained->count - at) * sizeof *gained->words);
  gained->words[at] = (struct sparse_word){index, bits};
  gained->count++;
}

/* The place of the first word from `at` on whose index is at least `index`: in steps that double,
   then by halving, since what is united is often small and the target large. */
static uint32_t advance(const struct sparse_set *set, uint32_t at, uint32_t index) {
  if (at == set->count || set->words[at].index >= index) return at;
  uint32_t step = 1;
  while (at + step < set->count && set->words[at + step].index < index) {
    at += step;
    step *= 2;
  }
  uint32_t low = at + 1, high = at + step < set->count ? at + step : set->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (set->words[middle].index < index)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* How many words the target gains; *grows if any bit is new. Notes the new bits, in order, so that
   they are mostly appended. */
static uint32_t count_new_words(const struct sparse_set *target, const struct sparse_set *source,
                                struct sparse_set *gained, bool *grows) {
  uint32_t added = 0, t = 0;
  *grows = false;
  for (uint32_t s = 0; s < source->count; s++) {
    t = advance(target, t, source->words[s].index);
    bool is_there = t < target->count && target->words[t].index == source->words[s].index;
    uint64_t fresh = source->words[s].bits & ~(is_there ? target->words[t].bits : 0);
    if (!is_there) added++;
    if (fresh == 0) continue;
    *grows = true;
    if (gained != NULL) note_gained(gained, source->words[s].index, fresh);
  }
  return added;
}

static bool unite(struct sparse_set *target, const struct sparse_set *source,
                  struct sparse_set *gained) {
  bool grows;
  uint32_t added = count_new_words(target, source, gained, &grows);
  if (!grows) return false;
  reserve(target, target->count + added);
  /* From the end, so that nothing is overwritten before it is read. */
  uint32_t t = target->count, to = target->count + added;
  target->count = to;
  for (uint32_t s = source->count; s > 0; s--) {
    struct sparse_word word = source->words[s - 1];
    while (t > 0 && target->words[t - 1].index > word.index)
      target->words[--to] = target->words[--t];
    uint64_t old = 0;
    if (t > 0 && target->words[t - 1].index == word.index) old = target->words[--t].bits;
    target->words[--to] = (struct sparse_word){word.index, old | word.bits};
  }
  return true;
}

bool sparse_set_unite(struct sparse_set *target, const struct sparse_set *source) {
  return unite(target, source, NULL);
}

bool sparse_set_unite_gained(struct sparse_set *target, const struct sparse_set *source,
                             struct sparse_set *gained) {
  return unite(target, source, gained);
}

bool sparse_set_meets(const struct sparse_set *a, const struct sparse_set *b) {
  uint32_t i = 0, j = 0;
  while (i < a->count && j < b->count) {
    if (a->words[i].index < b->words[j].index)
      i++;
    else if (a->words[i].index > b->words[j].index)
      j++;
    else if (a->words[i++].bits & b->words[j++].bits)
      return true;
  }
  return false;
}

uint32_t sparse_set_size(const struct sparse_set *set) {
  uint32_t size = 0;
  for (uint32_t i = 0; i < set->count; i++)
    size += (uint32_t)__builtin_popcountll(set->words[i].bits);
  return size;
}

uint32_t sparse_set_next(const struct sparse_set *set, uint32_t from) {
  uint32_t at = find(set, from / 64);
  if (at < set->count && set->words[at].index == from / 64) {
    uint64_t rest = set->words[at].bits & UINT64_MAX << from % 64;
    if (rest) return from / 64 * 64 + (uint32_t)__builtin_ctzll(rest);
    at++;
  }
  if (at == set->count) return SPARSE_NONE;
  return set->words[at].index * 64 + (uint32_t)__builtin_ctzll(set->words[at].bits);
}
