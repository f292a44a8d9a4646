/* The constructors: check, fold constants, bring operands into order, rewrite, see what
   the range says, and only then find or make a node. */
#include "expr/expr.h"

#include "expr/node.h"
#include "expr/range.h"
#include "expr/rewrite.h"
#include "expr/support.h"
#include "expr/words.h"

enum { REACHED_MAX = 1024 };

static rewrite_binary *const rewriters[EXPR_KIND_COUNT] = {
    [EXPR_CONCAT] = rewrite_concat, [EXPR_READ] = rewrite_read, [EXPR_ADD] = rewrite_add,
    [EXPR_MUL] = rewrite_mul,       [EXPR_UDIV] = rewrite_udiv, [EXPR_UREM] = rewrite_urem,
    [EXPR_SDIV] = rewrite_sdiv,     [EXPR_SREM] = rewrite_srem, [EXPR_AND] = rewrite_and,
    [EXPR_OR] = rewrite_or,         [EXPR_XOR] = rewrite_xor,   [EXPR_SHL] = rewrite_shl,
    [EXPR_LSHR] = rewrite_lshr,     [EXPR_ASHR] = rewrite_ashr, [EXPR_EQ] = rewrite_eq,
    [EXPR_ULT] = rewrite_ult,       [EXPR_ULE] = rewrite_ule,   [EXPR_SLT] = rewrite_slt,
    [EXPR_SLE] = rewrite_sle,
};

/* False when rewriting is nested too deeply to go on. */
static bool enter(struct exprs *exprs) {
  if (exprs->depth == 0) exprs->fuel = REWRITE_FUEL;
  if (exprs->depth == REWRITE_DEPTH) return false;
  exprs->depth++;
  return true;
}

static void leave(struct exprs *exprs) { exprs->depth--; }

/* What to store with a node: NULL for nothing. */
static const struct expr_range *worth_storing(unsigned width, const struct expr_range *range) {
  return range_is_full(width, range) ? NULL : range;
}

static struct expr *make_single(struct exprs *exprs, unsigned width,
                                const struct expr_range *range) {
  /* match:  anything whose range is one value
     result: that value */
  RULE(exprs, range_single);
  return expr_const(exprs, width, range->umin);
}

static struct expr *fold(struct exprs *exprs, enum expr_kind kind, struct expr *a, struct expr *b) {
  unsigned width = is_comparison(kind) ? 1 : a->width;
  if (a->width <= 64)
    return expr_const(exprs, width, value_binary(kind, a->width, const_value(a), const_value(b)));
  uint64_t out[WORDS_MAX];
  words_binary(kind, a->width, const_words(a), const_words(b), out);
  return expr_const_words(exprs, width, out);
}

struct expr *expr_binary(struct exprs *exprs, enum expr_kind kind, struct expr *a, struct expr *b) {
  REQUIRE(a->width == b->width && !is_array(a) && !is_array(b));
  if (is_const(a) && is_const(b)) return fold(exprs, kind, a, b);
  if (is_commutative(kind) && (is_const(a) || (!is_const(b) && b->id < a->id))) {
    struct expr *swap = a;
    a = b;
    b = swap;
  }
  if (enter(exprs)) {
    struct expr *result = rewriters[kind](exprs, a, b);
    if (result == NULL && (a->kind == EXPR_ITE || b->kind == EXPR_ITE))
      result = rewrite_choice_binary(exprs, kind, a, b);
    leave(exprs);
    if (result) return result;
  }
  if (is_comparison(kind)) return node_binary(exprs, kind, 1, a, b, NULL);
  unsigned width = a->width;
  if (width > 64 || !(range_is_known(a) || range_is_known(b)))
    return node_binary(exprs, kind, width, a, b, NULL);
  struct expr_range first = range_of(a), second = range_of(b);
  struct expr_range range = range_binary(kind, width, &first, &second);
  if (range_is_single(&range)) return make_single(exprs, width, &range);
  return node_binary(exprs, kind, width, a, b, worth_storing(width, &range));
}

