/* Overflow as conditions that are easy to decide.

   With a constant operand, and for squares, the condition is a bound on the other operand: all code
   that uses ranges understands that, and after such a test the path condition implies the range.
   Sums and differences are decided by the signs, so that no wider sum is needed in addition to the
   program's own.

   Products of narrow words are computed exactly, in twice the width, where ranges help. Wider ones
   use the product in one bit more than the width, and before it the leading bits of the operands:
   if bits i of |a| and j of |b| are set with i + j too large, the product is too large; if there
   are no such bits, it fits into the extra bit (Gök, Schulte and Balzola, Efficient Integer
   Multiplication Overflow Detection Circuits, 2001). This saves half of the product's gates, and a
   solver finds an overflow without multiplying. */
#include "expr/overflow.h"

#include "expr/expr.h"

typedef __int128 wide;

static struct expr *truth(struct exprs *exprs, bool is_true) {
  return expr_const(exprs, 1, is_true);
}

static wide least_of(unsigned width) { return -((wide)1 << (width - 1)); }
static wide most_of(unsigned width) { return ((wide)1 << (width - 1)) - 1; }

static bool is_small_const(const struct expr *e) { return expr_is_const(e) && e->width <= 64; }

static wide signed_value(const struct expr *e) {
  wide value = (wide)expr_const_value(e);
  return value > most_of(e->width) ? value - ((wide)1 << e->width) : value;
}

/* low <= e <= high, signed. */
static struct expr *lies_between(struct exprs *exprs, struct expr *e, wide low, wide high) {
  wide least = least_of(e->width), most = most_of(e->width);
  if (low > high || low > most || high < least) return truth(exprs, false);
  struct expr *result = truth(exprs, true);
  if (low > least) result = expr_sle(exprs, expr_const(exprs, e->width, (uint64_t)low), e);
  if (high < most)
    result =
        expr_and(exprs, result, expr_sle(exprs, e, expr_const(exprs, e->width, (uint64_t)high)));
  return result;
}

static struct expr *sign_of(struct exprs *exprs, struct expr *e) {
  return expr_extract(exprs, e, e->width - 1u, 1);
}

/* True unless both pairs differ. */
static struct expr *not_both_differ(struct exprs *exprs, struct expr *a, struct expr *b,
                                    struct expr *c, struct expr *d) {
  return expr_not(exprs, expr_and(exprs, expr_xor(exprs, a, b), expr_xor(exprs, c, d)));
}

struct expr *expr_signed_shift_fits(struct exprs *exprs, struct expr *e, wide distance) {
  return lies_between(exprs, e, least_of(e->width) - distance, most_of(e->width) - distance);
}

struct expr *expr_signed_sum_fits(struct exprs *exprs, struct expr *a, struct expr *b) {
  if (is_small_const(a)) {
    struct expr *swap = a;
    a = b;
    b = swap;
  }
  if (is_small_const(b)) {
    return expr_signed_shift_fits(exprs, a, signed_value(b));
  }
  struct expr *sum = sign_of(exprs, expr_add(exprs, a, b));
  return not_both_differ(exprs, sign_of(exprs, a), sum, sign_of(exprs, b), sum);
}

struct expr *expr_signed_difference_fits(struct exprs *exprs, struct expr *a, struct expr *b) {
  if (is_small_const(b)) {
    wide c = signed_value(b);
    return lies_between(exprs, a, least_of(a->width) + c, most_of(a->width) + c);
  }
  if (is_small_const(a)) {
    wide c = signed_value(a);
    return lies_between(exprs, b, c - most_of(b->width), c - least_of(b->width));
  }
  struct expr *sign = sign_of(exprs, a);
  struct expr *difference = sign_of(exprs, expr_sub(exprs, a, b));
  return not_both_differ(exprs, sign, sign_of(exprs, b), sign, difference);
}

