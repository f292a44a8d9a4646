/* A range per expression, from comparisons with constants of at most 64 bits;
   everything else follows from nothing and says nothing. Signed and unsigned
   bounds are kept apart. */
#include "solver/bound.h"

#include "expr/expr.h"
#include "util/alloc.h"

#include <stdlib.h>

enum relation { IS_EQUAL, IS_DISTINCT, AT_LEAST, AT_MOST, AT_LEAST_SIGNED, AT_MOST_SIGNED };

struct bound {
  uint64_t id; /* of the expression */
  enum relation relation;
  uint64_t value;
  int64_t signed_value;
};

struct bound_range {
  uint64_t key; /* id + 1; 0: empty */
  uint64_t umin, umax;
  int64_t smin, smax;
};

static uint64_t mask_of(unsigned width) {
  return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

static int64_t signed_of(unsigned width, uint64_t value) {
  return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}

/* e compared with a constant, which may be beyond an end by one: then it is
   false, and not a bound. */
static bool read_order(const struct expr *e, bool is_true, struct bound *bound) {
  bool is_signed = e->kind == EXPR_SLT || e->kind == EXPR_SLE;
  bool is_strict = (e->kind == EXPR_ULT || e->kind == EXPR_SLT) == is_true;
  const struct expr *low = expr_child(e, !is_true), *high = expr_child(e, is_true);
  bool is_upper = expr_is_const(high);
  const struct expr *value = is_upper ? low : high, *constant = is_upper ? high : low;
  if (!expr_is_const(constant) || expr_is_const(value)) return false;
  unsigned width = value->width;
  uint64_t limit = expr_const_value(constant), mask = mask_of(width);
  uint64_t end = is_signed ? (mask >> 1) + is_upper : is_upper ? 0 : mask;
  if (is_strict && limit == end) return false;
  if (is_strict) limit = (is_upper ? limit - 1 : limit + 1) & mask;
  *bound = (struct bound){.id = value->id,
                          .relation = is_signed  ? is_upper ? AT_MOST_SIGNED : AT_LEAST_SIGNED
                                      : is_upper ? AT_MOST
                                                 : AT_LEAST,
                          .value = limit,
                          .signed_value = signed_of(width, limit)};
  return true;
}

static bool read_bound(const struct expr *e, struct bound *bound) {
  bool is_true = true;
  for (; e->kind == EXPR_NOT; e = expr_child(e, 0)) is_true = !is_true;
  bool is_order =
      e->kind == EXPR_ULT || e->kind == EXPR_ULE || e->kind == EXPR_SLT || e->kind == EXPR_SLE;
  if ((!is_order && e->kind != EXPR_EQ) || expr_child(e, 0)->width > 64) return false;
  if (is_order) return read_order(e, is_true, bound);
  const struct expr *constant = expr_child(e, 1), *value = expr_child(e, 0);
  if (!expr_is_const(constant) || expr_is_const(value)) return false;
  *bound = (struct bound){.id = value->id,
                          .relation = is_true ? IS_EQUAL : IS_DISTINCT,
                          .value = expr_const_value(constant),
                          .signed_value = signed_of(value->width, expr_const_value(constant))};
  return true;
}

static bool is_implied(const struct bound_range *range, const struct bound *bound) {
  switch (bound->relation) {
  case IS_EQUAL: return range->umin == bound->value && range->umax == bound->value;
  case IS_DISTINCT:
    return bound->value < range->umin || bound->value > range->umax ||
           bound->signed_value < range->smin || bound->signed_value > range->smax;
  case AT_LEAST: return range->umin >= bound->value;
  case AT_MOST: return range->umax <= bound->value;
  case AT_LEAST_SIGNED: return range->smin >= bound->signed_value;
  case AT_MOST_SIGNED: return range->smax <= bound->signed_value;
  }
  return false;
}

static void narrow(struct bound_range *range, const struct bound *bound) {
  bool is_equal = bound->relation == IS_EQUAL;
  if ((is_equal || bound->relation == AT_LEAST) && range->umin < bound->value)
    range->umin = bound->value;
  if ((is_equal || bound->relation == AT_MOST) && range->umax > bound->value)
    range->umax = bound->value;
  if ((is_equal || bound->relation == AT_LEAST_SIGNED) && range->smin < bound->signed_value)
    range->smin = bound->signed_value;
  if ((is_equal || bound->relation == AT_MOST_SIGNED) && range->smax > bound->signed_value)
    range->smax = bound->signed_value;
}

static struct bound_range *find(const struct bounds *bounds, uint64_t key) {
  size_t at = (key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (bounds->slot_count - 1);
  while (bounds->slots[at].key != 0 && bounds->slots[at].key != key)
    at = (at + 1) & (bounds->slot_count - 1);
  return &bounds->slots[at];
}

static void grow(struct bounds *bounds) {
  struct bounds old = *bounds;
  bounds->slot_count = old.slot_count ? 2 * old.slot_count : 16;
  bounds->slots = alloc_zeroed(bounds->slot_count * sizeof *bounds->slots);
  for (size_t i = 0; i < old.slot_count; i++)
    if (old.slots[i].key != 0) *find(bounds, old.slots[i].key) = old.slots[i];
  free(old.slots);
}

bool bounds_imply(struct bounds *bounds, const struct expr *conjunct) {
  struct bound bound;
  if (!read_bound(conjunct, &bound)) return false;
  if (2 * (bounds->used + 1) > bounds->slot_count) grow(bounds);
  struct bound_range *range = find(bounds, bound.id + 1);
  if (range->key == 0) {
    *range = (struct bound_range){bound.id + 1, 0, UINT64_MAX, INT64_MIN, INT64_MAX};
    bounds->used++;
  } else if (is_implied(range, &bound)) {
    return true;
  }
  narrow(range, &bound);
  return false;
}

void bounds_free(struct bounds *bounds) {
  free(bounds->slots);
  *bounds = (struct bounds){0};
}
