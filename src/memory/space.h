/* An address space: which objects a state has. Forking one takes constant time.

   Allocation depends only on the history of the path: paths that make the same allocations get
   the same addresses. Freed slots are reused, each time in another lane (memory/address.h).
   Stack slots are reused at once, last in, first out; heap slots first in, first out, and only
   after a quarantine, so that reports can still name a freed object. */
#ifndef MEMORY_SPACE_H
#define MEMORY_SPACE_H

#include "memory/object.h"
#include "memory/tree.h"

struct memory;

/* Free heap slots, linked through object.link. */
struct slot_list {
  uint32_t first, last; /* 0 if empty */
  uint32_t count;
};

/* One list per region; the last is for objects with several slots. */
enum { SPACE_LISTS = ADDRESS_REGIONS + 1 };

struct space {
  struct tree tree;
  uint32_t used[ADDRESS_REGIONS];   /* per region: slots used so far */
  uint32_t stack_top;               /* newest live stack object, 0 for none */
  uint32_t stack_free[SPACE_LISTS]; /* first free stack slot; the others follow by object.link */
  struct slot_list heap_free[SPACE_LISTS];
  uint64_t heap_live_objects, heap_live_bytes;
};

struct space_request {
  uint64_t size;
  uint64_t align; /* a power of two; 0 means 16 */
  enum object_kind kind;
  uint8_t flags;
  uint32_t site, name;
  bool is_unwritten; /* content is as memory.unwritten.mode says; else zeros */
};

enum {
  SPACE_HEAP_QUARANTINE = 1024, /* free slots of a region that are not reused yet */
  SPACE_SLOTS_PER_RUN = 32      /* an object of several slots counts as this many */
};
#define SPACE_MAX_ALIGN ((uint64_t)1 << 24)
/* Larger requests fail, as on a machine of ordinary size. */
#define SPACE_MAX_OBJECT ((uint64_t)1 << 34)
#define SPACE_MAX_STACK_OBJECT ((uint64_t)1 << 30)

void space_init(struct space *space);
/* Returns a second owner of the same objects. If `space` is that of the running state, the
   caller must empty the write cache of the memory. */
struct space space_fork(const struct space *space);
void space_release(struct memory *memory, struct space *space);

/* A new object, borrowed; NULL if the size or the number of objects exceeds what addresses can
   express. */
struct object *space_allocate(struct memory *memory, struct space *space,
                              const struct space_request *request);
/* Which list the slots of an object are on when they are free. */
unsigned space_list_of(const struct object *object);
/* Ends a live heap or global object. */
void space_free(struct memory *memory, struct space *space, struct object *object, uint32_t site);
/* Ends the live stack objects newer than `mark`, a former value of stack_top. */
void space_pop_stack(struct memory *memory, struct space *space, uint32_t mark, uint32_t site);
/* The same object, unshared so that it may be changed. */
struct object *space_own_object(struct memory *memory, struct space *space, struct object *object);

/* The object whose slot contains the address (live, or freed and not yet replaced); NULL if
   there is none, or if the address belongs to an earlier object of the slot. A choice has all
   addresses of its slot. */
struct object *space_find(const struct space *space, uint64_t address);
/* What was once at an address that space_find does not know: the kind of object in its slot;
   false if there never was one. */
bool space_was_used(const struct space *space, uint64_t address, enum object_kind *kind);

struct address_range {
  uint64_t first, last;
};
/* The addresses at which an access of `size` bytes to this live object is valid (a write if the
   object is not constant); false if there are none. */
bool space_good_range(const struct space *space, const struct object *object, uint64_t size,
                      struct address_range *range);
/* For an address at which such an access is an error: the largest range around it in which every
   address is an error. */
void space_bad_range(const struct space *space, uint64_t address, uint64_t size, bool is_write,
                     struct address_range *range);

/* Calls visit for each slot in which the spaces do not have the identical object, in order of
   index, with NULL for a missing object. Takes time proportional to the differences. Stops when
   visit returns non-zero, and returns that. */
int space_walk_differences(const struct space *a, const struct space *b,
                           tree_visit_difference *visit, void *context);

#endif
