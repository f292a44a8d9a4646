/* Orders, unsigned and signed.

   With a constant on one side only the strict forms remain, C < x and x < C, and those
   become equalities where the range leaves one value. A signed order whose operands are
   known to have the same sign is unsigned; a comparison with zero is the sign bit. */
#include "expr/range.h"
#include "expr/rewrite.h"

static bool is_signed(enum expr_kind kind) { return kind == EXPR_SLT || kind == EXPR_SLE; }
static bool is_strict(enum expr_kind kind) { return kind == EXPR_ULT || kind == EXPR_SLT; }

static struct expr *least_value(struct exprs *exprs, unsigned width, bool with_sign) {
  struct expr *zero = expr_const(exprs, width, 0);
  if (!with_sign) return zero;
  if (width <= 64) return expr_const(exprs, width, (uint64_t)1 << (width - 1));
  return expr_concat(exprs, expr_const(exprs, 1, 1), expr_const(exprs, width - 1, 0));
}

static struct expr *greatest_value(struct exprs *exprs, unsigned width, bool with_sign) {
  return expr_not(exprs, least_value(exprs, width, with_sign));
}

/* True if the constant is the least or the greatest value of its width. */
static bool is_end(const struct expr *constant, bool is_greatest, bool with_sign) {
  unsigned width = constant->width;
  if (width <= 64) {
    uint64_t value = const_value(constant) ^ (with_sign ? (uint64_t)1 << (width - 1) : 0);
    return value == (is_greatest ? value_mask(width) : 0);
  }
  uint64_t words[WORDS_MAX];
  for (unsigned k = 0; k < word_count(width); k++) words[k] = const_words(constant)[k];
  if (with_sign) words[(width - 1) / 64] ^= (uint64_t)1 << ((width - 1) % 64);
  return is_greatest ? words_are_ones(width, words) : words_are_zero(width, words);
}

static struct expr *step(struct exprs *exprs, struct expr *constant, bool upward) {
  struct expr *one = expr_const(exprs, constant->width, 1);
  return upward ? expr_add(exprs, constant, one) : expr_sub(exprs, constant, one);
}

/* Width 1: true is 1 unsigned and -1 signed. */
static struct expr *rewrite_order_bool(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                       struct expr *b) {
  struct expr *less = is_signed(kind) ? b : a, *more = is_signed(kind) ? a : b;
  /* match:  x < y, x <= y, width 1
     result: ~x & y, ~x | y, or with x and y exchanged when signed */
  RULE(exprs, order_bool);
  return expr_binary(exprs, is_strict(kind) ? EXPR_AND : EXPR_OR, expr_not(exprs, less), more);
}

/* Compares only the high parts or only the low parts, if the others do not matter. */
static struct expr *rewrite_order_concat(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                         struct expr *b) {
  if (a->kind == EXPR_CONCAT && b->kind == EXPR_CONCAT &&
      child(a, 0)->width == child(b, 0)->width) {
    /* match:  concat(x, y) < concat(x, z)
       result: y < z, unsigned */
    if (child(a, 0) == child(b, 0)) {
      RULE(exprs, order_same_high);
      return expr_binary(exprs, is_strict(kind) ? EXPR_ULT : EXPR_ULE, child(a, 1), child(b, 1));
    }
    /* match:  concat(x, z) < concat(y, z)
       result: x < y */
    if (child(a, 1) == child(b, 1)) {
      RULE(exprs, order_same_low);
      return expr_binary(exprs, kind, child(a, 0), child(b, 0));
    }
    return NULL;
  }
  struct expr *constant = is_const(a) ? a : b, *parts = is_const(a) ? b : a;
  if (!is_strict(kind) || !is_const(constant) || parts->kind != EXPR_CONCAT) return NULL;
  struct expr *low = expr_extract(exprs, constant, 0, child(parts, 1)->width);
  struct expr *high = expr_extract(exprs, constant, child(parts, 1)->width, child(parts, 0)->width);
  /* match:  concat(x, y) < C, the low part of C is 0
     result: x < the high part of C */
  if (constant == b && is_zero(low)) {
    RULE(exprs, order_concat_const);
    return expr_binary(exprs, kind, child(parts, 0), high);
  }
  /* match:  C < concat(x, y), the low part of C is ~0
     result: the high part of C < x */
  if (constant == a && is_ones(low)) {
    RULE(exprs, order_concat_const);
    return expr_binary(exprs, kind, high, child(parts, 0));
  }
  return NULL;
}

