/* A range per expression, from comparisons with constants of at most 64 bits, and the greatest
   difference of two expressions, from comparisons of these or of sums with constants that do not
   wrap. Other conjuncts are ignored. Signed and unsigned bounds are kept separately.

   Whether a sum wraps is decided by the ranges in the facts of the whole path. Those come from
   other kinds of conjuncts than the ones dropped as differences, so no two conjuncts are dropped
   because of each other. */
#include "solver/bound.h"

#include "expr/expr.h"
#include "expr/words.h"
#include "solver/facts.h"
#include "util/alloc.h"
#include "util/hash.h"

#include <stdlib.h>

enum relation { IS_EQUAL, IS_DISTINCT, AT_LEAST, AT_MOST, AT_LEAST_SIGNED, AT_MOST_SIGNED };

struct bound {
  uint64_t id; /* of the expression */
  enum relation relation;
  uint64_t value;
  int64_t signed_value;
};

typedef __int128 wide;

/* low - high <= most, in integers. */
struct difference {
  const struct expr *low, *high;
  bool is_signed;
  wide most;
};

struct bound_range {
  uint64_t key; /* id + 1; 0: empty */
  uint64_t umin, umax;
  int64_t smin, smax;
};

struct bound_difference {
  uint64_t low, high; /* ids, the first plus 1; 0: empty */
  bool is_signed;
  wide most;
};

/* e compared with a constant. A constant one beyond the end of the range makes the comparison
   false, not a bound. */
static bool read_order(const struct expr *e, bool is_true, struct bound *bound) {
  bool is_signed = e->kind == EXPR_SLT || e->kind == EXPR_SLE;
  bool is_strict = (e->kind == EXPR_ULT || e->kind == EXPR_SLT) == is_true;
  const struct expr *low = expr_child(e, !is_true), *high = expr_child(e, is_true);
  bool is_upper = expr_is_const(high);
  const struct expr *value = is_upper ? low : high, *constant = is_upper ? high : low;
  if (!expr_is_const(constant) || expr_is_const(value)) return false;
  unsigned width = value->width;
  uint64_t limit = expr_const_value(constant), mask = value_mask(width);
  uint64_t end = is_signed ? (mask >> 1) + is_upper : is_upper ? 0 : mask;
  if (is_strict && limit == end) return false;
  if (is_strict) limit = (is_upper ? limit - 1 : limit + 1) & mask;
  *bound = (struct bound){.id = value->id,
                          .relation = is_signed  ? is_upper ? AT_MOST_SIGNED : AT_LEAST_SIGNED
                                      : is_upper ? AT_MOST
                                                 : AT_LEAST,
                          .value = limit,
                          .signed_value = value_signed(width, limit)};
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
                          .signed_value = value_signed(value->width, expr_const_value(constant))};
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
  size_t at = (key * HASH_FACTOR >> 32) & (bounds->slot_count - 1);
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

static bool implies_bound(struct bounds *bounds, const struct bound *bound) {
  if (2 * (bounds->used + 1) > bounds->slot_count) grow(bounds);
  struct bound_range *range = find(bounds, bound->id + 1);
  if (range->key == 0) {
    *range = (struct bound_range){bound->id + 1, 0, UINT64_MAX, INT64_MIN, INT64_MAX};
    bounds->used++;
  } else if (is_implied(range, bound)) {
    return true;
  }
  narrow(range, bound);
  return false;
}

/* Differences. */

