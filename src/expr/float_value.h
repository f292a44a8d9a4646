/* What floating-point kinds mean on values; private to src/expr. */
#ifndef EXPR_FLOAT_VALUE_H
#define EXPR_FLOAT_VALUE_H

#include "expr/ops.h"

#include <stdint.h>

/* The value of a node of that kind and width from those of its children, the second of which has
   `operand_width` bits. */
void float_value(enum expr_kind kind, unsigned width, unsigned operand_width,
                 const uint64_t *const *children, uint64_t *out);

#endif
