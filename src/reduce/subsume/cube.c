/* Operations on cubes. */
#include "reduce/subsume/cube.h"

#include "expr/expr.h"
#include "expr/substitute.h"

#include <stdlib.h>

void cube_free(struct cube *cube) {
  vec_free(&cube->literals);
  vec_free(&cube->futures);
}

bool cube_add(struct cube *cube, struct expr *literal) {
  if (expr_is_const(literal)) return !expr_is_false(literal);
  for (size_t i = 0; i < cube->literals.count; i++)
    if (cube->literals.data[i] == literal) return true;
  vec_push(&cube->literals, literal);
  return true;
}

void cube_add_future(struct cube *cube, struct name future) {
  for (size_t i = 0; i < cube->futures.count; i++)
    if (cube->futures.data[i].array == future.array) return;
  vec_push(&cube->futures, future);
}

struct expr *cube_formula(struct exprs *exprs, const struct cube *cube) {
  struct expr *all = expr_const(exprs, 1, 1);
  for (size_t i = 0; i < cube->literals.count; i++)
    all = expr_and(exprs, all, cube->literals.data[i]);
  return all;
}

bool cube_add_before(struct names *names, struct cube *cube, const struct cube *other,
                     const struct shape *shape, const expr_list *values) {
  struct substitution *substitution = substitution_new(names->exprs);
  shape_substitute(names, shape, values, substitution);
  for (size_t i = 0; i < other->futures.count; i++) {
    struct name old = other->futures.data[i], new = names_new(names, old.width);
    names_substitute(names, old, names_value(names, new), substitution);
    vec_push(&cube->futures, new);
  }
  bool is_possible = true;
  for (size_t i = 0; is_possible && i < other->literals.count; i++)
    is_possible = cube_add(cube, substitution_apply(substitution, other->literals.data[i]));
  substitution_free(substitution);
  return is_possible;
}
