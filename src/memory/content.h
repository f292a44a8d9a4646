/* The content of objects across their parts, for what works on values: private to
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
  uint32_t first;     /* of an array: the byte of it that stands at `start`; else 0 */
};
typedef VEC(struct content_entry) content_list;

struct content_gap {
  uint64_t start, end;
};

/* The live object that holds all of the range, or NULL with the reason in *fault. */
struct object *content_find(const struct space *space, uint64_t address, uint64_t size,
                            bool is_write, struct access_fault *fault);
/* The same object, unshared. Its content is not, yet. */
struct object *content_own(struct memory *memory, struct space *space, struct object *object);

/* Makes the absent pages of a range that are not zeros present: then all that stands in the range
   is in bytes and overlays. Changes nothing that can be read, so the object may be shared. */
void content_fill_pages(struct memory *memory, const struct object *object, uint64_t offset,
                        uint64_t size);

/* Makes bytes of the range that nobody wrote values like others, as well. */
void content_fill_unwritten(struct memory *memory, const struct object *object, uint64_t offset,
                            uint64_t size);
/* Makes bytes of an unshared object unwritten, which were written or are zeros. */
void content_unwrite(struct memory *memory, struct object *object, uint64_t offset, uint64_t size);
/* The first range of unwritten bytes in [offset, end), within one part; false: there is none. */
bool content_find_gap(const struct object *object, uint64_t offset, uint64_t end,
                      struct content_gap *gap);

bool content_is_symbolic(const struct object *object, uint64_t offset, uint64_t size);
/* The bytes as one value; size is 1 to 128. */
struct expr *content_value(struct memory *memory, const struct object *object, uint64_t offset,
                           uint32_t size);
/* Whether byte `number` of a value is an input of 8 bits, and which. */
bool content_is_input(const struct exprs *exprs, const struct expr *value, unsigned number,
                      const struct expr_array **array, uint64_t *index);
/* Appends the entries of the range, those at its edges cut to fit, moved by `shift`. False
   when it had to stop half done. */
bool content_list_entries(struct memory *memory, const struct object *object, uint64_t offset,
                          uint64_t size, uint64_t shift, content_list *list);
/* Replaces symbolic content in the range of an unshared object by the given entries, sorted
   and within it. Concrete bytes that no entry covers stay, and so do unwritten ones; symbolic ones
   become 0. */
void content_replace(struct memory *memory, struct object *object, uint64_t offset, uint64_t size,
                     const struct content_entry *entries, size_t count);
/* The same of a range that may be large. False when it had to stop half done. */
bool content_replace_range(struct memory *memory, struct object *object, uint64_t offset,
                           uint64_t size, const struct content_entry *entries, size_t count);

#endif