struct expr *expr_not(struct exprs *exprs, struct expr *a) {
  REQUIRE(!is_array(a));
  if (is_const(a)) {
    uint64_t out[WORDS_MAX];
    words_not(a->width, const_words(a), out);
    return expr_const_words(exprs, a->width, out);
  }
  if (enter(exprs)) {
    struct expr *result = rewrite_not(exprs, a);
    leave(exprs);
    if (result) return result;
  }
  if (a->width > 64 || !range_is_known(a)) return node_unary(exprs, EXPR_NOT, a->width, a, NULL);
  struct expr_range inner = range_of(a), range = range_not(a->width, &inner);
  return node_unary(exprs, EXPR_NOT, a->width, a, worth_storing(a->width, &range));
}

struct expr *expr_neg(struct exprs *exprs, struct expr *a) {
  return expr_mul(exprs, a, expr_not(exprs, expr_const(exprs, a->width, 0)));
}

struct expr *expr_sub(struct exprs *exprs, struct expr *a, struct expr *b) {
  return expr_add(exprs, a, expr_neg(exprs, b));
}

struct expr *expr_ne(struct exprs *exprs, struct expr *a, struct expr *b) {
  return expr_not(exprs, expr_eq(exprs, a, b));
}

struct expr *expr_concat(struct exprs *exprs, struct expr *high, struct expr *low) {
  unsigned width = high->width + low->width;
  REQUIRE(width <= EXPR_MAX_WIDTH && !is_array(high) && !is_array(low));
  if (is_const(high) && is_const(low)) {
    uint64_t out[WORDS_MAX];
    words_concat(const_words(high), high->width, const_words(low), low->width, out);
    return expr_const_words(exprs, width, out);
  }
  if (enter(exprs)) {
    struct expr *result = rewrite_concat(exprs, high, low);
    leave(exprs);
    if (result) return result;
  }
  if (width > 64 || !(range_is_known(high) || range_is_known(low)))
    return node_binary(exprs, EXPR_CONCAT, width, high, low, NULL);
  struct expr_range first = range_of(high), second = range_of(low);
  struct expr_range range = range_concat(high->width, &first, low->width, &second);
  return node_binary(exprs, EXPR_CONCAT, width, high, low, worth_storing(width, &range));
}

struct expr *expr_extract(struct exprs *exprs, struct expr *a, unsigned low_bit, unsigned width) {
  REQUIRE(width >= 1 && low_bit + width <= a->width && !is_array(a));
  if (width == a->width) return a;
  if (is_const(a)) {
    uint64_t out[WORDS_MAX];
    words_extract(const_words(a), a->width, low_bit, width, out);
    return expr_const_words(exprs, width, out);
  }
  if (enter(exprs)) {
    struct expr *result = rewrite_extract(exprs, a, low_bit, width);
    leave(exprs);
    if (result) return result;
  }
  if (a->width > 64 || !range_is_known(a)) return node_extract(exprs, width, a, low_bit, NULL);
  struct expr_range inner = range_of(a), range = range_extract(low_bit, width, &inner);
  if (range_is_single(&range)) return make_single(exprs, width, &range);
  return node_extract(exprs, width, a, low_bit, worth_storing(width, &range));
}

struct expr *expr_zext(struct exprs *exprs, struct expr *a, unsigned width) {
  REQUIRE(width >= a->width && width <= EXPR_MAX_WIDTH && !is_array(a));
  if (width == a->width) return a;
  if (is_const(a)) {
    uint64_t out[WORDS_MAX];
    words_zext(const_words(a), a->width, width, out);
    return expr_const_words(exprs, width, out);
  }
  if (enter(exprs)) {
    struct expr *result = rewrite_zext(exprs, a, width);
    leave(exprs);
    if (result) return result;
  }
  /* Its range follows from that of its operand: see range_of. */
  return node_unary(exprs, EXPR_ZEXT, width, a, NULL);
}