/* The greatest number whose square is at most n. */
static uint64_t square_root(uint64_t n) {
  uint64_t root = 0;
  for (uint64_t bit = (uint64_t)1 << 31; bit != 0; bit >>= 1)
    if ((unsigned __int128)(root | bit) * (root | bit) <= n) root |= bit;
  return root;
}

/* a * c fits. */
static struct expr *multiple_fits(struct exprs *exprs, struct expr *a, wide c) {
  wide least = least_of(a->width), most = most_of(a->width);
  if (c == 0) return truth(exprs, true);
  /* Quotients rounded towards zero are the right bounds on both sides. */
  return c > 0 ? lies_between(exprs, a, least / c, most / c)
               : lies_between(exprs, a, most / c, least / c);
}

static struct expr *bit_of(struct exprs *exprs, struct expr *e, unsigned bit) {
  return expr_extract(exprs, e, bit, 1);
}

/* True if bits i of a and j of b are set with i + j >= limit; bits from `top` on are zero. */
static struct expr *meet_beyond(struct exprs *exprs, struct expr *a, struct expr *b, unsigned top,
                                unsigned limit) {
  struct expr *has_high = truth(exprs, false), *result = has_high;
  for (unsigned j = limit - (top - 1); j < top; j++) {
    has_high = expr_or(exprs, has_high, bit_of(exprs, a, limit - j));
    result = expr_or(exprs, result, expr_and(exprs, has_high, bit_of(exprs, b, j)));
  }
  return result;
}

/* a if it is not negative, else -a - 1. */
static struct expr *magnitude(struct exprs *exprs, struct expr *a) {
  return expr_xor(exprs, a, expr_sext(exprs, sign_of(exprs, a), a->width));
}

struct expr *expr_signed_product_fits(struct exprs *exprs, struct expr *a, struct expr *b) {
  unsigned width = a->width;
  if (is_small_const(b)) return multiple_fits(exprs, a, signed_value(b));
  if (is_small_const(a)) return multiple_fits(exprs, b, signed_value(a));
  if (a == b && width <= 64) {
    wide root = (wide)square_root((uint64_t)most_of(width));
    return lies_between(exprs, a, -root, root);
  }
  unsigned more = 2 * width <= 64 ? 2 * width : width + 1;
  struct expr *product = expr_mul(exprs, expr_sext(exprs, a, more), expr_sext(exprs, b, more));
  struct expr *low = expr_extract(exprs, product, 0, width);
  struct expr *fits = expr_eq(exprs, product, expr_sext(exprs, low, more));
  if (more == 2 * width) return fits;
  struct expr *is_large =
      meet_beyond(exprs, magnitude(exprs, a), magnitude(exprs, b), width - 1, width - 1);
  return expr_and(exprs, expr_not(exprs, is_large), fits);
}

struct expr *expr_unsigned_product_fits(struct exprs *exprs, struct expr *a, struct expr *b) {
  unsigned width = a->width;
  if (is_small_const(a)) {
    struct expr *swap = a;
    a = b;
    b = swap;
  }
  uint64_t most = UINT64_MAX >> (width < 64 ? 64 - width : 0);
  if (is_small_const(b)) {
    uint64_t c = expr_const_value(b);
    return c == 0 ? truth(exprs, true) : expr_ule(exprs, a, expr_const(exprs, width, most / c));
  }
  if (a == b && width <= 64) return expr_ule(exprs, a, expr_const(exprs, width, square_root(most)));
  unsigned more = 2 * width <= 64 ? 2 * width : width + 1;
  struct expr *product = expr_mul(exprs, expr_zext(exprs, a, more), expr_zext(exprs, b, more));
  struct expr *high = expr_extract(exprs, product, width, more - width);
  struct expr *fits = expr_eq(exprs, high, expr_const(exprs, more - width, 0));
  if (more == 2 * width) return fits;
  struct expr *is_large = meet_beyond(exprs, a, b, width, width);
  return expr_and(exprs, expr_not(exprs, is_large), fits);
}
