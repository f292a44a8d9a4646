/* Hashes of content: of parts, objects, nodes of the tree and spaces.

   A hash depends on what is there, never on how it came to be there: equal content has equal
   hashes (memory/canonical.h tells when it is equal), and different content has different ones but
   for an accident of 64 bits. There is one exception: which names unwritten bytes have been read
   under is not in the hash; space_is_equal looks at them. Hashes last for a run, also where the
   objects do not.

   A hash is found when it is asked for and kept where it belongs: with the page, object or node,
   for all that share it. Asking for one empties the write cache, so that the next write to a
   part takes the long way, which forgets the hashes above it. So a write costs nothing more
   while nobody asks, and asking takes time for what has changed since somebody asked. */
#ifndef MEMORY_CONTENT_HASH_H
#define MEMORY_CONTENT_HASH_H

#include "memory/access.h"

struct expr;

enum space_scope {
  SPACE_LIVE, /* the live objects, and their order on the stack */
  SPACE_ALL   /* also what remains of ended ones, and in which slots further ones will lie */
};

/* Slots by their index, in ascending order. */
struct slot_set {
  const uint32_t *indices;
  size_t count;
};

/* The space may be the one that runs. */
uint64_t space_hash(struct memory *memory, struct space *space, enum space_scope scope);
/* Of all but the objects in these slots, in time for the slots. */
uint64_t space_hash_without(struct memory *memory, struct space *space, enum space_scope scope,
                            const struct slot_set *slots);
/* Of the objects in these slots alone, live or not. */
uint64_t space_hash_of(struct memory *memory, struct space *space, const struct slot_set *slots);
/* Of one object: its place, size, flags and site, and its content while it lives. Hashes of objects
   may be added: each is as good as random. */
uint64_t object_hash(struct memory *memory, struct object *object);
/* Of some bytes of a live object, whatever object it is. Not kept: takes time for every byte. */
uint64_t object_hash_range(struct memory *memory, struct object *object, uint64_t offset,
                           uint64_t size);

/* Of a value, by its structure. */
uint64_t memory_hash_value(struct memory *memory, const struct expr *value);

/* Exactly whether two are the same; takes time for what they do not share. */
bool space_is_equal(struct memory *memory, struct space *a, struct space *b,
                    enum space_scope scope);
bool space_is_equal_without(struct memory *memory, struct space *a, struct space *b,
                            enum space_scope scope, const struct slot_set *slots);
bool object_is_equal(struct memory *memory, struct object *a, struct object *b);
/* The range is in both. */
bool object_is_equal_range(struct memory *memory, const struct object *a, const struct object *b,
                           uint64_t offset, uint64_t size);

/* To be called before a page of an unshared large object changes, whose sum of pages is known. */
void object_leave_page(struct memory *memory, struct object *object, uint64_t number);

/* What was done so far. */
struct hasher_counts {
  uint64_t parts; /* of which the content was hashed */
  uint64_t pages; /* whose hashes went into or out of the sum of a large object */
};
struct hasher_counts hasher_get_counts(const struct memory *memory);
void hasher_free(struct hasher *hasher);
/* After a collection of expressions. */
void hasher_forget_freed(struct hasher *hasher);

#endif
