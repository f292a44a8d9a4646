/* Hashes of content: of parts, objects, nodes of the tree and spaces.

   A hash depends on the content, never on how it was written: equal content has equal hashes
   (memory/canonical.h defines when it is equal), and different content has different hashes,
   except for collisions of 64 bits. There is one exception: which inputs unwritten bytes have
   been read as is not in the hash; space_is_equal compares them. Hashes are valid for the whole
   run, even after the objects are gone.

   A hash is computed on demand and kept with the page, object or node, for all that share it.
   Computing one empties the write cache, so that the next write to a part takes the slow path,
   which invalidates the hashes above it. So writes cost nothing extra while no hash is
   requested, and a request takes time for what has changed since the last. */
#ifndef MEMORY_CONTENT_HASH_H
#define MEMORY_CONTENT_HASH_H

#include "memory/access.h"

struct expr;

enum space_scope {
  SPACE_LIVE, /* the live objects, and their order on the stack */
  SPACE_ALL   /* also what remains of ended ones, and which slots further ones will get */
};

/* Slots by their index, in ascending order. */
struct slot_set {
  const uint32_t *indices;
  size_t count;
};

/* The space may be that of the running state. */
uint64_t space_hash(struct memory *memory, struct space *space, enum space_scope scope);
/* Of all objects except those in these slots; takes time for the slots. */
uint64_t space_hash_without(struct memory *memory, struct space *space, enum space_scope scope,
                            const struct slot_set *slots);
/* Of only the objects in these slots, live or not. */
uint64_t space_hash_of(struct memory *memory, struct space *space, const struct slot_set *slots);
/* Of one object: its place, size, flags and site, and its content while it is live. Hashes of
   objects may be added: each is well mixed. */
uint64_t object_hash(struct memory *memory, struct object *object);
/* Of some bytes of a live object, independent of which object it is. Not kept: takes time for
   every byte. */
uint64_t object_hash_range(struct memory *memory, struct object *object, uint64_t offset,
                           uint64_t size);

/* Of a value, by its structure. */
uint64_t memory_hash_value(struct memory *memory, const struct expr *value);

/* Whether two are equal, exactly; takes time for what they do not share. */
bool space_is_equal(struct memory *memory, struct space *a, struct space *b,
                    enum space_scope scope);
bool space_is_equal_without(struct memory *memory, struct space *a, struct space *b,
                            enum space_scope scope, const struct slot_set *slots);
bool object_is_equal(struct memory *memory, struct object *a, struct object *b);
/* Both must contain the range. */
bool object_is_equal_range(struct memory *memory, const struct object *a, const struct object *b,
                           uint64_t offset, uint64_t size);

/* Call before a page of an unshared large object changes, if its sum of pages is known. */
void object_leave_page(struct memory *memory, struct object *object, uint64_t number);

/* The work done so far. */
struct hasher_counts {
  uint64_t parts; /* whose content was hashed */
  uint64_t pages; /* added to or subtracted from the sum of a large object */
};
struct hasher_counts hasher_get_counts(const struct memory *memory);
void hasher_free(struct memory *memory);
/* Call after a collection of expressions. */
void hasher_forget_freed(struct memory *memory);

#endif
