/* The constructors other than those of binary operators: check, fold constants, rewrite, consult
   the range, and only then find or make a node. */
#include "expr/build.h"

#include "expr/fold.h"
#include "expr/node.h"
#include "expr/range.h"
#include "expr/rewrite.h"
#include "expr/support.h"

enum { REACHED_MAX = 1024 };

struct expr *expr_not(struct exprs *exprs, struct expr *a) {
  REQUIRE(!is_array(a));
  if (is_const(a)) return fold_not(exprs, a);
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
  return expr_mul(exprs, a, make_ones(exprs, a->width));
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
  if (is_const(high) && is_const(low)) return fold_concat(exprs, high, low);
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
  if (is_const(a)) return fold_extract(exprs, a, low_bit, width);
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
  if (is_const(a)) return fold_zext(exprs, a, width);
  if (enter(exprs)) {
    struct expr *result = rewrite_zext(exprs, a, width);
    leave(exprs);
    if (result) return result;
  }
  /* Its range follows from that of its operand; see range_of. */
  return node_unary(exprs, EXPR_ZEXT, width, a, NULL);
}

struct expr *expr_sext(struct exprs *exprs, struct expr *a, unsigned width) {
  REQUIRE(width >= a->width && width <= EXPR_MAX_WIDTH && !is_array(a));
  if (width == a->width) return a;
  if (is_const(a)) return fold_sext(exprs, a, width);
  if (enter(exprs)) {
    struct expr *result = rewrite_sext(exprs, a, width);
    leave(exprs);
    if (result) return result;
  }
  if (width > 64) return node_unary(exprs, EXPR_SEXT, width, a, NULL);
  struct expr *known = node_find_unary(exprs, EXPR_SEXT, width, a);
  if (known) return known;
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

/* The range of all elements, not counting those beyond the end of the array below, which are 0. */
static struct expr_range elements_range(const struct exprs *exprs, const struct expr *array) {
  if (array->kind == EXPR_STORE) return range_of(array);
  const struct expr_array *base = expr_array_of(exprs, array);
  return base->table ? exprs->arrays.data[base->number].range : range_full(array->width);
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
  if (array->width == 1)
    return node_ternary(exprs, EXPR_STORE, array->width, array, index, value, NULL);
  struct expr_range range = elements_range(exprs, array), other = range_of(value);
  range = range_join(array->width, &range, &other);
  return node_ternary(exprs, EXPR_STORE, array->width, array, index, value,
                      worth_storing(array->width, &range));
}

/* The range of a read of a constant table. */
static struct expr_range table_range(const struct exprs *exprs, const struct expr_array *base,
                                     const struct expr_range *index) {
  struct expr_range range = exprs->arrays.data[base->number].range;
  if (index->umax < base->size) return range;
  struct expr_range zero = range_single(base->element_width, 0);
  return range_join(base->element_width, &range, &zero);
}

/* A read of an array without stores depends on the elements that the index can reach, if those are
   cheap to find. */
static uint32_t reached_support(struct exprs *exprs, struct expr *array,
                                const struct expr_array *base, const struct expr_range *index) {
  uint64_t last = base->size && index->umax >= base->size ? base->size - 1 : index->umax;
  if (last - index->umin >= REACHED_MAX) return array->support;
  return support_of_elements(exprs, base->number, index->umin, last);
}

static struct expr *read_stores(struct exprs *exprs, struct expr *array, struct expr *index) {
  struct expr_range range = range_of(array);
  if (range_is_full(array->width, &range))
    return node_binary(exprs, EXPR_READ, array->width, array, index, NULL);
  const struct expr *below = array;
  while (below->kind == EXPR_STORE) below = child(below, 0);
  const struct expr_array *base = expr_array_of(exprs, below);
  if (base->size && range_of(index).umax >= base->size) {
    struct expr_range zero = range_single(array->width, 0);
    range = range_join(array->width, &range, &zero);
  }
  if (range_is_single(&range)) return make_single(exprs, array->width, &range);
  return node_binary(exprs, EXPR_READ, array->width, array, index,
                     worth_storing(array->width, &range));
}

struct expr *expr_read(struct exprs *exprs, struct expr *array, struct expr *index) {
  REQUIRE(is_array(array) && !is_array(index));
  REQUIRE(index->width == index_width(exprs, array));
  if (enter(exprs)) {
    struct expr *result = rewrite_read(exprs, array, index);
    leave(exprs);
    if (result) return result;
  }
  if (array->kind == EXPR_STORE) return read_stores(exprs, array, index);
  const struct expr_array *base = expr_array_of(exprs, array);
  struct expr_range reached = range_of(index);
  if (base->size && reached.umin >= base->size) return expr_const(exprs, array->width, 0);
  uint32_t support = reached_support(exprs, array, base, &reached);
  if (base->table == NULL) return node_read(exprs, array, index, support, NULL);
  struct expr_range range = table_range(exprs, base, &reached);
  if (range_is_single(&range)) return make_single(exprs, array->width, &range);
  return node_read(exprs, array, index, support, worth_storing(array->width, &range));
}
