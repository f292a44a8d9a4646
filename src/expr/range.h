/* What is known of a value without solving: bits, and unsigned and signed intervals. Widths up to
   64; wider expressions have no range. Private to src/expr.

   A range holds for every assignment. zeros and ones have no bits above the width. */
#ifndef EXPR_RANGE_H
#define EXPR_RANGE_H

#include "expr/node.h"

/* For widths from 1 to 64. */
static inline uint64_t low_mask(unsigned width) { return ~(uint64_t)0 >> (64 - width); }
static inline int64_t most_signed(unsigned width) { return (int64_t)(low_mask(width) >> 1); }
static inline int64_t least_signed(unsigned width) { return ~most_signed(width); }

static inline struct expr_range range_full(unsigned width) {
  return (struct expr_range){
      .umax = low_mask(width), .smin = least_signed(width), .smax = most_signed(width)};
}

static inline struct expr_range range_single(unsigned width, uint64_t value) {
  int64_t as_signed = value_signed(width, value);
  return (struct expr_range){.zeros = ~value & low_mask(width),
                             .ones = value,
                             .umin = value,
                             .umax = value,
                             .smin = as_signed,
                             .smax = as_signed};
}

static inline bool range_is_single(const struct expr_range *range) {
  return range->umin == range->umax;
}

/* True if nothing is known. */
static inline bool range_is_full(unsigned width, const struct expr_range *r) {
  return (r->zeros | r->ones | r->umin | (r->umax ^ low_mask(width)) |
          (uint64_t)(r->smin ^ least_signed(width)) | (uint64_t)(r->smax ^ most_signed(width))) ==
         0;
}

/* How a range is stored after a node: widths up to 32 take half the space. */
struct narrow_range {
  uint32_t zeros, ones, umin, umax;
  int32_t smin, smax;
};

static inline uint32_t range_stored_grains(unsigned width) { return width <= 32 ? 3 : 6; }

static inline void range_store(unsigned width, const struct expr_range *range, grain *grains) {
  if (width > 32) {
    __builtin_memcpy(grains, range, sizeof *range);
    return;
  }
  struct narrow_range narrow = {(uint32_t)range->zeros, (uint32_t)range->ones,
                                (uint32_t)range->umin,  (uint32_t)range->umax,
                                (int32_t)range->smin,   (int32_t)range->smax};
  __builtin_memcpy(grains, &narrow, sizeof narrow);
}

/* False if range_of knows nothing beyond the width. */
static inline bool range_is_known(const struct expr *e) {
  return (e->mark & MARK_RANGE) || e->kind == EXPR_CONST || e->kind == EXPR_ZEXT;
}

struct expr_range range_of(const struct expr *e);

/* The range of a result from those of its operands. */
#define X(name, kind)                                                                              \
  struct expr_range range_##name(unsigned width, const struct expr_range *a,                       \
                                 const struct expr_range *b);
EXPR_OPERATORS(X)
#undef X
struct expr_range range_binary(enum expr_kind kind, unsigned width, const struct expr_range *a,
                               const struct expr_range *b);
struct expr_range range_not(unsigned width, const struct expr_range *a);
struct expr_range range_zext(unsigned from, unsigned to, const struct expr_range *a);
struct expr_range range_sext(unsigned from, unsigned to, const struct expr_range *a);
struct expr_range range_extract(unsigned low_bit, unsigned width, const struct expr_range *a);
struct expr_range range_concat(unsigned high_width, const struct expr_range *high,
                               unsigned low_width, const struct expr_range *low);
struct expr_range range_square(unsigned width, const struct expr_range *a);
/* The union. */
struct expr_range range_join(unsigned width, const struct expr_range *a,
                             const struct expr_range *b);
/* Of the elements of a constant table. */
struct expr_range range_of_table(const struct expr_array *array);
/* The value of a comparison: 0, 1, or -1 if the ranges do not decide it. */
int range_compare(enum expr_kind kind, const struct expr_range *a, const struct expr_range *b);

#endif
