/* Substitution of inputs or other parts of expressions. */
#ifndef EXPR_SUBSTITUTE_H
#define EXPR_SUBSTITUTE_H

#include <stddef.h>

struct expr;
struct expr_range;
struct exprs;

/* The node with other children, as many as it has and of the same widths, as made by the
   constructor of its kind. */
struct expr *expr_rebuild(struct exprs *exprs, struct expr *e, struct expr *const *children);

/* A map from expressions to expressions of the same width, with a memo: many expressions under one
   map share the work on common parts. Nothing is replaced inside a replacement. Must not be kept
   over a collection. */
struct substitution;
struct substitution *substitution_new(struct exprs *exprs);
void substitution_free(struct substitution *substitution);
/* Only before the first use. */
void substitution_add(struct substitution *substitution, struct expr *from, struct expr *to);
struct expr *substitution_apply(struct substitution *substitution, struct expr *e);

/* The range of e (width <= 64) if its children, all of width <= 64 and not arrays, had these
   ranges. */
struct expr_range expr_range_apply(const struct expr *e, const struct expr_range *children);
/* Refines the bits, the bounds and the signed bounds by each other. */
struct expr_range expr_range_refine(unsigned width, struct expr_range range);

#endif
