/* The constructors of floating-point expressions: check, fold constants, rewrite, and only then
   find or make a node. */
#include "expr/build.h"

#include "expr/float_value.h"
#include "expr/node.h"
#include "expr/range.h"
#include "expr/range_float.h"
#include "expr/rewrite.h"
#include "expr/rewrite_float.h"
#include "expr/softfloat.h"

static struct expr *fold(struct exprs *exprs, enum expr_kind kind, unsigned width,
                         struct expr *const *children) {
  const uint64_t *words[3];
  uint64_t out[WORDS_MAX];
  for (unsigned k = 0; k < expr_kind_children[kind]; k++) words[k] = const_words(children[k]);
  float_value(kind, width, children[1]->width, words, out);
  return expr_const_words(exprs, width, out);
}

static struct expr *find_or_make(struct exprs *exprs, enum expr_kind kind, unsigned width,
                                 struct expr *const *children, const struct expr_range *range) {
  if (expr_kind_children[kind] == 2)
    return node_binary(exprs, kind, width, children[0], children[1], range);
  return node_ternary(exprs, kind, width, children[0], children[1], children[2], range);
}

/* True if the ranges of the operands may say something about the result. */
static bool find_range(enum expr_kind kind, unsigned width, struct expr *const *children,
                       struct expr_range *range) {
  struct expr_range ranges[3];
  bool is_known = false;
  for (unsigned k = 0; k < expr_kind_children[kind]; k++) {
    if (children[k]->width > 64) return false;
    ranges[k] = range_of(children[k]);
    is_known = is_known || (range_is_known(children[k]) && !is_const(children[k]));
  }
  if (width > 64 || !(is_known || kind == EXPR_SITOF)) return false;
  *range = range_float_kind(kind, width, children, ranges);
  return true;
}

static void check_widths(enum expr_kind kind, unsigned width, struct expr *const *children) {
  unsigned operand = children[1]->width;
  bool is_rounded = kind != EXPR_FREM && kind < EXPR_FEQ;
  for (unsigned k = 0; k < expr_kind_children[kind]; k++) REQUIRE(!is_array(children[k]));
  REQUIRE(!is_rounded || children[0]->width == FLOAT_ROUNDING_BITS);
  if (kind == EXPR_FTOSI)
    REQUIRE(float_is_format(operand));
  else if (kind >= EXPR_FEQ)
    REQUIRE(width == 1 && float_is_format(operand) && operand == children[0]->width);
  else
    REQUIRE(float_is_format(width));
  if (kind == EXPR_FCONV) REQUIRE(float_is_format(operand));
  if (kind == EXPR_FMA) REQUIRE(operand == 2 * width && children[2]->width == width);
  if (kind <= EXPR_FDIV) REQUIRE(operand == width && children[2]->width == width);
  if (kind == EXPR_FREM) REQUIRE(operand == width && children[0]->width == width);
  if (kind == EXPR_FSQRT || kind == EXPR_FRINT) REQUIRE(operand == width);
}

struct expr *expr_float(struct exprs *exprs, enum expr_kind kind, unsigned width,
                        struct expr *const *children) {
  bool is_folded = true;
  check_widths(kind, width, children);
  for (unsigned k = 0; k < expr_kind_children[kind]; k++)
    is_folded = is_folded && is_const(children[k]);
  if (is_folded) return fold(exprs, kind, width, children);
  if (enter(exprs)) {
    struct expr *result = rewrite_float(exprs, kind, width, children);
    leave(exprs);
    if (result) return result;
  }
  struct expr_range range;
  if (!find_range(kind, width, children, &range))
    return find_or_make(exprs, kind, width, children, NULL);
  if (range_is_single(&range)) return make_single(exprs, width, &range);
  const struct expr_range *stored = width == 1 ? NULL : worth_storing(width, &range);
  return find_or_make(exprs, kind, width, children, stored);
}

