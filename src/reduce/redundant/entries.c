/* The table of locations with values.

   The paper removes locations with one value on all paths from the sets, and adds them again, by
   slicing anew, when another value turns up. Here sets refer to entries of a table. An entry is
   compared with a state once, however many sets have it; a location with one value has one entry,
   and when it gets a second value, there is another entry and no set has to change. Entries live as
   long as the detector: most sets do, too. */
#include "reduce/redundant/entries.h"

#include "expr/expr.h"
#include "util/hash.h"

#include <stdlib.h>
#include <string.h>

void entries_free(struct entry_table *table) {
  for (size_t i = 0; i < table->list.count; i++) free(table->list.data[i]);
  vec_free(&table->list);
  vec_free(&table->places);
  vec_free(&table->next);
  vec_free(&table->answers);
  word_map_free(&table->by_hash);
  word_map_free(&table->locations);
}

void entries_mark(const struct entry_table *table, struct exprs *exprs) {
  for (size_t i = 0; i < table->list.count; i++)
    if (table->list.data[i]->value != NULL) expr_mark_root(exprs, table->list.data[i]->value);
}

size_t entries_bytes(const struct entry_table *table) {
  return table->list.count * (sizeof(struct set_entry) + sizeof(struct entry_answer));
}

uint64_t entry_value_number(const struct set_entry *entry) {
  if (entry->range.width != 0) return hash_mix(hash_mix(3, entry->range.first), entry->range.last);
  if (entry->value != NULL) return hash_mix(1, entry->value->id);
  if (entry->frame == ENTRY_MEMORY) return 0;
  return hash_mix(hash_mix(2, entry->words[0]), entry->words[1]);
}

static bool is_same_place(const struct set_entry *a, const struct set_entry *b) {
  return a->frame == b->frame && a->where == b->where && a->size == b->size;
}

bool entries_are_same(const struct set_entry *a, const struct set_entry *b) {
  if (!is_same_place(a, b) || !decision_range_is_same(&a->range, &b->range)) return false;
  if (a->range.width != 0) return true;
  return a->value == b->value && memcmp(a->words, b->words, sizeof a->words) == 0;
}

/* Locations with the same hash count as one: their number only serves to find candidates. */
static uint32_t number_location(struct entry_table *table, const struct set_entry *entry,
                                uint64_t hash) {
  uint64_t *number = word_map_place(&table->locations, hash | 1);
  if (*number == 0) {
    vec_push(&table->places, entry);
    *number = table->places.count;
  }
  return (uint32_t)(*number - 1);
}

const struct set_entry *entries_add(struct entry_table *table, const struct set_entry *entry) {
  uint64_t place = hash_mix(1, (uint64_t)entry->frame << 32 | entry->size);
  place = hash_mix(place, entry->where);
  uint64_t *first = word_map_place(&table->by_hash, hash_mix(place, entry_value_number(entry)) | 1);
  for (uint64_t at = *first; at != 0; at = table->next.data[at - 1])
    if (entries_are_same(table->list.data[at - 1], entry)) return table->list.data[at - 1];
  struct set_entry *copy = alloc_bytes(sizeof *copy);
  *copy = *entry;
  copy->number = (uint32_t)table->list.count;
  copy->location = number_location(table, copy, place);
  vec_push(&table->list, copy);
  vec_push(&table->next, (uint32_t)*first);
  vec_push(&table->answers, ((struct entry_answer){0}));
  *first = table->list.count;
  return copy;
}
