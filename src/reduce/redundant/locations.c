/* Sets of bytes: a map from words of 8 bytes to masks. Ranges may be large (a whole buffer that a
   system call reads), so that the smaller of range and set is walked. */
#include "reduce/redundant/locations.h"

#include "util/alloc.h"

#include <stdlib.h>

void locations_free(struct locations *set) {
  word_map_free(&set->words);
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

void locations_add(struct locations *set, uint64_t address, uint64_t size) {
  uint64_t end = address + size;
  for (uint64_t word = address / 8; word * 8 < end; word++) {
    uint64_t *place = word_map_place(&set->words, word + 1);
    unsigned mask = mask_of(word, address, end) & ~(unsigned)*place;
    *place |= mask;
    set->bytes += count_bits(mask);
  }
}

static bool touch_word(struct locations *set, uint64_t *place, unsigned mask, bool removes) {
  unsigned here = (unsigned)*place & mask;
  if (here == 0) return false;
  if (removes) {
    *place &= ~(uint64_t)here;
    set->bytes -= count_bits(here);
  }
  return true;
}

static bool touch(struct locations *set, uint64_t address, uint64_t size, bool removes) {
  uint64_t end = address + size;
  bool is_found = false;
  if (set->bytes == 0 || size == 0) return false;
  if (size / 8 <= set->words.count) {
    for (uint64_t word = address / 8; word * 8 < end; word++) {
      uint64_t *place = word_map_find(&set->words, word + 1);
      if (place != NULL) is_found |= touch_word(set, place, mask_of(word, address, end), removes);
      if (is_found && !removes) return true;
    }
    return is_found;
  }
  for (size_t i = 0; i < set->words.capacity; i++) {
    struct word_entry *entry = &set->words.entries[i];
    if (entry->key == 0) continue;
    uint64_t word = entry->key - 1;
    if (word < address / 8 || word * 8 >= end) continue;
    is_found |= touch_word(set, &entry->value, mask_of(word, address, end), removes);
  }
  return is_found;
}

bool locations_include(const struct locations *set, uint64_t address, uint64_t size) {
  uint64_t end = address + size;
  if (set->bytes < size) return false;
  for (uint64_t word = address / 8; word * 8 < end; word++) {
    const uint64_t *place = word_map_find(&set->words, word + 1);
    unsigned mask = mask_of(word, address, end);
    if (place == NULL || (*place & mask) != mask) return false;
  }
  return true;
}

bool locations_meet(const struct locations *set, uint64_t address, uint64_t size) {
  return touch((struct locations *)(uintptr_t)set, address, size, false); /* changes nothing */
}

void locations_remove(struct locations *set, uint64_t address, uint64_t size) {
  touch(set, address, size, true);
}

static int compare_runs(const void *a, const void *b) {
  const struct location_run *x = a, *y = b;
  return x->address < y->address ? -1 : x->address > y->address;
}

struct location_run *locations_list(const struct locations *set, size_t *count) {
  VEC(struct location_run) list = {0};
  for (size_t i = 0; i < set->words.capacity; i++) {
    const struct word_entry *entry = &set->words.entries[i];
    unsigned mask = entry->key == 0 ? 0 : (unsigned)entry->value;
    while (mask != 0) {
      unsigned first = (unsigned)__builtin_ctz(mask), size = 1;
      while (first + size < 8 && mask >> (first + size) & 1) size++;
      vec_push(&list, ((struct location_run){(entry->key - 1) * 8 + first, size}));
      mask &= ~(((1u << size) - 1) << first);
    }
  }
  if (list.count > 0) qsort(list.data, list.count, sizeof *list.data, compare_runs);
  *count = list.count;
  return list.data;
}

void locations_unite(struct locations *target, const struct locations *source) {
  for (size_t i = 0; i < source->words.capacity; i++) {
    const struct word_entry *entry = &source->words.entries[i];
    if (entry->key == 0 || entry->value == 0) continue;
    uint64_t *place = word_map_place(&target->words, entry->key);
    target->bytes += count_bits((unsigned)(entry->value & ~*place));
    *place |= entry->value;
  }
}
