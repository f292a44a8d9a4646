/* Making one address space of two that forks of one state have come to.

   Takes time in proportion to where the two differ. Nothing is lost: where they disagree
   about the content of an object, each word becomes a selection between the two; where
   they disagree about whether there is an object at all, or of which size, the slot gets
   a choice (memory/object.h). */
#ifndef MEMORY_SPACE_MERGE_H
#define MEMORY_SPACE_MERGE_H

#include "memory/access.h"

struct expr;

/* Whether both have the same stack: the same live stack objects, in the same slots and
   order, of the same generations and sizes. Others cannot be merged, since frames
   find their objects on one list. */
bool space_may_merge(const struct space *a, const struct space *b);

/* Whether heap objects, or addresses of them in memory, are not the same in both. */
bool space_may_leak_apart(const struct space *a, const struct space *b);
/* Whether the heap objects are the same in both, and every word of memory that points at one points
   at the same one, wherever in it. */
bool space_is_shaped_alike(const struct space *a, const struct space *b);
bool space_is_heap_address(const struct space *space, uint64_t word);

struct space_merge_counts {
  uint64_t slots;   /* that differed */
  uint64_t words;   /* that became selections */
  uint64_t choices; /* slots that got a choice */
};

/* `a` becomes what it is where the condition (width 1) holds and what b is where it does not.
   space_may_merge must have said so. `a` must not be the space that runs, or the caches be
   emptied. */
struct space_merge_counts space_merge(struct memory *memory, struct space *a, const struct space *b,
                                      struct expr *condition);

/* Puts one side of a choice in its slot: when_true if the condition of this path holds. */
void space_choose(struct memory *memory, struct space *space, const struct object *choice,
                  bool condition);

#endif
