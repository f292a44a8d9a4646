/* strcmp, memcmp and similar functions: the difference of the first bytes that differ.

   Programs mostly test only whether there is one. The result is therefore an ite between 0, if
   all bytes are equal, and a value that is visibly not 0: comparing the result with 0 then
   leaves a conjunction of equalities of bytes. */
#include "exec/models/scan.h"

enum { INT_BITS = 32 };

/* The difference of two unequal bytes, as an int, from its low 8 bits and whether it is
   negative. The low 9 bits of positive and negative values are formed separately, so that the
   range of both excludes 0. */
static struct expr *difference(struct exprs *exprs, struct expr *low, struct expr *is_negative) {
  struct expr *negative = expr_concat(exprs, expr_const(exprs, 1, 1), low);
  struct expr *before = expr_sub(exprs, low, expr_const(exprs, 8, 1));
  struct expr *positive = expr_add(exprs, expr_zext(exprs, before, 9), expr_const(exprs, 9, 1));
  struct expr *bits = expr_ite(exprs, is_negative, negative, positive);
  return expr_concat(exprs, expr_sext(exprs, is_negative, INT_BITS - 9), bits);
}

/* The bytes differ at the exits that are hits. */
struct expr *result_order(struct scan *scan, const struct value *args) {
  struct exprs *exprs = scan->exprs;
  struct expr *is_equal = scan_miss(scan), *zero = expr_const(exprs, INT_BITS, 0);
  (void)args;
  if (expr_is_true(is_equal)) return zero;
  return expr_ite(exprs, is_equal, zero,
                  difference(exprs, scan_value(scan, 0), scan_value(scan, 1)));
}

static bool exit_different(struct scan *scan, struct expr *is_same, struct expr *x,
                           struct expr *y) {
  struct scan_exit what = {.is_hit = scan_bool(scan, true),
                           .values = {expr_sub(scan->exprs, x, y), expr_ult(scan->exprs, x, y)}};
  return scan_exit(scan, expr_not(scan->exprs, is_same), what);
}

static bool exit_equal(struct scan *scan, struct expr *condition) {
  return scan_exit(scan, condition, (struct scan_exit){.is_hit = scan_bool(scan, false)});
}

/* Like tolower in the C locale. */
static struct expr *lower(struct exprs *exprs, struct expr *byte) {
  struct expr *place = expr_sub(exprs, byte, expr_const(exprs, 8, 'A'));
  return expr_ite(exprs, expr_ult(exprs, place, expr_const(exprs, 8, 26)),
                  expr_or(exprs, byte, expr_const(exprs, 8, 32)), byte);
}

/* Whether two bytes are the same letter; if one is constant, compares with both of its forms. */
static struct expr *is_same_letter(struct exprs *exprs, struct expr *x, struct expr *y) {
  if (expr_is_const(x)) {
    struct expr *other = x;
    x = y;
    y = other;
  }
  if (!expr_is_const(y) || expr_is_const(x))
    return expr_eq(exprs, lower(exprs, x), lower(exprs, y));
  uint8_t c = (uint8_t)expr_const_value(y), letter = c | 32;
  struct expr *is_same = expr_eq(exprs, x, y);
  if (letter < 'a' || letter > 'z') return is_same;
  return expr_or(exprs, is_same, expr_eq(exprs, x, expr_const(exprs, 8, c ^ 32)));
}

enum { TEXT = 1, LIMITED = 2, CASELESS = 4 };

/* TEXT ends at 0; LIMITED ends after as many bytes as the third argument says. */
static bool compare(struct scan *scan, const struct value *args, unsigned how) {
  struct exprs *exprs = scan->exprs;
  for (uint64_t i = 0;; i++) {
    if (how & LIMITED) {
      struct expr *most = value_expr(scan->m, &args[2], 64);
      if (!exit_equal(scan, expr_ule(exprs, most, scan_word(scan, i)))) return true;
    }
    struct expr *x = scan_read(scan, args[0].words[0] + i);
    struct expr *y = x == NULL ? NULL : scan_read(scan, args[1].words[0] + i);
    if (y == NULL) return true;
    if (how & CASELESS) {
      struct expr *is_same = is_same_letter(exprs, x, y);
      if (!exit_different(scan, is_same, lower(exprs, x), lower(exprs, y))) return true;
    } else if (!exit_different(scan, expr_eq(exprs, x, y), x, y)) {
      return true;
    }
    if (i == 0) scan->is_open_at_start = scan->count == 1;
    if ((how & TEXT) && !exit_equal(scan, scan_is_zero(scan, expr_is_const(y) ? y : x)))
      return true;
  }
}

bool loop_strcmp(struct scan *scan, const struct value *args) { return compare(scan, args, TEXT); }

bool loop_strncmp(struct scan *scan, const struct value *args) {
  return compare(scan, args, TEXT | LIMITED);
}

bool loop_memcmp(struct scan *scan, const struct value *args) {
  return compare(scan, args, LIMITED);
}

bool loop_strcasecmp(struct scan *scan, const struct value *args) {
  return compare(scan, args, TEXT | CASELESS);
}

bool loop_strncasecmp(struct scan *scan, const struct value *args) {
  return compare(scan, args, TEXT | LIMITED | CASELESS);
}