static struct expr *rewrite_order_zext(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                       struct expr *b) {
  enum expr_kind plain = is_strict(kind) ? EXPR_ULT : EXPR_ULE;
  if (a->kind == EXPR_ZEXT && b->kind == EXPR_ZEXT) {
    /* match:  zext(x) < zext(y)
       result: x < y unsigned, the narrower extended to the other */
    RULE(exprs, order_zexts);
    struct expr *x = child(a, 0), *y = child(b, 0);
    unsigned width = x->width > y->width ? x->width : y->width;
    return expr_binary(exprs, plain, expr_zext(exprs, x, width), expr_zext(exprs, y, width));
  }
  struct expr *constant = is_const(a) ? a : b, *extended = is_const(a) ? b : a;
  if (!is_const(constant) || extended->kind != EXPR_ZEXT) return NULL;
  /* match:  zext(x) < C, C < zext(x)
     result: the same on x, unsigned, or what follows if C is outside */
  RULE(exprs, order_zext_const);
  unsigned narrow = child(extended, 0)->width;
  bool is_outside =
      words_leading_zeros(constant->width, const_words(constant)) < constant->width - narrow;
  if (is_outside) {
    bool is_below = is_signed(kind) && words_bit(const_words(constant), constant->width - 1);
    return make_bool(exprs, is_below == (constant == a));
  }
  struct expr *low = expr_extract(exprs, constant, 0, narrow);
  return constant == a ? expr_binary(exprs, plain, low, child(extended, 0))
                       : expr_binary(exprs, plain, child(extended, 0), low);
}

static struct expr *rewrite_order_sext(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                       struct expr *b) {
  if (a->kind == EXPR_SEXT && b->kind == EXPR_SEXT) {
    /* match:  sext(x) < sext(y)
       result: x < y, the narrower extended to the other */
    RULE(exprs, order_sexts);
    struct expr *x = child(a, 0), *y = child(b, 0);
    unsigned width = x->width > y->width ? x->width : y->width;
    return expr_binary(exprs, kind, expr_sext(exprs, x, width), expr_sext(exprs, y, width));
  }
  struct expr *constant = is_const(a) ? a : b, *extended = is_const(a) ? b : a;
  if (!is_const(constant) || extended->kind != EXPR_SEXT || !is_strict(kind)) return NULL;
  struct expr *x = child(extended, 0), *low = expr_extract(exprs, constant, 0, x->width);
  /* match:  sext(x) < C, C < sext(x), C itself such an extension
     result: the same on x */
  if (expr_sext(exprs, low, a->width) == constant) {
    RULE(exprs, order_sext_const);
    return constant == a ? expr_binary(exprs, kind, low, x) : expr_binary(exprs, kind, x, low);
  }
  if (is_signed(kind)) {
    /* match:  sext(x) < C, C < sext(x), signed, C outside
       result: what follows from the sign of C */
    RULE(exprs, order_sext_outside);
    bool is_below = words_bit(const_words(constant), constant->width - 1);
    return make_bool(exprs, is_below == (constant == a));
  }
  /* match:  sext(x) < C, C < sext(x), unsigned, C between the extensions
     result: x is not negative, x is negative */
  RULE(exprs, order_sext_between);
  struct expr *sign = expr_extract(exprs, x, x->width - 1, 1);
  return constant == a ? sign : expr_not(exprs, sign);
}

/* Whether x + C wraps for every x: 0 never, 1 always, -1 unknown; `offset` is then what is really
   added. */
static bool find_offset(struct expr *sum, bool with_sign, __int128 *offset) {
  struct expr *x = child(sum, 0);
  struct expr_range range = range_of(x);
  unsigned width = sum->width;
  uint64_t constant = const_value(child(sum, 1));
  __int128 circle = (__int128)1 << width;
  __int128 added = with_sign ? (__int128)value_signed(width, constant) : (__int128)constant;
  __int128 low = with_sign ? (__int128)range.smin : (__int128)range.umin;
  __int128 high = with_sign ? (__int128)range.smax : (__int128)range.umax;
  __int128 least = with_sign ? -(circle >> 1) : 0, most = least + circle - 1;
  if (low + added >= least && high + added <= most)
    *offset = added;
  else if (low + added > most)
    *offset = added - circle;
  else if (high + added < least)
    *offset = added + circle;
  else
    return false;
  return true;
}

/* match:  x + C < D, D < x + C, where x + C wraps always or never
   result: x < D - C, D - C < x, or what follows if D - C is outside */
