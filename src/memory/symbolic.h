/* Symbolic content of memory.

   The bytes of an object (or of a page of a large one) may have an overlay: values that are not
   concrete, each with the bytes it covers, sorted and without overlap. What was written as a
   word is kept as a word, so that reading it back gives the same expression; a part of it is an
   extract, several adjacent ones are a concatenation. The concrete bytes under an overlay's
   values are 0, so that equal content has equal bytes. */
#ifndef MEMORY_SYMBOLIC_H
#define MEMORY_SYMBOLIC_H

#include "memory/access.h"

struct expr;
struct expr_array;
struct exprs;

/* The bytes as a value of 8 * size bits, in little-endian order; a constant if all are concrete.
   size is 1 to 16. NULL if the access is an error. */
struct expr *memory_read_value(struct memory *memory, struct space *space, uint64_t address,
                               unsigned size, struct access_fault *fault);
/* The value has 8 * size bits. */
bool memory_write_value(struct memory *memory, struct space *space, uint64_t address, unsigned size,
                        struct expr *value, struct access_fault *fault);
/* Whether some of the bytes are symbolic; the access must be valid. */
bool memory_is_symbolic(const struct space *space, uint64_t address, uint64_t size);
/* The bytes at [address, address + size) become the inputs 0 … size - 1 of the array. */
bool memory_make_symbolic(struct memory *memory, struct space *space, uint64_t address,
                          uint64_t size, const struct expr_array *array,
                          struct access_fault *fault);

/* The offsets that an access at a symbolic offset of an object may have: all o with low <= o <=
   high and o % step == low % step. All of them are within the object. */
struct offset_range {
  uint64_t low, high, step;
};

/* Access at a symbolic offset (64 bits) of a live object: exact for every offset in the range,
   undefined beyond. A read is a look-up in a constant table where the bytes are concrete, in an
   array where they belong to one, and an ite elsewhere. A write to a few places makes each an
   ite of the old and the new value; a write to many stores into an array. It may move the object
   (find it again by its address). The caller bounds the range: both may take time for every
   place in it. */
struct expr *memory_read_at(struct memory *memory, struct space *space, struct object *object,
                            struct expr *offset, const struct offset_range *range, unsigned size);
void memory_write_at(struct memory *memory, struct space *space, struct object *object,
                     struct expr *offset, const struct offset_range *range, unsigned size,
                     struct expr *value);

/* The first `length` bytes are copied (as by memmove) or set, the others of [0, most) stay;
   length is 64 bits wide and known to be at most `most`. Accesses are checked for `most` bytes. */
bool memory_copy_part(struct memory *memory, struct space *space, uint64_t to, uint64_t from,
                      struct expr *length, uint64_t most, struct access_fault *fault,
                      bool *was_write);
/* The byte is a value of 8 bits. */
bool memory_set_part(struct memory *memory, struct space *space, uint64_t address,
                     struct expr *byte, struct expr *length, uint64_t most,
                     struct access_fault *fault);

/* Marks every expression that the space holds as a root of the current collection. `round` is
   not 0 and differs from that of the last collection, which marked all spaces: what spaces share
   is visited once. */
void memory_mark(struct memory *memory, struct space *space, uint32_t round);
/* Call after the collection. */
void memory_forget_freed(struct memory *memory);

#endif
