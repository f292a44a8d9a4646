/* Making one address space from those of two states that were forked from one.

   Takes time proportional to the differences. Nothing is lost: where the contents of an object
   differ, each word becomes an ite; where only one side has an object, or the sizes differ, the
   slot gets a choice (memory/object.h). */
#ifndef MEMORY_SPACE_MERGE_H
#define MEMORY_SPACE_MERGE_H

#include "memory/access.h"

struct expr;

/* Whether both have the same stack: the same live stack objects, in the same slots and order, of
   the same generations and sizes. Otherwise they cannot be merged, since frames find their
   objects on one list. */
bool space_may_merge(const struct space *a, const struct space *b);

/* Whether heap objects, or addresses of them in memory, may differ. */
bool space_may_leak_apart(const struct space *a, const struct space *b);
/* Whether the heap objects are the same in both, and every word of memory that points into one
   points into the same one in both, at any offset. */
bool space_is_shaped_alike(const struct space *a, const struct space *b);
bool space_is_heap_address(const struct space *space, uint64_t word);

struct space_merge_counts {
  uint64_t slots;   /* that differed */
  uint64_t words;   /* that became an ite */
  uint64_t choices; /* slots that got a choice */
};

/* `a` becomes its own content where the condition (width 1) holds, and b's elsewhere.
   space_may_merge must have returned true. If `a` is the space of the running state, the caches
   must be empty. */
struct space_merge_counts space_merge(struct memory *memory, struct space *a, const struct space *b,
                                      struct expr *condition);

/* Puts one side of a choice in its slot, depending on whether its condition holds on this path. */
void space_choose(struct memory *memory, struct space *space, const struct object *choice,
                  bool condition);

#endif
