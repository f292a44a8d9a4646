/* Locations with the values that they have in sets, each kept once (the paper, section 3.5): more
   than half of the locations have the same value in all sets. */
#ifndef REDUCE_REDUNDANT_ENTRIES_H
#define REDUCE_REDUNDANT_ENTRIES_H

#include "reduce/redundant/decision_range.h"
#include "util/alloc.h"
#include "util/word_map.h"

#include <stddef.h>
#include <stdint.h>

struct expr;
struct exprs;

enum { ENTRY_MEMORY = UINT32_MAX };

/* A location and its value. Of a register or byte that need only be in a range, `range` and not the
   value counts. */
struct set_entry {
  uint32_t frame;     /* of a register, its number from the bottom; ENTRY_MEMORY: bytes */
  uint32_t size;      /* bytes of memory, at most 8; of a register: width in bits */
  uint64_t where;     /* register number, or address */
  struct expr *value; /* NULL: `words`; or of memory: there is no such object */
  uint64_t words[2];
  struct decision_range range; /* or of width 0 */
  uint32_t number, location;   /* in the table; given by entries_add */
};

/* What a state that is compared with sets was found to say about an entry. */
struct entry_answer {
  uint64_t lookup; /* the number of the comparison for which the rest holds */
  bool is_known;   /* the value is the same, or `condition` says whether it is in the range */
  struct expr *condition;
};

/* All zero is empty. */
struct entry_table {
  VEC(struct set_entry *) list;         /* by number; owned */
  VEC(const struct set_entry *) places; /* by location: an entry of it; borrowed */
  VEC(uint32_t) next;                   /* by number: another with the same hash, plus 1 */
  struct word_map by_hash;              /* number, plus 1 */
  struct word_map locations;            /* hash of a location: its number, plus 1 */
  VEC(struct entry_answer) answers;     /* by number */
  uint64_t lookups;
};

void entries_free(struct entry_table *table);
void entries_mark(const struct entry_table *table, struct exprs *exprs);
/* Borrowed by the caller; equal entries are the same. */
const struct set_entry *entries_add(struct entry_table *table, const struct set_entry *entry);
bool entries_are_same(const struct set_entry *a, const struct set_entry *b);
/* The value or range as a number: equal ones have equal numbers. */
uint64_t entry_value_number(const struct set_entry *entry);
size_t entries_bytes(const struct entry_table *table);

#endif
