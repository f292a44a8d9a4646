/* What the constructors of floating-point expressions simplify; private to src/expr. */
#ifndef EXPR_REWRITE_FLOAT_H
#define EXPR_REWRITE_FLOAT_H

#include "expr/node.h"
#include "expr/softfloat.h"

/* Constants as bits of a number. */
static inline float_bits const_number(const struct expr *e) {
  return e->width <= 64 ? const_value(e) : (float_bits)const_words(e)[1] << 64 | const_words(e)[0];
}
static inline struct expr *make_number(struct exprs *exprs, unsigned width, float_bits bits) {
  return expr_const_words(exprs, width, (uint64_t[]){(uint64_t)bits, (uint64_t)(bits >> 64)});
}

/* NULL if no rule applies. Not all children are constant. */
struct expr *rewrite_float(struct exprs *exprs, enum expr_kind kind, unsigned width,
                           struct expr *const *children);

/* A comparison with a constant that is no NaN: x <= C or x < C (is_upper), or the same from
   below. */
struct float_bound {
  bool is_upper, is_strict;
  float_bits value;
};

/* rewrite_float_bound.c: the comparison of e with the bound, if e is a monotone operation on one
   operand; NULL if not. */
struct expr *rewrite_float_bound(struct exprs *exprs, const struct expr *e,
                                 struct float_bound bound);
bool rewrite_float_has_bounds(const struct expr *e);

#endif
