/* Application of the functions of Core, FixedSizeBitVectors and ArraysEx. Functions for which
   expressions have no operator are built from others, as the theory defines them. */
#include "smt/apply.h"

#include "expr/expr.h"
#include "expr/overflow.h"
#include "smt/choices.h"
#include "smt/reader.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct call {
  struct reader *reader;
  struct exprs *exprs;
  const struct operator* op;
  const uint32_t *indices;
  const struct term *args;
  size_t count, start;
};

typedef struct term apply_call(const struct call *call);

#define ANY UINT_MAX /* arguments without limit */

struct operator{
  const char *name;
  unsigned min_count, max_count;
  unsigned index_count;
  apply_call *apply;
  enum expr_kind kind; /* for operators that share an apply function */
  bool is_swapped, is_negated;
};

#define fail(call, ...) lexer_fail(&(call)->reader->lexer, (call)->start, __VA_ARGS__)

static struct term bool_term(struct expr *e) {
  return (struct term){.sort = {.kind = SORT_BOOL, .width = 1}, .expr = e};
}

static struct term bits_term(struct expr *e) {
  return (struct term){.sort = {.kind = SORT_BITVEC, .width = e->width}, .expr = e};
}

static void need_bool(const struct call *call, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    if (call->args[i].sort.kind != SORT_BOOL)
      fail(call, "argument %zu of '%s' is not a Bool", i + 1, call->op->name);
}

static void need_bits(const struct call *call) {
  for (size_t i = 0; i < call->count; i++)
    if (call->args[i].sort.kind != SORT_BITVEC)
      fail(call, "argument %zu of '%s' is not a bit-vector", i + 1, call->op->name);
}

static void need_equal_sorts(const struct call *call, size_t from) {
  for (size_t i = from + 1; i < call->count; i++) {
    struct sort a = call->args[from].sort, b = call->args[i].sort;
    if (sort_equals(a, b)) continue;
    if (a.kind == SORT_BITVEC && b.kind == SORT_BITVEC)
      fail(call, "arguments %zu and %zu of '%s' have %u and %u bits", from + 1, i + 1,
           call->op->name, a.width, b.width);
    fail(call, "arguments %zu and %zu of '%s' have different sorts", from + 1, i + 1,
         call->op->name);
  }
}

static void need_max_width(const struct call *call, uint64_t width) {
  if (width > EXPR_MAX_WIDTH)
    fail(call, "unsupported: a bit-vector of %llu bits (at most %d)", (unsigned long long)width,
         EXPR_MAX_WIDTH);
}

/* Core. */

static struct term apply_true(const struct call *call) {
  return bool_term(expr_const(call->exprs, 1, call->op->is_negated ? 0 : 1));
}

static struct term apply_bool(const struct call *call) {
  need_bool(call, 0, call->count);
  struct expr *e = call->args[0].expr;
  if (call->count == 1 && call->op->is_negated) e = expr_not(call->exprs, e);
  for (size_t i = 1; i < call->count; i++)
    e = expr_binary(call->exprs, call->op->kind, e, call->args[i].expr);
  return bool_term(e);
}

static struct term apply_implies(const struct call *call) {
  need_bool(call, 0, call->count);
  struct expr *e = call->args[call->count - 1].expr;
  for (size_t i = call->count - 1; i-- > 0;)
    e = expr_or(call->exprs, expr_not(call->exprs, call->args[i].expr), e);
  return bool_term(e);
}

static struct expr *equal(const struct call *call, struct term a, struct term b) {
  return a.sort.kind == SORT_ARRAY ? smt_arrays_equal(call->reader, a, b)
                                   : expr_eq(call->exprs, a.expr, b.expr);
}

static struct term apply_equal(const struct call *call) {
  need_equal_sorts(call, 0);
  struct expr *e = expr_const(call->exprs, 1, 1);
  for (size_t i = 1; i < call->count; i++)
    e = expr_and(call->exprs, e, equal(call, call->args[i - 1], call->args[i]));
  return bool_term(e);
}

