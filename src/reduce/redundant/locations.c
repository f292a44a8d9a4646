/* Sets of bytes: a map from words of 8 bytes to masks and reasons. Ranges may be large (a whole
   buffer that a system call reads), so that the smaller of range and set is walked. */
#include "reduce/redundant/locations.h"

#include <stdlib.h>

void locations_free(struct locations *set) {
  word_map_free(&set->index);
  vec_free(&set->words);
  set->bytes = 0;
}

/* The bytes of the word that are in the range. */
static unsigned mask_of(uint64_t word, uint64_t address, uint64_t end) {
  unsigned mask = 0xff;
  if (address > word * 8) mask &= 0xffu << (address - word * 8);
  if (end < word * 8 + 8) mask &= 0xffu >> (word * 8 + 8 - end);
  return mask & 0xff;
}

static unsigned count_bits(unsigned mask) { return (unsigned)__builtin_popcount(mask); }

static struct location_word *find_word(const struct locations *set, uint64_t number) {
  const uint64_t *place = word_map_find(&set->index, number + 1);
  return place ? &set->words.data[*place - 1] : NULL;
}

static struct location_word *place_word(struct locations *set, uint64_t number) {
  uint64_t *place = word_map_place(&set->index, number + 1);
  if (*place == 0) {
    vec_push(&set->words, ((struct location_word){.number = number}));
    *place = set->words.count;
  }
  return &set->words.data[*place - 1];
}

static bool add_byte(struct location_word *word, struct reasons *reasons, unsigned byte,
                     reason why) {
  bool is_new = (word->mask >> byte & 1) == 0;
  reason before = is_new ? REASON_NONE : word->reasons[byte];
  word->mask |= 1u << byte;
  word->reasons[byte] = reasons_unite(reasons, before, why);
  return is_new || word->reasons[byte] != before;
}

bool locations_add(struct locations *set, struct reasons *reasons, uint64_t address, uint64_t size,
                   reason why) {
  uint64_t end = address + size;
  bool has_grown = false;
  for (uint64_t number = address / 8; number * 8 < end; number++) {
    struct location_word *word = place_word(set, number);
    unsigned mask = mask_of(number, address, end);
    set->bytes += count_bits(mask & ~word->mask);
    for (unsigned rest = mask; rest != 0; rest &= rest - 1)
      has_grown |= add_byte(word, reasons, (unsigned)__builtin_ctz(rest), why);
  }
  return has_grown;
}

/* Calls visit with the words that have bytes of the range, and which these are. */
typedef void visit_word(void *context, struct location_word *word, unsigned mask);

static void visit_range(const struct locations *set, uint64_t address, uint64_t size,
                        visit_word *visit, void *context) {
  uint64_t end = address + size;
  if (set->bytes == 0 || size == 0) return;
  if (size / 8 <= set->words.count) {
    for (uint64_t number = address / 8; number * 8 < end; number++) {
      struct location_word *word = find_word(set, number);
      unsigned mask = word ? mask_of(number, address, end) & word->mask : 0;
      if (mask != 0) visit(context, word, mask);
    }
    return;
  }
  for (size_t i = 0; i < set->words.count; i++) {
    struct location_word *word = &set->words.data[i];
    if (word->number < address / 8 || word->number * 8 >= end) continue;
    unsigned mask = mask_of(word->number, address, end) & word->mask;
    if (mask != 0) visit(context, word, mask);
  }
}

static void note_word(void *context, struct location_word *word, unsigned mask) {
  (void)word, (void)mask;
  *(bool *)context = true;
}

bool locations_meet(const struct locations *set, uint64_t address, uint64_t size) {
  bool is_found = false;
  visit_range(set, address, size, note_word, &is_found);
  return is_found;
}

struct reason_sum {
  struct reasons *reasons;
  reason sum;
};

static void add_reasons(void *context, struct location_word *word, unsigned mask) {
  struct reason_sum *all = context;
  for (; mask != 0; mask &= mask - 1)
    all->sum = reasons_unite(all->reasons, all->sum, word->reasons[__builtin_ctz(mask)]);
}

reason locations_reason(const struct locations *set, struct reasons *reasons, uint64_t address,
                        uint64_t size) {
  struct reason_sum all = {reasons, REASON_NONE};
  visit_range(set, address, size, add_reasons, &all);
  return all.sum;
}

static void remove_word(void *context, struct location_word *word, unsigned mask) {
  struct locations *set = context;
  set->bytes -= count_bits(mask);
  word->mask &= ~mask;
}

void locations_remove(struct locations *set, uint64_t address, uint64_t size) {
  visit_range(set, address, size, remove_word, set);
}

void locations_refine(struct locations *set, struct reasons *reasons) {
  for (size_t i = 0; i < set->words.count; i++) {
    struct location_word *word = &set->words.data[i];
    for (unsigned rest = word->mask; rest != 0; rest &= rest - 1) {
      unsigned byte = (unsigned)__builtin_ctz(rest);
      if (reasons_is_alive(reasons, word->reasons[byte])) continue;
      word->mask &= ~(1u << byte);
      set->bytes--;
    }
  }
}

static int compare_runs(const void *a, const void *b) {
  const struct location_run *x = a, *y = b;
  return x->address < y->address ? -1 : x->address > y->address;
}

struct location_run *locations_list(const struct locations *set, size_t *count) {
  VEC(struct location_run) list = {0};
  for (size_t i = 0; i < set->words.count; i++) {
    const struct location_word *word = &set->words.data[i];
    unsigned mask = word->mask;
    while (mask != 0) {
      unsigned first = (unsigned)__builtin_ctz(mask), size = 1;
      while (first + size < 8 && mask >> (first + size) & 1 &&
             word->reasons[first + size] == word->reasons[first])
        size++;
      vec_push(&list,
               ((struct location_run){word->number * 8 + first, size, word->reasons[first]}));
      mask &= ~(((1u << size) - 1) << first);
    }
  }
  if (list.count > 0) qsort(list.data, list.count, sizeof *list.data, compare_runs);
  *count = list.count;
  return list.data;
}

void locations_unite(struct locations *target, struct reasons *reasons,
                     const struct locations *source) {
  for (size_t i = 0; i < source->words.count; i++) {
    const struct location_word *from = &source->words.data[i];
    if (from->mask == 0) continue;
    struct location_word *to = place_word(target, from->number);
    target->bytes += count_bits(from->mask & ~to->mask);
    for (unsigned rest = from->mask; rest != 0; rest &= rest - 1) {
      unsigned byte = (unsigned)__builtin_ctz(rest);
      add_byte(to, reasons, byte, from->reasons[byte]);
    }
  }
}
