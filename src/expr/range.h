/* What is known of a value without solving: bits, and intervals of both signs. Widths up
   to 64; wider expressions have no range. Private to src/expr.

   A range holds for every assignment. zeros and ones have no bits above the width. */
#ifndef EXPR_RANGE_H
#define EXPR_RANGE_H

#include "expr/node.h"

struct expr_range range_full(unsigned width);
struct expr_range range_single(unsigned width, uint64_t value);
struct expr_range range_of(const struct expr *e);
/* False if all that range_of says is the width. */
static inline bool range_is_known(const struct expr *e) {
  return (e->mark & MARK_RANGE) || e->kind == EXPR_CONST || e->kind == EXPR_ZEXT;
}
bool range_is_full(unsigned width, const struct expr_range *range);

static inline bool range_is_single(const struct expr_range *range) {
  return range->umin == range->umax;
}

/* How a range lies behind a node: widths up to 32 take half the room. */
static inline uint32_t range_stored_grains(unsigned width) { return width <= 32 ? 3 : 6; }
void range_store(unsigned width, const struct expr_range *range, grain *grains);

/* The range of a result from those of its operands. */
struct expr_range range_binary(enum expr_kind kind, unsigned width, const struct expr_range *a,
                               const struct expr_range *b);
struct expr_range range_not(unsigned width, const struct expr_range *a);
struct expr_range range_zext(unsigned from, unsigned to, const struct expr_range *a);
struct expr_range range_sext(unsigned from, unsigned to, const struct expr_range *a);
struct expr_range range_extract(unsigned low_bit, unsigned width, const struct expr_range *a);
struct expr_range range_concat(unsigned high_width, const struct expr_range *high,
                               unsigned low_width, const struct expr_range *low);
/* Either of them. */
struct expr_range range_join(unsigned width, const struct expr_range *a,
                             const struct expr_range *b);
/* Of the elements of a constant table. */
struct expr_range range_of_table(const struct expr_array *array);
/* Of a comparison: 0, 1, or -1 when the ranges do not decide. */
int range_compare(enum expr_kind kind, const struct expr_range *a, const struct expr_range *b);

#endif