static struct term apply_distinct(const struct call *call) {
  need_equal_sorts(call, 0);
  struct expr *e = expr_const(call->exprs, 1, 1);
  for (size_t i = 0; i < call->count; i++)
    for (size_t k = i + 1; k < call->count; k++)
      e = expr_and(call->exprs, e,
                   expr_not(call->exprs, equal(call, call->args[i], call->args[k])));
  return bool_term(e);
}

static struct term apply_ite(const struct call *call) {
  need_bool(call, 0, 1);
  need_equal_sorts(call, 1);
  return choices_make(call->reader, call->args[0].expr, call->args[1], call->args[2]);
}

/* Bit-vectors. */

static struct term apply_unary(const struct call *call) {
  need_bits(call);
  struct expr *a = call->args[0].expr;
  return bits_term(call->op->is_negated ? expr_neg(call->exprs, a) : expr_not(call->exprs, a));
}

static struct term apply_binary(const struct call *call) {
  need_bits(call);
  need_equal_sorts(call, 0);
  struct expr *e = call->args[0].expr;
  for (size_t i = 1; i < call->count; i++)
    e = expr_binary(call->exprs, call->op->kind, e, call->args[i].expr);
  return bits_term(call->op->is_negated ? expr_not(call->exprs, e) : e);
}

static struct term apply_sub(const struct call *call) {
  need_bits(call);
  need_equal_sorts(call, 0);
  return bits_term(expr_sub(call->exprs, call->args[0].expr, call->args[1].expr));
}

static struct term apply_compare(const struct call *call) {
  need_bits(call);
  need_equal_sorts(call, 0);
  struct expr *a = call->args[call->op->is_swapped].expr;
  struct expr *b = call->args[!call->op->is_swapped].expr;
  return bool_term(expr_binary(call->exprs, call->op->kind, a, b));
}

static struct term apply_bvcomp(const struct call *call) {
  need_bits(call);
  need_equal_sorts(call, 0);
  return bits_term(expr_eq(call->exprs, call->args[0].expr, call->args[1].expr));
}

/* The sign follows the divisor: with u = |a| mod |b|, the result is u if both are positive or u is
   0, and else b - u, -u, or u + b, depending on the signs. */
static struct term apply_smod(const struct call *call) {
  need_bits(call);
  need_equal_sorts(call, 0);
  struct exprs *exprs = call->exprs;
  struct expr *a = call->args[0].expr, *b = call->args[1].expr;
  struct expr *zero = expr_const(exprs, a->width, 0);
  struct expr *is_a_neg = expr_slt(exprs, a, zero), *is_b_neg = expr_slt(exprs, b, zero);
  struct expr *u = expr_urem(exprs, expr_ite(exprs, is_a_neg, expr_neg(exprs, a), a),
                             expr_ite(exprs, is_b_neg, expr_neg(exprs, b), b));
  struct expr *neg_u = expr_neg(exprs, u);
  struct expr *by_sign =
      expr_ite(exprs, is_a_neg, expr_ite(exprs, is_b_neg, neg_u, expr_add(exprs, neg_u, b)),
               expr_ite(exprs, is_b_neg, expr_add(exprs, u, b), u));
  return bits_term(expr_ite(exprs, expr_eq(exprs, u, zero), u, by_sign));
}

static struct term apply_concat(const struct call *call) {
  need_bits(call);
  struct expr *e = call->args[0].expr;
  for (size_t i = 1; i < call->count; i++) {
    need_max_width(call, (uint64_t)e->width + call->args[i].sort.width);
    e = expr_concat(call->exprs, e, call->args[i].expr);
  }
  return bits_term(e);
}

static struct term apply_extract(const struct call *call) {
  need_bits(call);
  uint32_t high = call->indices[0], low = call->indices[1], width = call->args[0].sort.width;
  if (high >= width || low > high)
    fail(call, "bits %u to %u cannot be extracted from %u bits", high, low, width);
  return bits_term(expr_extract(call->exprs, call->args[0].expr, low, high - low + 1));
}

static struct term apply_extend(const struct call *call) {
  need_bits(call);
  uint64_t width = (uint64_t)call->args[0].sort.width + call->indices[0];
  need_max_width(call, width);
  struct expr *a = call->args[0].expr;
  return bits_term(call->op->kind == EXPR_SEXT ? expr_sext(call->exprs, a, (unsigned)width)
                                               : expr_zext(call->exprs, a, (unsigned)width));
}

