/* Cubes: conjunctions of literals over the cells of a shape that describe states from which an
   error may be reached. An annotation is the negation of all cubes of a place.

   Inputs that the program reads later are names, too. They are existentially quantified in a cube,
   so two cubes that are combined must not share them. */
#ifndef REDUCE_SUBSUME_CUBE_H
#define REDUCE_SUBSUME_CUBE_H

#include "reduce/shape/names.h"
#include "reduce/shape/shape.h"
#include "util/alloc.h"

#include <stdbool.h>
#include <stdint.h>

struct expr;
struct exprs;
struct substitution;

struct cube {
  expr_list literals;       /* of width 1; none is constant */
  VEC(struct name) futures; /* inputs that are read later */
  uint32_t depth;           /* stretches that an error is away */
};

void cube_free(struct cube *cube);
/* False: the literal is false, and so is the cube. */
bool cube_add(struct cube *cube, struct expr *literal);
/* Unless it is there. */
void cube_add_future(struct cube *cube, struct name future);
struct expr *cube_formula(struct exprs *exprs, const struct cube *cube);
/* Adds `other` as it is before a step that gives the cells of `shape` these values: its futures get
   new names. False as above. */
bool cube_add_before(struct names *names, struct cube *cube, const struct cube *other,
                     const struct shape *shape, const expr_list *values);

#endif