#define THREE(name, kind)                                                                          \
  struct expr *expr_##name(struct exprs *exprs, struct expr *rounding, struct expr *a,             \
                           struct expr *b) {                                                       \
    struct expr *const children[] = {rounding, a, b};                                              \
    return expr_float(exprs, EXPR_##kind, a->width, children);                                     \
  }
THREE(fadd, FADD)
THREE(fsub, FSUB)
THREE(fmul, FMUL)
THREE(fdiv, FDIV)

struct expr *expr_fma(struct exprs *exprs, struct expr *rounding, struct expr *a, struct expr *b,
                      struct expr *c) {
  struct expr *const children[] = {rounding, expr_concat(exprs, a, b), c};
  return expr_float(exprs, EXPR_FMA, c->width, children);
}

#define ROUNDED(name, kind)                                                                        \
  struct expr *expr_##name(struct exprs *exprs, struct expr *rounding, struct expr *a) {           \
    struct expr *const children[] = {rounding, a};                                                 \
    return expr_float(exprs, EXPR_##kind, a->width, children);                                     \
  }
ROUNDED(fsqrt, FSQRT)
ROUNDED(frint, FRINT)

#define CONVERTED(name, kind)                                                                      \
  struct expr *expr_##name(struct exprs *exprs, struct expr *rounding, struct expr *a,             \
                           unsigned width) {                                                       \
    struct expr *const children[] = {rounding, a};                                                 \
    return expr_float(exprs, EXPR_##kind, width, children);                                        \
  }
CONVERTED(ftosi, FTOSI)
CONVERTED(sitof, SITOF)

struct expr *expr_fconv(struct exprs *exprs, struct expr *rounding, struct expr *a,
                        unsigned width) {
  struct expr *const children[] = {rounding, a};
  return width == a->width ? a : expr_float(exprs, EXPR_FCONV, width, children);
}

struct expr *expr_frem(struct exprs *exprs, struct expr *a, struct expr *b) {
  struct expr *const children[] = {a, b};
  return expr_float(exprs, EXPR_FREM, a->width, children);
}

#define COMPARED(name, kind)                                                                       \
  struct expr *expr_##name(struct exprs *exprs, struct expr *a, struct expr *b) {                  \
    struct expr *const children[] = {a, b};                                                        \
    return expr_float(exprs, EXPR_##kind, 1, children);                                            \
  }
COMPARED(feq, FEQ)
COMPARED(flt, FLT)
COMPARED(fle, FLE)

/* On bits. */

static struct expr *sign_mask(struct exprs *exprs, unsigned width) {
  struct expr *one = expr_const(exprs, width, 1);
  return expr_shl(exprs, one, expr_const(exprs, width, width - 1));
}

struct expr *expr_fneg(struct exprs *exprs, struct expr *a) {
  return expr_xor(exprs, a, sign_mask(exprs, a->width));
}

struct expr *expr_fabs(struct exprs *exprs, struct expr *a) {
  return expr_and(exprs, a, expr_not(exprs, sign_mask(exprs, a->width)));
}

struct expr *expr_fcopysign(struct exprs *exprs, struct expr *a, struct expr *sign) {
  struct expr *mask = sign_mask(exprs, a->width);
  return expr_or(exprs, expr_fabs(exprs, a), expr_and(exprs, sign, mask));
}

/* The magnitude is beyond that of infinity. x87 has further values that are no numbers. */
struct expr *expr_fis_nan(struct exprs *exprs, struct expr *a) {
  struct float_format format = float_format(a->width);
  if (format.width == 80) {
    struct expr *leading = expr_extract(exprs, a, 63, 1);
    struct expr *exponent = expr_extract(exprs, a, 64, 15),
                *fraction = expr_extract(exprs, a, 0, 63);
    struct expr *is_invalid = expr_and(exprs, expr_not(exprs, leading),
                                       expr_ne(exprs, exponent, expr_const(exprs, 15, 0)));
    struct expr *is_nan = expr_and(exprs, expr_eq(exprs, exponent, expr_const(exprs, 15, 0x7fff)),
                                   expr_ne(exprs, fraction, expr_const(exprs, 63, 0)));
    return expr_or(exprs, is_invalid, is_nan);
  }
  /* As signed numbers the positive ones end with infinity, as unsigned ones the negative ones. */
  struct expr *infinity = expr_const(exprs, a->width, (uint64_t)float_infinity(&format, false));
  struct expr *other = expr_const(exprs, a->width, (uint64_t)float_infinity(&format, true));
  return expr_not(exprs, expr_and(exprs, expr_sle(exprs, a, infinity), expr_ule(exprs, a, other)));
}