static struct term apply_repeat(const struct call *call) {
  need_bits(call);
  if (call->indices[0] == 0) fail(call, "'repeat' needs an index of at least 1");
  need_max_width(call, (uint64_t)call->args[0].sort.width * call->indices[0]);
  struct expr *a = call->args[0].expr, *e = a;
  for (uint32_t i = 1; i < call->indices[0]; i++) e = expr_concat(call->exprs, e, a);
  return bits_term(e);
}

static struct term apply_rotate(const struct call *call) {
  need_bits(call);
  struct expr *a = call->args[0].expr;
  unsigned width = a->width, by = call->indices[0] % width;
  unsigned low_size = call->op->is_swapped ? by : width - by; /* the part that becomes the high
                                                                 one */
  if (by == 0) return bits_term(a);
  return bits_term(expr_concat(call->exprs, expr_extract(call->exprs, a, 0, low_size),
                               expr_extract(call->exprs, a, low_size, width - low_size)));
}

/* Overflow predicates of SMT-LIB 2.7, computed in a larger width. */
static struct term apply_overflow(const struct call *call) {
  need_bits(call);
  need_equal_sorts(call, 0);
  struct exprs *exprs = call->exprs;
  bool is_signed = call->op->is_swapped, is_difference = call->op->is_negated;
  struct expr *a = call->args[0].expr, *b = call->args[1].expr, *fits;
  if (call->op->kind == EXPR_MUL) {
    need_max_width(call, a->width + 1u);
    fits =
        is_signed ? expr_signed_product_fits(exprs, a, b) : expr_unsigned_product_fits(exprs, a, b);
  } else if (is_signed) {
    fits = is_difference ? expr_signed_difference_fits(exprs, a, b)
                         : expr_signed_sum_fits(exprs, a, b);
  } else {
    fits = is_difference ? expr_ule(exprs, b, a) : expr_ule(exprs, a, expr_add(exprs, a, b));
  }
  return bool_term(expr_not(exprs, fits));
}

/* -min overflows, and so does min / -1. */
static struct term apply_min_overflow(const struct call *call) {
  need_bits(call);
  need_equal_sorts(call, 0);
  struct exprs *exprs = call->exprs;
  struct expr *a = call->args[0].expr;
  struct expr *one = expr_const(exprs, a->width, 1);
  struct expr *min = expr_shl(exprs, one, expr_const(exprs, a->width, a->width - 1u));
  struct expr *e = expr_eq(exprs, a, min);
  if (call->count == 2)
    e = expr_and(exprs, e, expr_eq(exprs, call->args[1].expr, expr_neg(exprs, one)));
  return bool_term(e);
}

/* Arrays. */

static void need_array_and_index(const struct call *call) {
  struct sort array = call->args[0].sort, index = call->args[1].sort;
  if (array.kind != SORT_ARRAY) fail(call, "argument 1 of '%s' is not an array", call->op->name);
  if (index.kind != SORT_BITVEC || index.width != array.index_width)
    fail(call, "argument 2 of '%s' is not an index of %u bits", call->op->name, array.index_width);
}

static struct term store_leaf(struct reader *reader, struct term array, const void *context) {
  const struct call *call = context;
  array.expr = expr_store(reader->exprs, array.expr, call->args[1].expr, call->args[2].expr);
  return array;
}

static struct term apply_select(const struct call *call) {
  need_array_and_index(call);
  return bits_term(smt_arrays_read(call->reader, call->args[0], call->args[1].expr));
}

static struct term apply_store(const struct call *call) {
  need_array_and_index(call);
  struct sort value = call->args[2].sort;
  if (value.kind != SORT_BITVEC || value.width != call->args[0].sort.width)
    fail(call, "argument 3 of 'store' is not an element of %u bits", call->args[0].sort.width);
  return choices_map(call->reader, call->args[0], store_leaf, call);
}

