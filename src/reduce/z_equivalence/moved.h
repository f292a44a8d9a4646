/* Heap objects that may lie elsewhere: with these, states are compared up to the addresses of what
   they have allocated. */
#ifndef REDUCE_Z_EQUIVALENCE_MOVED_H
#define REDUCE_Z_EQUIVALENCE_MOVED_H

#include "expr/id_map.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct object;
struct space;

struct moved_object {
  struct object *object; /* borrowed */
  bool is_pinned;        /* its address matters */
  uint32_t number;       /* else: by the order of addresses, from 0 */
};

struct moved {
  VEC(struct moved_object) movable;   /* by address */
  VEC(struct object *) others;        /* the other live objects that may be written */
  VEC(struct object *) with_pointers; /* those of them that have addresses of movable ones */
  uint64_t bytes;                     /* of all of them */
  struct id_map visited;              /* expressions */
  VEC(const struct expr *) stack;
};

void moved_free(struct moved *heap);
/* Lists the objects. What it lists is borrowed. If they are too many, nothing is movable. */
void moved_begin(struct moved *heap, const struct space *space);
/* The address matters, if it is one of a movable object. */
void moved_pin(struct moved *heap, uint64_t address);
/* So do those in an expression. */
void moved_pin_expr(struct moved *heap, const struct expr *e);
/* A word of a register: a hidden address matters. */
void moved_pin_hidden(struct moved *heap, uint64_t word);
/* Looks for addresses in objects; then numbers are final. */
void moved_look(struct moved *heap);
/* The movable object that the address is in, or just behind; NULL: none, or it is pinned. */
const struct moved_object *moved_find(const struct moved *heap, uint64_t address);
bool moved_has_pointers(const struct moved *heap, const struct object *object);

#endif