/* e as a base plus a number, if the facts show that the sum does not wrap. */
static const struct expr *take_apart(const struct facts *facts, const struct expr *e,
                                     bool is_signed, wide *added) {
  *added = 0;
  if (e->kind != EXPR_ADD) return e;
  const struct expr *base = expr_child(e, 0), *constant = expr_child(e, 1);
  if (!expr_is_const(constant) || expr_is_const(base)) return e;
  const struct fact *fact = facts_about(facts, base);
  struct expr_range range = fact ? fact_range(fact) : expr_range_of(base);
  uint64_t value = expr_const_value(constant), mask = value_mask(e->width);
  wide least = is_signed ? value_signed(e->width, mask ^ mask >> 1) : 0;
  wide most = is_signed ? (wide)(mask >> 1) : (wide)mask;
  wide low = is_signed ? (wide)range.smin : (wide)range.umin;
  wide high = is_signed ? (wide)range.smax : (wide)range.umax;
  for (unsigned k = 0; k < 2; k++) { /* the constant, or the constant minus 2^width */
    wide number = k == 0 ? (wide)value : (wide)value - mask - 1;
    if (low + number < least || high + number > most) continue;
    *added = number;
    return base;
  }
  return e;
}

static bool read_difference(const struct facts *facts, const struct expr *e,
                            struct difference *difference) {
  bool is_true = true;
  for (; e->kind == EXPR_NOT; e = expr_child(e, 0)) is_true = !is_true;
  bool is_strict = e->kind == EXPR_ULT || e->kind == EXPR_SLT;
  if (!is_strict && e->kind != EXPR_ULE && e->kind != EXPR_SLE) return false;
  const struct expr *low = expr_child(e, !is_true), *high = expr_child(e, is_true);
  if (low->width > 64 || expr_is_const(low) || expr_is_const(high)) return false;
  bool is_signed = e->kind == EXPR_SLT || e->kind == EXPR_SLE;
  wide to_low, to_high;
  low = take_apart(facts, low, is_signed, &to_low);
  high = take_apart(facts, high, is_signed, &to_high);
  wide most = to_high - to_low - (is_strict == is_true);
  *difference = (struct difference){low, high, is_signed, most};
  return true;
}

static struct bound_difference *find_difference(const struct bounds *bounds, uint64_t low,
                                                uint64_t high, bool is_signed) {
  uint64_t hash = (low * HASH_FACTOR ^ high) * UINT64_C(0xd6e8feb86659fd93);
  size_t at = (hash >> 32 ^ is_signed) & (bounds->difference_slots - 1);
  for (;; at = (at + 1) & (bounds->difference_slots - 1)) {
    struct bound_difference *slot = &bounds->differences[at];
    if (slot->low == 0) return slot;
    if (slot->low == low && slot->high == high && slot->is_signed == is_signed) return slot;
  }
}

static void grow_differences(struct bounds *bounds) {
  struct bounds old = *bounds;
  bounds->difference_slots = old.difference_slots ? 2 * old.difference_slots : 16;
  bounds->differences = alloc_zeroed(bounds->difference_slots * sizeof *bounds->differences);
  for (size_t i = 0; i < old.difference_slots; i++) {
    const struct bound_difference *slot = &old.differences[i];
    if (slot->low != 0) *find_difference(bounds, slot->low, slot->high, slot->is_signed) = *slot;
  }
  free(old.differences);
}

static bool implies_difference(struct bounds *bounds, const struct difference *difference) {
  if (2 * (bounds->difference_count + 1) > bounds->difference_slots) grow_differences(bounds);
  uint64_t low = difference->low->id + 1, high = difference->high->id;
  struct bound_difference *slot = find_difference(bounds, low, high, difference->is_signed);
  bool is_new = slot->low == 0;
  if (!is_new && slot->most <= difference->most) return true;
  *slot = (struct bound_difference){low, high, difference->is_signed, difference->most};
  bounds->difference_count += is_new;
  return false;
}

bool bounds_imply(struct bounds *bounds, const struct facts *facts, const struct expr *conjunct) {
  struct bound bound;
  struct difference difference;
  if (read_bound(conjunct, &bound)) return implies_bound(bounds, &bound);
  return read_difference(facts, conjunct, &difference) && implies_difference(bounds, &difference);
}

void bounds_free(struct bounds *bounds) {
  free(bounds->slots);
  free(bounds->differences);
  *bounds = (struct bounds){0};
}