static const struct operator operators[] = {
  {"true", 0, 0, 0, apply_true, 0, false, false},
  {"false", 0, 0, 0, apply_true, 0, false, true},
  {"not", 1, 1, 0, apply_bool, 0, false, true},
  {"and", 1, ANY, 0, apply_bool, EXPR_AND, false, false},
  {"or", 1, ANY, 0, apply_bool, EXPR_OR, false, false},
  {"xor", 1, ANY, 0, apply_bool, EXPR_XOR, false, false},
  {"=>", 2, ANY, 0, apply_implies, 0, false, false},
  {"=", 2, ANY, 0, apply_equal, 0, false, false},
  {"distinct", 2, ANY, 0, apply_distinct, 0, false, false},
  {"ite", 3, 3, 0, apply_ite, 0, false, false},
  {"bvnot", 1, 1, 0, apply_unary, 0, false, false},
  {"bvneg", 1, 1, 0, apply_unary, 0, false, true},
  {"bvadd", 2, ANY, 0, apply_binary, EXPR_ADD, false, false},
  {"bvmul", 2, ANY, 0, apply_binary, EXPR_MUL, false, false},
  {"bvand", 2, ANY, 0, apply_binary, EXPR_AND, false, false},
  {"bvor", 2, ANY, 0, apply_binary, EXPR_OR, false, false},
  {"bvxor", 2, ANY, 0, apply_binary, EXPR_XOR, false, false},
  {"bvnand", 2, 2, 0, apply_binary, EXPR_AND, false, true},
  {"bvnor", 2, 2, 0, apply_binary, EXPR_OR, false, true},
  {"bvxnor", 2, 2, 0, apply_binary, EXPR_XOR, false, true},
  {"bvsub", 2, 2, 0, apply_sub, 0, false, false},
  {"bvudiv", 2, 2, 0, apply_binary, EXPR_UDIV, false, false},
  {"bvurem", 2, 2, 0, apply_binary, EXPR_UREM, false, false},
  {"bvsdiv", 2, 2, 0, apply_binary, EXPR_SDIV, false, false},
  {"bvsrem", 2, 2, 0, apply_binary, EXPR_SREM, false, false},
  {"bvsmod", 2, 2, 0, apply_smod, 0, false, false},
  {"bvshl", 2, 2, 0, apply_binary, EXPR_SHL, false, false},
  {"bvlshr", 2, 2, 0, apply_binary, EXPR_LSHR, false, false},
  {"bvashr", 2, 2, 0, apply_binary, EXPR_ASHR, false, false},
  {"bvcomp", 2, 2, 0, apply_bvcomp, 0, false, false},
  {"bvult", 2, 2, 0, apply_compare, EXPR_ULT, false, false},
  {"bvule", 2, 2, 0, apply_compare, EXPR_ULE, false, false},
  {"bvugt", 2, 2, 0, apply_compare, EXPR_ULT, true, false},
  {"bvuge", 2, 2, 0, apply_compare, EXPR_ULE, true, false},
  {"bvslt", 2, 2, 0, apply_compare, EXPR_SLT, false, false},
  {"bvsle", 2, 2, 0, apply_compare, EXPR_SLE, false, false},
  {"bvsgt", 2, 2, 0, apply_compare, EXPR_SLT, true, false},
  {"bvsge", 2, 2, 0, apply_compare, EXPR_SLE, true, false},
  {"concat", 2, ANY, 0, apply_concat, 0, false, false},
  {"extract", 1, 1, 2, apply_extract, 0, false, false},
  {"zero_extend", 1, 1, 1, apply_extend, EXPR_ZEXT, false, false},
  {"sign_extend", 1, 1, 1, apply_extend, EXPR_SEXT, false, false},
  {"repeat", 1, 1, 1, apply_repeat, 0, false, false},
  {"rotate_left", 1, 1, 1, apply_rotate, 0, false, false},
  {"rotate_right", 1, 1, 1, apply_rotate, 0, true, false},
  {"bvuaddo", 2, 2, 0, apply_overflow, EXPR_ADD, false, false},
  {"bvsaddo", 2, 2, 0, apply_overflow, EXPR_ADD, true, false},
  {"bvumulo", 2, 2, 0, apply_overflow, EXPR_MUL, false, false},
  {"bvsmulo", 2, 2, 0, apply_overflow, EXPR_MUL, true, false},
  {"bvusubo", 2, 2, 0, apply_overflow, 0, false, true},
  {"bvssubo", 2, 2, 0, apply_overflow, 0, true, true},
  {"bvnego", 1, 1, 0, apply_min_overflow, 0, false, false},
  {"bvsdivo", 2, 2, 0, apply_min_overflow, 0, false, false},
  {"select", 2, 2, 0, apply_select, 0, false, false},
  {"store", 3, 3, 0, apply_store, 0, false, false},
};
enum { OPERATOR_COUNT = sizeof operators / sizeof *operators };

