/* Operators on constants; private to src/expr. Results are made by expr_const. */
#ifndef EXPR_FOLD_H
#define EXPR_FOLD_H

#include "expr/ops.h"

struct expr;
struct exprs;

struct expr *fold_binary(struct exprs *exprs, enum expr_kind kind, const struct expr *a,
                         const struct expr *b);
struct expr *fold_not(struct exprs *exprs, const struct expr *a);
struct expr *fold_concat(struct exprs *exprs, const struct expr *high, const struct expr *low);
struct expr *fold_extract(struct exprs *exprs, const struct expr *a, unsigned low, unsigned width);
struct expr *fold_zext(struct exprs *exprs, const struct expr *a, unsigned width);
struct expr *fold_sext(struct exprs *exprs, const struct expr *a, unsigned width);

#endif
