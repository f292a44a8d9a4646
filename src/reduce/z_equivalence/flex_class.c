/* Which flexible operands make an operator's result flexible.

   Type I needs one: =, +, xor, complement, extraction, multiplication by an odd constant, and
   comparisons with something that is never extreme. Type II needs both: the other comparisons,
   products, quotients, bit operations and shifts, concatenation. Remainders are of type II here,
   unlike in the paper, since x rem 0 is x. An ite needs both arms, or its condition and one arm.
   The rest is of type III: extensions, arrays and whatever else is not listed. So are sums that may
   include the address of an object, since the engine looks at them as such: an access to a[i] stays
   within a or is an error (exec/careful/resolve.c), while any other number may be the address of
   any object.

   tests/unit/reduce/test_flex_class.c proves each row by trying all values at small widths. */
#include "reduce/z_equivalence/flex_class.h"

#include "expr/expr.h"

static bool is_odd(const struct expr *e) {
  return expr_is_const(e) && e->width <= 64 && (expr_const_value(e) & 1) == 1;
}

static uint64_t all_ones(unsigned width) { return UINT64_MAX >> (64 - width); }
static int64_t signed_max(unsigned width) { return (int64_t)(all_ones(width) >> 1); }

/* Whether `other < x` (x < other, if x is on the left) can be both true and false by choice of x,
   for all values of the other. */
static bool is_strict_open(const struct expr *other, bool is_signed, bool is_left) {
  if (other->width > 64) return false;
  struct expr_range range = expr_range_of(other);
  if (is_signed)
    return is_left ? range.smin > -signed_max(other->width) - 1
                   : range.smax < signed_max(other->width);
  return is_left ? range.umin > 0 : range.umax < all_ones(other->width);
}

/* x <= other is the complement of other < x. */
static bool frees_comparison(const struct expr *e, bool is_left) {
  const struct expr *other = expr_child(e, is_left ? 1 : 0);
  bool is_signed = e->kind == EXPR_SLT || e->kind == EXPR_SLE;
  bool is_strict = e->kind == EXPR_ULT || e->kind == EXPR_SLT;
  return is_strict_open(other, is_signed, is_strict == is_left);
}

bool flex_may_be_address(const struct expr *e) {
  const int64_t small = (int64_t)1 << 32;
  if (e->width != 64 || !expr_is_const(e)) return false;
  int64_t value = (int64_t)expr_const_value(e);
  return value >= small || value <= -small;
}

static bool frees_by_one(const struct expr *e, unsigned flexible) {
  switch (e->kind) {
  case EXPR_ADD: return !flex_may_be_address(expr_child(e, 1 - flexible));
  case EXPR_XOR:
  case EXPR_EQ: return true;
  case EXPR_MUL: return is_odd(expr_child(e, 1 - flexible));
  case EXPR_ULT:
  case EXPR_ULE:
  case EXPR_SLT:
  case EXPR_SLE: return frees_comparison(e, flexible == 0);
  default: return false;
  }
}

static bool is_binary(const struct expr *e) {
  return (e->kind >= EXPR_ADD && e->kind <= EXPR_SLE) || e->kind == EXPR_CONCAT;
}

bool flex_frees(const struct expr *e, const bool *is_flexible) {
  if (e->kind == EXPR_NOT || e->kind == EXPR_EXTRACT) return is_flexible[0];
  if (e->kind == EXPR_ITE)
    return is_flexible[0] ? is_flexible[1] || is_flexible[2] : is_flexible[1] && is_flexible[2];
  if (!is_binary(e)) return false;
  if (is_flexible[0] && is_flexible[1]) return true;
  return (is_flexible[0] && frees_by_one(e, 0)) || (is_flexible[1] && frees_by_one(e, 1));
}
