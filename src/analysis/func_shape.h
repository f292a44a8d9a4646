/* What points-to analysis wants to know of a function before it looks at its instances. */
#ifndef ANALYSIS_FUNC_SHAPE_H
#define ANALYSIS_FUNC_SHAPE_H

#include "analysis/abstract.h"

#include <stdbool.h>
#include <stdint.h>

struct ir_func;
struct ir_program;
struct magnitude;

struct func_shape {
  uint32_t *definition; /* per register: its instruction; ABSTRACT_NONE for parameters */
  uint32_t *cycle;      /* per register: registers that flow into each other have the same */
  struct magnitude *magnitudes; /* per register */
  bool is_recursive;            /* by direct calls */
  bool makes_objects;           /* a result may be the address of an object that it has just made */
  bool forwards;                /* hands a number on to a function that dispatches or forwards */
  bool dispatches;              /* calls a function from a table, by a number that it is given */
};

/* Returns an owned array, one for each function of the program. */
struct func_shape *func_shapes_find(const struct ir_program *program);
void func_shapes_free(struct func_shape *shapes, uint32_t count);

/* By how much an operand moves the address it is added to, in multiples of what. With a stride of
   1, the offset is SHIFT_DOWN if it may move the address down, else 0. */
struct shift func_shape_shift(const struct ir_func *func, const struct func_shape *shape,
                              uint32_t operand);

#endif
