/* Putting other expressions in the place of inputs or parts. */
#ifndef EXPR_SUBSTITUTE_H
#define EXPR_SUBSTITUTE_H

#include <stddef.h>

struct expr;
struct expr_range;
struct exprs;

/* The node with other children, as many as it has, of the same widths: what the
   constructor of its kind makes of them. */
struct expr *expr_rebuild(struct exprs *exprs, struct expr *e, struct expr *const *children);

/* A map from expressions to expressions of the same width, and what was made by it: many
   expressions under one map share their common parts. Nothing is replaced inside of what
   was put in. Not to be kept over a collection. */
struct substitution;
struct substitution *substitution_new(struct exprs *exprs);
void substitution_free(struct substitution *substitution);
/* Only before the first use. */
void substitution_add(struct substitution *substitution, struct expr *from, struct expr *to);
struct expr *substitution_apply(struct substitution *substitution, struct expr *e);

/* The range that e (width <= 64) would have if its children, all of width <= 64 and not
   arrays, had these. */
struct expr_range expr_range_apply(const struct expr *e, const struct expr_range *children);
/* The same with what its bits, its bounds and its signed bounds tell about each other. */
struct expr_range expr_range_refine(unsigned width, struct expr_range range);

#endif
