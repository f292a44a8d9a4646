/* The data used to hash and compare content: private to src/memory. */
#ifndef MEMORY_HASHER_H
#define MEMORY_HASHER_H

#include "expr/structure_hash.h"
#include "memory/canonical.h"
#include "memory/content_hash.h"

struct hasher {
  struct structure_hashes values;
  struct canonical first, second; /* scratch */
  struct hasher_counts counts;
};

/* The memory's hasher, made on demand. */
struct hasher *hasher_get(struct memory *memory);

/* Whether the program can still access it: what SPACE_LIVE means. Further slots of an object
   belong to its first. */
static inline bool object_is_live(const struct object *object) {
  return object->kind != OBJECT_PART && !(object->flags & OBJECT_FREED);
}

#endif