static bool matches(const char *candidate, const char *name, size_t length) {
  return strncmp(candidate, name, length) == 0 && candidate[length] == '\0';
}

const struct operator* operator_find(const char *name, size_t length) {
  for (int i = 0; i < OPERATOR_COUNT; i++)
    if (matches(operators[i].name, name, length)) return &operators[i];
  return NULL;
}

unsigned operator_index_count(const struct operator* op) { return op->index_count; }

const char *operator_name(const struct operator* op) { return op->name; }

const char *operator_unsupported(const char *name, size_t length) {
  static const char *const names[] = {
      "forall",     "exists",     "match",     "as", "lambda", "bv2nat", "nat2bv", "int2bv",
      "ubv_to_int", "sbv_to_int", "int_to_bv", "fp", "to_fp",  "-",      "+",      "*",
      "<",          "<=",         ">",         ">=", "div",    "mod",    "abs"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (matches(names[i], name, length)) return names[i];
  return NULL;
}

struct term operator_apply(struct reader *reader, const struct operator* op,
                           const uint32_t *indices, const struct term *args, size_t count,
                           size_t start) {
  struct call call = {reader, reader->exprs, op, indices, args, count, start};
  if (count < op->min_count || count > op->max_count)
    fail(&call, "'%s' takes %s%u argument%s, not %zu", op->name,
         op->min_count != op->max_count ? "at least " : "", op->min_count,
         op->min_count == 1 ? "" : "s", count);
  return op->apply(&call);
}

static struct term literal_of_words(struct reader *reader, uint32_t width, const uint64_t *words) {
  return bits_term(expr_const_words(reader->exprs, width, words));
}

enum { WORD_COUNT = EXPR_MAX_WIDTH / 64 };

struct term literal_of_digits(struct reader *reader, const char *digits, size_t length,
                              unsigned bits_per_digit, size_t start) {
  uint64_t words[WORD_COUNT] = {0};
  size_t width = length * bits_per_digit;
  if (width > EXPR_MAX_WIDTH)
    lexer_fail(&reader->lexer, start, "unsupported: a bit-vector of %zu bits (at most %d)", width,
               EXPR_MAX_WIDTH);
  for (size_t i = 0; i < length; i++) {
    char c = digits[length - 1 - i];
    uint64_t digit = (uint64_t)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
    size_t bit = i * bits_per_digit;
    words[bit / 64] |= digit << (bit % 64);
  }
  return literal_of_words(reader, (uint32_t)width, words);
}

struct term literal_of_decimal(struct reader *reader, const char *digits, size_t length,
                               uint32_t width, size_t start) {
  uint64_t words[WORD_COUNT] = {0};
  if (width == 0 || width > EXPR_MAX_WIDTH)
    lexer_fail(&reader->lexer, start, "unsupported: a bit-vector of %u bits (1 to %d)", width,
               EXPR_MAX_WIDTH);
  size_t word_count = (width + 63) / 64;
  bool is_too_large = false;
  for (size_t i = 0; i < length; i++) {
    unsigned __int128 carry = (unsigned)(digits[i] - '0');
    for (size_t k = 0; k < word_count; k++) {
      carry += (unsigned __int128)words[k] * 10;
      words[k] = (uint64_t)carry;
      carry >>= 64;
    }
    is_too_large |= carry != 0;
  }
  unsigned top = width % 64;
  is_too_large |= top != 0 && words[word_count - 1] >> top != 0;
  if (is_too_large) lexer_fail(&reader->lexer, start, "the value does not fit into %u bits", width);
  return literal_of_words(reader, width, words);
}
