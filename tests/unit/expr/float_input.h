/* A number of any format as an input: expressions have inputs of up to 64 bits. */
#ifndef TESTS_UNIT_EXPR_FLOAT_INPUT_H
#define TESTS_UNIT_EXPR_FLOAT_INPUT_H

#include "expr/expr.h"

static inline struct expr *float_input(struct exprs *exprs, unsigned width) {
  struct expr *e = NULL;
  for (unsigned done = 0; done < width;) {
    unsigned part = width - done < 64 ? width - done : 64;
    struct expr *low = expr_input(exprs, expr_new_array(exprs, "x", part, 8, 1, NULL), 0);
    e = e == NULL ? low : expr_concat(exprs, low, e);
    done += part;
  }
  return e;
}

#endif
