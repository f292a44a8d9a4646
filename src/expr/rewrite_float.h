/* What the constructors of floating-point expressions simplify; private to src/expr. */
#ifndef EXPR_REWRITE_FLOAT_H
#define EXPR_REWRITE_FLOAT_H

#include "expr/node.h"

/* NULL if no rule applies. Not all children are constant. */
struct expr *rewrite_float(struct exprs *exprs, enum expr_kind kind, unsigned width,
                           struct expr *const *children);

#endif
