/* The content of a range of memory in a form that does not depend on how it was written: private
   to src/memory.

   Content is compared byte by byte. A byte is a number, an expression of 8 bits, a byte of an
   array that was written at symbolic offsets, or unwritten. What is not a number is listed as
   spans, each as long as possible: inputs in order, bytes of one value in order, and so on. So a
   word and its bytes stored one by one have one form, as have an absent page of inputs and a
   present one. */
#ifndef MEMORY_CANONICAL_H
#define MEMORY_CANONICAL_H

#include "memory/object.h"
#include "util/alloc.h"

struct expr;
struct memory;

enum span_kind {
  SPAN_UNWRITTEN, /* neither written nor read */
  SPAN_INPUTS,    /* inputs of an array, from number `first` on */
  SPAN_VALUE,     /* bytes of a value, from byte `first` on */
  SPAN_ARRAY      /* bytes of another array, from position `first` on */
};

struct canonical_span {
  enum span_kind kind;
  uint32_t start, end; /* relative to the range */
  uint32_t array;      /* of inputs: its number; else 0 */
  const struct expr *value;
  uint64_t first;
};

struct canonical {
  const uint8_t *bytes; /* of the range; 0 under the spans */
  VEC(struct canonical_span) spans;
  uint8_t own_bytes[ADDRESS_PAGE_SIZE];
};

/* How unwritten bytes are identified. Reading one makes it an input, even in an object that
   states share, so a hash must not depend on which input. A comparison must. */
enum canonical_names { CANONICAL_NAMELESS, CANONICAL_NAMED };

/* The bytes [from, to) of a part of the object. *canonical may have been used before, and
   borrows from the part. */
void canonical_list(struct memory *memory, const struct object *object,
                    const struct part_view *view, uint32_t from, uint32_t to,
                    enum canonical_names names, struct canonical *canonical);
bool canonical_is_same(const struct canonical *a, const struct canonical *b, uint32_t size);

#endif
