/* Unknown objects that nothing leads to any more. */
#ifndef REDUCE_Z_EQUIVALENCE_GARBAGE_H
#define REDUCE_Z_EQUIVALENCE_GARBAGE_H

#include "memory/content_hash.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct machine;
struct state;
struct symbolic_list;

/* An unknown object of the state. */
struct garbage_object {
  uint32_t slot, array, holder; /* arrays of its content, and of the pointer that led to it */
  bool is_reached;
};

/* Used again from one question to the next. */
struct garbage {
  VEC(struct garbage_object) objects;
  VEC(uint32_t) unions;  /* per array: another that conditions connect it with, or itself */
  VEC(bool) is_reached;  /* per array that stands for those connected with it */
  VEC(uint32_t) slots;   /* the answer */
  VEC(uint32_t) touched; /* arrays whose entries are to be cleared */
  uint64_t work;         /* of the last question */
};
void garbage_free(struct garbage *garbage);

/* The slots of these objects, in ascending order, borrowed until the next call. `values` are all
   registers that are still read, `list` the memory with values that is. */
struct slot_set garbage_find(struct garbage *garbage, struct machine *machine,
                             const struct state *state, struct expr *const *values, size_t count,
                             const struct symbolic_list *list);

#endif
