/* Operators on constants.

   Rules fold constants all the time, so up to 64 bits, which covers nearly all cases, this is a
   machine operation. Wider constants are handled in words.c. */
#include "expr/fold.h"

#include "expr/node.h"
#include "expr/rewrite.h"
#include "expr/words.h"

struct expr *fold_binary(struct exprs *exprs, enum expr_kind kind, const struct expr *a,
                         const struct expr *b) {
  unsigned width = is_comparison(kind) ? 1 : a->width;
  if (a->width <= 64)
    return expr_const(exprs, width, value_binary(kind, a->width, const_value(a), const_value(b)));
  uint64_t out[WORDS_MAX];
  words_binary(kind, a->width, const_words(a), const_words(b), out);
  return expr_const_words(exprs, width, out);
}

struct expr *fold_not(struct exprs *exprs, const struct expr *a) {
  if (a->width <= 64) return expr_const(exprs, a->width, ~const_value(a));
  uint64_t out[WORDS_MAX];
  words_not(a->width, const_words(a), out);
  return expr_const_words(exprs, a->width, out);
}

struct expr *fold_concat(struct exprs *exprs, const struct expr *high, const struct expr *low) {
  unsigned width = high->width + low->width;
  if (width <= 64)
    return expr_const(exprs, width, const_value(high) << low->width | const_value(low));
  uint64_t out[WORDS_MAX];
  words_concat(const_words(high), high->width, const_words(low), low->width, out);
  return expr_const_words(exprs, width, out);
}

struct expr *fold_extract(struct exprs *exprs, const struct expr *a, unsigned low, unsigned width) {
  if (a->width <= 64) return expr_const(exprs, width, const_value(a) >> low);
  uint64_t out[WORDS_MAX];
  words_extract(const_words(a), a->width, low, width, out);
  return expr_const_words(exprs, width, out);
}

struct expr *fold_zext(struct exprs *exprs, const struct expr *a, unsigned width) {
  if (width <= 64) return expr_const(exprs, width, const_value(a));
  uint64_t out[WORDS_MAX];
  words_zext(const_words(a), a->width, width, out);
  return expr_const_words(exprs, width, out);
}

struct expr *fold_sext(struct exprs *exprs, const struct expr *a, unsigned width) {
  if (width <= 64)
    return expr_const(exprs, width, (uint64_t)value_signed(a->width, const_value(a)));
  uint64_t out[WORDS_MAX];
  words_sext(const_words(a), a->width, width, out);
  return expr_const_words(exprs, width, out);
}
