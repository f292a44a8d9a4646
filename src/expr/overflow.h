/* Whether results fit into the width of their operands. */
#ifndef EXPR_OVERFLOW_H
#define EXPR_OVERFLOW_H

struct expr;
struct exprs;

/* Conditions (width 1) that the exact result, with operands of that signedness, fits into the
   width. The width of a product must be less than EXPR_MAX_WIDTH. */
struct expr *expr_signed_sum_fits(struct exprs *exprs, struct expr *a, struct expr *b);
struct expr *expr_signed_difference_fits(struct exprs *exprs, struct expr *a, struct expr *b);
struct expr *expr_signed_product_fits(struct exprs *exprs, struct expr *a, struct expr *b);
struct expr *expr_unsigned_product_fits(struct exprs *exprs, struct expr *a, struct expr *b);
/* The condition that the exact sum e + distance is a signed number of e's width (at most 64). */
struct expr *expr_signed_shift_fits(struct exprs *exprs, struct expr *e, __int128 distance);

#endif
