/* Reads and stores.

   A read looks down a chain of stores, past those at other indices, to the one at its own; it stops
   at the first whose index may be equal. Reads at a symbolic index are otherwise left to the
   solver. */
#include "expr/range.h"
#include "expr/rewrite.h"

static struct expr *read_choice(struct exprs *exprs, struct expr *array, struct expr *index) {
  /* match:  a read at ite(c, C, D)
     result: ite(c, the read at C, the read at D) */
  if (index->kind != EXPR_ITE || !is_const(child(index, 1)) || !is_const(child(index, 2)) ||
      !spend(exprs))
    return NULL;
  RULE(exprs, read_choice);
  return expr_ite(exprs, child(index, 0), expr_read(exprs, array, child(index, 1)),
                  expr_read(exprs, array, child(index, 2)));
}

struct expr *rewrite_read(struct exprs *exprs, struct expr *array, struct expr *index) {
  struct expr *top = array;
  while (array->kind == EXPR_STORE) {
    /* match:  read(store(a, i, v), i)
       result: v */
    if (child(array, 1) == index) {
      RULE(exprs, read_stored);
      return child(array, 2);
    }
    if (!is_distinct(child(array, 1), index)) break;
    array = child(array, 0);
  }
  /* match:  read(store(a, i, v), j), i and j never equal
     result: read(a, j) */
  if (array != top) {
    RULE(exprs, read_past);
    return expr_read(exprs, array, index);
  }
  if (array->kind != EXPR_ARRAY) return read_choice(exprs, array, index);
  const struct expr_array *base = expr_array_of(exprs, array);
  /* match:  the read of an array at C
     result: that element */
  if (is_const(index)) {
    RULE(exprs, read_element);
    return expr_input(exprs, base, const_value(index));
  }
  /* match:  the read of an array, always beyond its end
     result: 0 */
  if (base->size && range_of(index).umin >= base->size) {
    RULE(exprs, read_beyond);
    return expr_const(exprs, array->width, 0);
  }
  return read_choice(exprs, array, index);
}

struct expr *rewrite_store(struct exprs *exprs, struct expr *array, struct expr *index,
                           struct expr *value) {
  /* match:  store(store(a, i, v), i, w)
     result: store(a, i, w) */
  if (array->kind == EXPR_STORE && child(array, 1) == index) {
    RULE(exprs, store_again);
    return expr_store(exprs, child(array, 0), index, value);
  }
  /* match:  store(a, i, read(a, i))
     result: a */
  bool is_read = value->kind == EXPR_READ && child(value, 0) == array && child(value, 1) == index;
  bool is_element = value->kind == EXPR_INPUT && array->kind == EXPR_ARRAY && is_const(index) &&
                    leaf_array(value) == leaf_array(array) &&
                    expr_input_index(value) == const_value(index);
  if (is_read || is_element) {
    RULE(exprs, store_same);
    return array;
  }
  return NULL;
}
