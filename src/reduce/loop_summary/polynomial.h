/* Expressions as polynomials modulo a power of two. */
#ifndef REDUCE_LOOP_SUMMARY_POLYNOMIAL_H
#define REDUCE_LOOP_SUMMARY_POLYNOMIAL_H

struct expr;
struct exprs;

/* An expression of the same value: equal polynomials of at most 64 bits become the same
   expression, unless they are too large. */
struct expr *polynomial_normalise(struct exprs *exprs, struct expr *e);
/* The same for the sum a - b. */
struct expr *polynomial_difference(struct exprs *exprs, struct expr *a, struct expr *b);

#endif