static struct expr *rewrite_order_sum(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                      struct expr *b) {
  struct expr *constant = is_const(a) ? a : b, *sum = is_const(a) ? b : a;
  __int128 offset;
  if (a->width > 64 || !is_const(constant) || !is_strict(kind) || !has_const(sum, EXPR_ADD) ||
      !find_offset(sum, is_signed(kind), &offset))
    return NULL;
  RULE(exprs, order_sum);
  unsigned width = a->width;
  __int128 circle = (__int128)1 << width;
  __int128 least = is_signed(kind) ? -(circle >> 1) : 0, most = least + circle - 1;
  __int128 bound = (is_signed(kind) ? (__int128)value_signed(width, const_value(constant))
                                    : (__int128)const_value(constant)) -
                   offset;
  if (bound < least) return make_bool(exprs, constant == a);
  if (bound > most) return make_bool(exprs, constant == b);
  struct expr *other = expr_const(exprs, width, (uint64_t)bound);
  return constant == a ? expr_binary(exprs, kind, other, child(sum, 0))
                       : expr_binary(exprs, kind, child(sum, 0), other);
}

bool find_difference(struct exprs *exprs, struct expr *e, struct expr **x, struct expr **y) {
  if (e->kind != EXPR_ADD) return false;
  unsigned side = is_negation(child(e, 1)) || is_const(child(e, 1)) ? 1 : 0;
  struct expr *minus = child(e, side);
  if (!is_const(minus) && !is_negation(minus)) return false;
  *x = child(e, 1 - side);
  *y = is_const(minus) ? expr_neg(exprs, minus) : child(minus, 0);
  if (e->width > 64)
    return (*x)->kind == (*y)->kind && ((*x)->kind == EXPR_ZEXT || (*x)->kind == EXPR_SEXT);
  struct expr_range first = range_of(*x), second = range_of(*y);
  __int128 least = (__int128)first.smin - second.smax, most = (__int128)first.smax - second.smin;
  __int128 half = (__int128)1 << (e->width - 1);
  return least >= -half && most < half;
}

/* Comparisons of a difference with 0, other than for its sign. */
static struct expr *rewrite_slt_difference(struct exprs *exprs, struct expr *a, struct expr *b) {
  struct expr *x, *y;
  /* match:  0 < x + -y, no overflow, signed
     result: y < x */
  if (is_zero(a) && find_difference(exprs, b, &x, &y)) {
    RULE(exprs, slt_difference);
    return expr_slt(exprs, y, x);
  }
  /* match:  x + -y < 1, no overflow, signed
     result: x <= y */
  if (is_one(b) && find_difference(exprs, a, &x, &y)) {
    RULE(exprs, slt_difference);
    return expr_sle(exprs, x, y);
  }
  return NULL;
}

/* match:  x udiv C < D, D < x udiv C, C not 0
   result: x < C * D, C * (D + 1) <= x, or what follows if the product is too large */
static struct expr *rewrite_ult_udiv(struct exprs *exprs, struct expr *a, struct expr *b) {
  struct expr *constant = is_const(a) ? a : b, *quotient = is_const(a) ? b : a;
  if (a->width > 64 || !is_const(constant) || !has_const(quotient, EXPR_UDIV) ||
      is_zero(child(quotient, 1)))
    return NULL;
  RULE(exprs, ult_udiv);
  unsigned __int128 product = const_value(child(quotient, 1));
  product *= (unsigned __int128)const_value(constant) + (constant == a);
  if (product > value_mask(a->width)) return make_bool(exprs, constant == b);
  struct expr *bound = expr_const(exprs, a->width, (uint64_t)product);
  return constant == a ? expr_ule(exprs, bound, child(quotient, 0))
                       : expr_ult(exprs, child(quotient, 0), bound);
}

/* match:  x < C, C < x, strict, where the range of x leaves one value on either side
   result: x == that value, or its negation */
static struct expr *rewrite_order_edge(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                       struct expr *b) {
  struct expr *constant = is_const(a) ? a : b, *x = is_const(a) ? b : a;
  unsigned width = a->width;
  if (width > 64) {
    struct expr *edge = constant == a ? greatest_value(exprs, width, is_signed(kind))
                                      : least_value(exprs, width, is_signed(kind));
    struct expr *far = expr_not(exprs, edge);
    /* match:  x < least + 1, greatest - 1 < x, greatest > x, least < x, wide
       result: x == the edge, or its negation */
    if (constant == far) {
      RULE(exprs, order_edge_wide);
      return expr_ne(exprs, x, far);
    }
    if (step(exprs, edge, constant == b) == constant) {
      RULE(exprs, order_edge_wide);
      return expr_eq(exprs, x, edge);
    }
    return NULL;
  }
  struct expr_range range = range_of(x);
  uint64_t c = const_value(constant), mask = value_mask(width);
  uint64_t low = is_signed(kind) ? (uint64_t)range.smin & mask : range.umin;
  uint64_t high = is_signed(kind) ? (uint64_t)range.smax & mask : range.umax;
  uint64_t near = constant == a ? high : low, far = constant == a ? low : high;
  if (c == ((constant == a ? near - 1 : near + 1) & mask)) {
    RULE(exprs, order_edge);
    return expr_eq(exprs, x, expr_const(exprs, width, near));
  }
  /* A concatenation would be compared part by part, which is no longer a bound. */
  if (c == far && !(is_signed(kind) && x->kind == EXPR_CONCAT)) {
    RULE(exprs, order_far_edge);
    return expr_ne(exprs, x, constant);
  }
  return NULL;
}