struct expr *expr_sext(struct exprs *exprs, struct expr *a, unsigned width) {
  REQUIRE(width >= a->width && width <= EXPR_MAX_WIDTH && !is_array(a));
  if (width == a->width) return a;
  if (is_const(a)) {
    uint64_t out[WORDS_MAX];
    words_sext(const_words(a), a->width, width, out);
    return expr_const_words(exprs, width, out);
  }
  if (enter(exprs)) {
    struct expr *result = rewrite_sext(exprs, a, width);
    leave(exprs);
    if (result) return result;
  }
  if (width > 64) return node_unary(exprs, EXPR_SEXT, width, a, NULL);
  struct expr_range inner = range_of(a), range = range_sext(a->width, width, &inner);
  return node_unary(exprs, EXPR_SEXT, width, a, worth_storing(width, &range));
}

struct expr *expr_ite(struct exprs *exprs, struct expr *condition, struct expr *a, struct expr *b) {
  REQUIRE(condition->width == 1 && a->width == b->width && !is_array(a) && !is_array(b));
  if (is_const(condition)) return const_value(condition) ? a : b;
  if (a == b) return a;
  if (enter(exprs)) {
    struct expr *result = rewrite_ite(exprs, condition, a, b);
    leave(exprs);
    if (result) return result;
  }
  unsigned width = a->width;
  if (width > 64 || !(range_is_known(a) && range_is_known(b)))
    return node_ternary(exprs, EXPR_ITE, width, condition, a, b, NULL);
  struct expr_range first = range_of(a), second = range_of(b);
  struct expr_range range = range_join(width, &first, &second);
  return node_ternary(exprs, EXPR_ITE, width, condition, a, b, worth_storing(width, &range));
}

/* Arrays */

static unsigned index_width(const struct exprs *exprs, const struct expr *array) {
  return array->kind == EXPR_STORE ? child(array, 1)->width
                                   : expr_array_of(exprs, array)->index_width;
}

struct expr *expr_store(struct exprs *exprs, struct expr *array, struct expr *index,
                        struct expr *value) {
  REQUIRE(is_array(array) && value->width == array->width && !is_array(value));
  REQUIRE(index->width == index_width(exprs, array) && !is_array(index));
  if (enter(exprs)) {
    struct expr *result = rewrite_store(exprs, array, index, value);
    leave(exprs);
    if (result) return result;
  }
  return node_ternary(exprs, EXPR_STORE, array->width, array, index, value, NULL);
}

/* The range of what a read of a constant table gives. */
static struct expr_range table_range(const struct exprs *exprs, const struct expr_array *base,
                                     const struct expr_range *index) {
  struct expr_range range = exprs->arrays.data[base->number].range;
  if (index->umax < base->size) return range;
  struct expr_range zero = range_single(base->element_width, 0);
  return range_join(base->element_width, &range, &zero);
}

/* A read of an array without stores depends on the elements that the index can reach, as
   long as finding out is cheap. */
static uint32_t reached_support(struct exprs *exprs, struct expr *array,
                                const struct expr_array *base, const struct expr_range *index) {
  uint64_t last = base->size && index->umax >= base->size ? base->size - 1 : index->umax;
  if (last - index->umin >= REACHED_MAX) return array->support;
  return support_of_elements(exprs, base->number, index->umin, last);
}

struct expr *expr_read(struct exprs *exprs, struct expr *array, struct expr *index) {
  REQUIRE(is_array(array) && !is_array(index));
  REQUIRE(index->width == index_width(exprs, array));
  if (enter(exprs)) {
    struct expr *result = rewrite_read(exprs, array, index);
    leave(exprs);
    if (result) return result;
  }
  if (array->kind == EXPR_STORE)
    return node_binary(exprs, EXPR_READ, array->width, array, index, NULL);
  const struct expr_array *base = expr_array_of(exprs, array);
  struct expr_range reached = range_of(index);
  if (base->size && reached.umin >= base->size) return expr_const(exprs, array->width, 0);
  uint32_t support = reached_support(exprs, array, base, &reached);
  if (base->table == NULL) return node_read(exprs, array, index, support, NULL);
  struct expr_range range = table_range(exprs, base, &reached);
  if (range_is_single(&range)) return make_single(exprs, array->width, &range);
  return node_read(exprs, array, index, support, worth_storing(array->width, &range));
}
