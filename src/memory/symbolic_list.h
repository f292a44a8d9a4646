/* What of an address space is symbolic: which objects, and which of their bytes have which values.
   Everything else of them is concrete, or unwritten. */
#ifndef MEMORY_SYMBOLIC_LIST_H
#define MEMORY_SYMBOLIC_LIST_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct memory;
struct object;
struct space;

struct symbolic_span {
  uint64_t start; /* offset in the object */
  uint32_t size;
  bool is_array;  /* bytes of an array, from element `first` on; else a value of 8 * size bits */
  uint64_t first; /* else 0 */
  struct expr *value; /* NULL: elements of an array of inputs that nothing has changed */
  uint32_t array;     /* then its number; else 0 */
};

struct symbolic_object {
  struct object *object; /* borrowed */
  uint32_t first, count; /* of its spans */
};

struct symbolic_list {
  VEC(struct symbolic_object) objects; /* in order of their slots */
  VEC(struct symbolic_span) spans;     /* in order of offsets */
  uint64_t visited;                    /* entries of overlays that were looked at to make it */
  bool has_choice;                     /* some slot has one of two objects, see memory/object.h */
};

/* Of the live objects that may be written. The list may have been used before. */
void space_list_symbolic(struct memory *memory, struct space *space, struct symbolic_list *list);
void symbolic_list_free(struct symbolic_list *list);

#endif