static struct expr *rewrite_order_const(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                        struct expr *b) {
  bool with_sign = is_signed(kind);
  struct expr *constant = is_const(a) ? a : b;
  if (!is_strict(kind)) {
    /* match:  x <= C, C <= x
       result: x < C + 1, C - 1 < x, true at the end of the values */
    RULE(exprs, order_loose_const);
    if (is_end(constant, constant == b, with_sign)) return make_bool(exprs, true);
    enum expr_kind strict = with_sign ? EXPR_SLT : EXPR_ULT;
    struct expr *bound = step(exprs, constant, constant == b);
    return constant == a ? expr_binary(exprs, strict, bound, b)
                         : expr_binary(exprs, strict, a, bound);
  }
  /* match:  C < x, C the greatest value; x < C, C the least value
     result: false */
  if (is_end(constant, constant == a, with_sign)) {
    RULE(exprs, order_beyond);
    return make_bool(exprs, false);
  }
  struct expr *result = rewrite_order_edge(exprs, kind, a, b);
  if (result) return result;
  /* match:  x < 0, ~0 < x, signed
     result: the sign bit of x, its negation */
  if (with_sign && (constant == b ? is_zero(b) : is_ones(a))) {
    RULE(exprs, slt_sign);
    struct expr *x = constant == b ? a : b, *sign = expr_extract(exprs, x, x->width - 1, 1);
    return constant == b ? sign : expr_not(exprs, sign);
  }
  result = rewrite_order_sum(exprs, kind, a, b);
  if (result == NULL && with_sign) result = rewrite_slt_difference(exprs, a, b);
  if (result == NULL && !with_sign) result = rewrite_ult_udiv(exprs, a, b);
  return result;
}

static struct expr *rewrite_order(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                  struct expr *b) {
  /* match:  x < x, x <= x
     result: false, true */
  if (a == b) {
    RULE(exprs, order_self);
    return make_bool(exprs, !is_strict(kind));
  }
  if (a->width == 1) return rewrite_order_bool(exprs, kind, a, b);
  if (a->width <= 64 && (range_is_known(a) || range_is_known(b))) {
    struct expr_range first = range_of(a), second = range_of(b);
    int decided = range_compare(kind, &first, &second);
    /* match:  x < y, x <= y, decided by ranges
       result: true, false */
    if (decided >= 0) {
      RULE(exprs, order_decided);
      return make_bool(exprs, decided);
    }
    /* match:  x < y, signed, both of the same known sign
       result: x < y, unsigned */
    if (is_signed(kind) &&
        ((first.smin >= 0 && second.smin >= 0) || (first.smax < 0 && second.smax < 0))) {
      RULE(exprs, slt_same_sign);
      return expr_binary(exprs, kind == EXPR_SLT ? EXPR_ULT : EXPR_ULE, a, b);
    }
  }
  struct expr *result;
  if ((a->kind == EXPR_NOT || is_const(a)) && (b->kind == EXPR_NOT || is_const(b))) {
    /* match:  ~x < ~y, ~x < C, C < ~x
       result: y < x, ~C < x, x < ~C */
    RULE(exprs, order_nots);
    return expr_binary(exprs, kind, expr_not(exprs, b), expr_not(exprs, a));
  }
  if (is_const(a) || is_const(b)) {
    result = rewrite_order_const(exprs, kind, a, b);
    if (result) return result;
  }
  if ((result = rewrite_order_zext(exprs, kind, a, b))) return result;
  if ((result = rewrite_order_sext(exprs, kind, a, b))) return result;
  return rewrite_order_concat(exprs, kind, a, b);
}

struct expr *rewrite_ult(struct exprs *exprs, struct expr *a, struct expr *b) {
  return rewrite_order(exprs, EXPR_ULT, a, b);
}

struct expr *rewrite_ule(struct exprs *exprs, struct expr *a, struct expr *b) {
  return rewrite_order(exprs, EXPR_ULE, a, b);
}

struct expr *rewrite_slt(struct exprs *exprs, struct expr *a, struct expr *b) {
  return rewrite_order(exprs, EXPR_SLT, a, b);
}

struct expr *rewrite_sle(struct exprs *exprs, struct expr *a, struct expr *b) {
  return rewrite_order(exprs, EXPR_SLE, a, b);
}
