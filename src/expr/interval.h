/* Comparisons of one value with constants, as sets of values; private to src/expr. */
#ifndef EXPR_INTERVAL_H
#define EXPR_INTERVAL_H

struct expr;
struct exprs;

/* The conjunction or disjunction of two conditions, if both compare the same value with
   constants and the result is simpler than the two; else NULL. */
struct expr *interval_and(struct exprs *exprs, struct expr *a, struct expr *b);
struct expr *interval_or(struct exprs *exprs, struct expr *a, struct expr *b);

#endif
