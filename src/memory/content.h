/* The content of objects across their parts, for code that works on values: private to
   src/memory. Offsets are in the object and have been checked. */
#ifndef MEMORY_CONTENT_H
#define MEMORY_CONTENT_H

#include "memory/access.h"
#include "util/alloc.h"

struct expr;
struct expr_array;
struct exprs;

enum { ENTRIES_PER_LOOK = 1 << 12 };

struct content_entry {
  uint64_t start; /* offset in the object */
  uint32_t size;
  struct expr *value; /* may be a constant, or an array */
  uint32_t first;     /* of an array: its byte at `start`; else 0 */
};
typedef VEC(struct content_entry) content_list;

struct content_gap {
  uint64_t start, end;
};

/* The live object that contains the whole range, or NULL with the reason in *fault. */
struct object *content_find(const struct space *space, uint64_t address, uint64_t size,
                            bool is_write, struct access_fault *fault);
/* The same object, unshared. Its content may still be shared. */
struct object *content_own(struct memory *memory, struct space *space, struct object *object);

/* Makes the absent pages of a range present unless they are zeros, so that the content of the
   range is in bytes and overlays. Changes nothing that can be read, so the object may be shared. */
void content_fill_pages(struct memory *memory, const struct object *object, uint64_t offset,
                        uint64_t size);

/* Does that, and turns unwritten bytes of the range into values. */
void content_fill_unwritten(struct memory *memory, const struct object *object, uint64_t offset,
                            uint64_t size);
/* Makes bytes of an unshared object unwritten, which were written or are zeros. */
void content_unwrite(struct memory *memory, struct object *object, uint64_t offset, uint64_t size);
/* The first range of unwritten bytes in [offset, end), within one part; false if there is none. */
bool content_find_gap(const struct object *object, uint64_t offset, uint64_t end,
                      struct content_gap *gap);

bool content_is_symbolic(const struct object *object, uint64_t offset, uint64_t size);
/* The bytes as one value; size is 1 to 128. */
struct expr *content_value(struct memory *memory, const struct object *object, uint64_t offset,
                           uint32_t size);
/* Whether byte `number` of a value is an input of 8 bits, and which. */
bool content_is_input(const struct exprs *exprs, const struct expr *value, unsigned number,
                      const struct expr_array **array, uint64_t *index);
/* Appends the entries of the range, cut to fit at its ends, moved by `shift`. False if it had to
   stop half done. */
bool content_list_entries(struct memory *memory, const struct object *object, uint64_t offset,
                          uint64_t size, uint64_t shift, content_list *list);
/* Replaces the symbolic content of a range of an unshared object by the given entries, which are
   sorted and within it. Concrete and unwritten bytes that no entry covers stay; symbolic ones
   become 0. */
void content_replace(struct memory *memory, struct object *object, uint64_t offset, uint64_t size,
                     const struct content_entry *entries, size_t count);
/* The same for a range that may be large. False if it had to stop half done. */
bool content_replace_range(struct memory *memory, struct object *object, uint64_t offset,
                           uint64_t size, const struct content_entry *entries, size_t count);

#endif
