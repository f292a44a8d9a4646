/* Shapes: what states have in common that an annotation speaks about.

   A shape has a call stack, a layout of memory and a content. Some registers and pieces of memory
   are cells: they may have any value, and annotations are formulas over them. Everything else is
   fixed: a state fits the shape only if it has exactly that content there. */
#ifndef REDUCE_SHAPE_SHAPE_H
#define REDUCE_SHAPE_SHAPE_H

#include "reduce/shape/names.h"
#include "reduce/shape/targets.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct exprs;
struct machine;
struct object;
struct state;
struct substitution;

/* A register that is still read; frame 0 is the top one. */
struct live_register {
  uint32_t frame, reg, width;
};

/* The call stack, and all else that decides how a state goes on but values and memory. */
struct outline {
  VEC(uint64_t) words;
  VEC(struct live_register) live;
};
/* False: states like this one are not described. */
bool outline_take(struct machine *machine, const struct state *state, bool is_behind,
                  struct outline *outline);
void outline_free(struct outline *outline);
uint64_t outline_key(const struct outline *outline);

struct cell {
  struct live_register place; /* size 0: a register … */
  uint64_t base;              /* … less this: a pointer into the object there; 0: a number. Else: */
  uint64_t address;
  uint32_t size;
  bool is_pointer; /* to one of the targets, of which the name is the number */
  struct targets targets;
  uint64_t
      own; /* an object of the model that no pointer leads to but cells (pointers.c); 0: none */
  struct name name;
  struct expr *value; /* of the name */
};
/* What is in the register, or in memory, of a cell that has the value. */
struct expr *cell_content(struct exprs *exprs, const struct cell *cell, struct expr *value);

struct shape {
  struct outline outline;
  struct state *model;  /* owned; what is fixed is as in it */
  bool is_behind;       /* behind a call; else at the entry of a block */
  bool moves_heap;      /* heap objects may lie elsewhere in states of the shape (relocate.h) */
  bool selects_targets; /* pointers that differ may become cells */
  uint64_t grown;       /* how often cells and targets have been added */
  VEC(struct cell) cells;
  VEC(uint32_t) dead; /* slots of variables whose content does not matter, in ascending order */
};

/* Cells for all that is symbolic in the state. NULL: it cannot be described. Returns owned; the
   state is copied. */
struct shape *shape_new(struct machine *machine, struct names *names, struct state *state,
                        bool is_behind);
void shape_free(struct machine *machine, struct shape *shape);
/* Whether the rest of the program overwrites the variable before it reads it. */
bool shape_is_dead(const struct shape *shape, const struct object *object);

/* The object of the model that has the cell, which is in memory. False: there is none. */
bool shape_find_object(const struct shape *shape, const struct cell *cell, uint64_t *base,
                       uint64_t *size);

typedef VEC(struct expr *) expr_list;

enum fit {
  FITS,
  FIT_DIFFERS, /* only in values: the shape could be widened */
  FIT_UNLIKE
};
/* The values of the cells in a state, if it fits. */
enum fit shape_fit(struct machine *machine, struct shape *shape, struct state *state,
                   const struct outline *outline, expr_list *values);
/* Makes cells of all in which the state differs. False: that is not possible, or there are too
   many. */
bool shape_widen(struct machine *machine, struct names *names, struct shape *shape,
                 struct state *state);

/* Makes cells in advance of what will probably differ: parameters of the block, and memory that is
   a cell of the other shape. Pointers are left as they are. */
void shape_widen_like(struct machine *machine, struct names *names, struct shape *shape,
                      const struct shape *other);

/* A state of the shape whose cells have these values, under no condition. Returns owned
   (exec/explore/successor.h). */
struct state *shape_make_state(struct machine *machine, struct shape *shape,
                               const expr_list *values);
/* The same with the cells' names as values. */
struct state *shape_make_general(struct machine *machine, struct shape *shape);
/* Cells become these values. */
void shape_substitute(const struct names *names, const struct shape *shape, const expr_list *values,
                      struct substitution *substitution);
/* A copy of a state, which may be the running one. Returns owned. */
struct state *shape_copy_state(struct machine *machine, struct state *state);

#endif
