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
  /* Words of the model whose counterparts lead to other objects, if the shape selects targets. */
  VEC(uint64_t) mismatches;
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
/* Whether one of the words points into an object that may lie elsewhere. */
bool relocation_concerns(const struct relocation *relocation, const struct shape *shape,
                         const struct state *state, uint64_t in_model, uint64_t in_state);
/* The same of a word of two objects. Then it has been looked at: it is a pointer to another pair,
   or a mismatch. */
bool relocation_has_pointer(const struct relocation *relocation, const struct shape *shape,
                            const struct state *state, const struct object *a,
                            const struct object *b, uint64_t offset);

/* The live heap object that the address is in, or just behind; NULL: none. */
struct object *relocation_find_heap(const struct state *state, uint64_t address);
/* The word of the model that a word of the state is. False: it leads to an object of the heap that
   has no counterpart, or would lead to one in the model. */
bool relocation_find_word(const struct relocation *relocation, const struct shape *shape,
                          const struct state *state, uint64_t in_state, uint64_t *in_model);
/* Whether a word of the object is a pointer to the heap. */
bool relocation_has_pointers(const struct state *state, const struct object *object);

/* Whether the value means the same in both: no address of an object that was moved is in it. */
bool relocation_keeps(const struct relocation *relocation, const struct shape *shape,
                      const struct state *state, struct expr *value);

#endif
