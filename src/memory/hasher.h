/* The data used to hash, compare and list content: private to src/memory. */
#ifndef MEMORY_HASHER_H
#define MEMORY_HASHER_H

#include "expr/structure_hash.h"
#include "memory/canonical.h"
#include "memory/content_hash.h"
#include "memory/span_cache.h"

struct hasher {
  struct structure_hashes values;
  struct canonical first, second; /* scratch */
  struct hasher_counts counts;
  struct span_cache spans;
};

/* The memory's hasher, made on demand. */
struct hasher *hasher_get(struct memory *memory);

/* Whether the program can still access it: what SPACE_LIVE means. Further slots of an object
   belong to its first. */
static inline bool object_is_live(const struct object *object) {
  return object->kind != OBJECT_PART && !(object->flags & OBJECT_FREED);
}

/* Whether it has symbolic content, or it takes more than a glance to see that it has not. */
static inline bool object_may_be_symbolic(const struct object *object) {
  if (object->kind == OBJECT_CHOICE) return true;
  if (!object_is_live(object) || (object->flags & OBJECT_CONSTANT)) return false;
  return object_is_large(object) || object->overlay != NULL;
}

/* Brings the sums of all nodes of the tree up to date. */
void space_sum(struct memory *memory, struct space *space);

#endif
