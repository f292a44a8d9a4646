/* Ranges of floating-point results; private to src/expr. */
#ifndef EXPR_RANGE_FLOAT_H
#define EXPR_RANGE_FLOAT_H

#include "expr/node.h"

/* What is known of the value of a node of a floating-point kind from the ranges of its children.
   All have at most 64 bits. */
struct expr_range range_float(const struct expr *e, const struct expr_range *children);
/* The same for a node that is not made yet. */
struct expr_range range_float_kind(enum expr_kind kind, unsigned width,
                                   struct expr *const *children, const struct expr_range *ranges);

#endif
