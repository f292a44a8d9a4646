/* Relocations: which heap objects of a state are those of a shape's model, at other addresses. */
#ifndef REDUCE_SHAPE_RELOCATE_H
#define REDUCE_SHAPE_RELOCATE_H

#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct exprs;
struct machine;
struct object;
struct outline;
struct shape;
struct state;

/* Objects of the heap; both borrowed. */
struct relocation_pair {
  struct object *model, *state;
};

struct relocation {
  bool is_on;                        /* else heap objects stay where they are */
  VEC(struct relocation_pair) pairs; /* all that the program can reach */
};

/* Whether addresses on the heap make no difference to the program, as far as its code shows. */
bool relocation_is_possible(const struct machine *machine);
/* Pairs the objects that registers and memory of both lead to, cells aside. False: the states point
   to different structures. If there is too much to look at, it is off. */
bool relocation_find(struct relocation *relocation, const struct machine *machine,
                     const struct shape *shape, struct state *state);
void relocation_free(struct relocation *relocation);
/* The address in the state that is this one in the model. */
uint64_t relocation_apply(const struct relocation *relocation, uint64_t address);
/* Whether the object of the model has a counterpart; true for all but the heap's. */
bool relocation_has(const struct relocation *relocation, const struct object *model);
/* Whether both words point into objects that are paired. */
bool relocation_pairs(const struct relocation *relocation, uint64_t in_model, uint64_t in_state);
/* Whether a word of two paired objects is a pointer to another pair. */
bool relocation_is_pointer(const struct relocation *relocation, const struct object *model,
                           uint64_t offset);
/* Whether the value means the same in both: no address of an object that was moved is in it. */
bool relocation_keeps(const struct relocation *relocation, const struct shape *shape,
                      const struct state *state, struct expr *value);

#endif
