/* Inverse values: one step of propagation-based local search (Niemetz, Preiner and Biere,
   "Precise and Complete Propagation Based Local Search for Satisfiability Modulo
   Theories", CAV 2016).

   A wish is an expression and its target value. It is passed on to one child, with the value that
   yields the target while the other children keep theirs, or to several if one alone cannot do it.
   At an input it is granted. What the paper calls consistent values, for when no inverse exists, is
   implemented only for products and masks. Values wider than 64 bits are not supported. */
#include "solver/propagate.h"

#include "expr/assignment.h"
#include "expr/expr.h"
#include "expr/support.h"
#include "expr/words.h"
#include "solver/propagate_float.h"

#include <stdlib.h>

enum { MAX_STEPS = 1024 };

static uint64_t next_random(struct propagator *p) {
  p->random ^= p->random << 13;
  p->random ^= p->random >> 7;
  p->random ^= p->random << 17;
  return p->random;
}

static bool flip_coin(struct propagator *p) { return next_random(p) >> 40 & 1; }

static uint64_t value_of(struct propagator *p, struct expr *e) {
  return evaluator_value(p->evaluator, e);
}

/* Does e depend on an input that may change? */
static bool is_free(const struct propagator *p, const struct expr *e) {
  if (p->fixed == SUPPORT_EMPTY) return e->support != SUPPORT_EMPTY;
  return !support_includes(p->exprs, p->fixed, e->support);
}

static bool grant(struct propagator *p, const struct expr_array *array, uint64_t index,
                  uint64_t value, struct assignment *target) {
  if (p->fixed != SUPPORT_EMPTY && support_contains(p->exprs, p->fixed, array->number, index))
    return false;
  assignment_set(target, array->number, index, value);
  return true;
}

static bool wish(struct propagator *p, struct expr *e, uint64_t value) {
  if (!is_free(p, e) || e->width > 64) return false;
  vec_push(&p->wishes, ((struct wish){e, value & value_mask(e->width)}));
  return true;
}

/* The child to change: 0 or 1, the one that is not constant, or either at random. */
static unsigned pick_child(struct propagator *p, const struct expr *e) {
  bool first = is_free(p, expr_child(e, 0)), second = is_free(p, expr_child(e, 1));
  return first && second ? flip_coin(p) : second;
}

/* A value in low … high, mostly the near end. */
static uint64_t pick_between(struct propagator *p, uint64_t low, uint64_t high, bool is_low_near) {
  if (flip_coin(p)) return is_low_near ? low : high;
  uint64_t span = high - low;
  return span == UINT64_MAX ? next_random(p) : low + next_random(p) % (span + 1);
}

/* Multiplicative inverse of an odd number, by Newton's iteration. */
static uint64_t invert_odd(uint64_t a) {
  uint64_t x = a;
  for (int i = 0; i < 6; i++) x *= 2 - a * x;
  return x;
}

/* Arithmetic. */

static void note_product(struct propagator *p, const struct expr *e) {
  p->has_seen_product |= is_free(p, expr_child(e, 0)) && is_free(p, expr_child(e, 1));
}

static bool through_mul(struct propagator *p, struct expr *e, uint64_t value) {
  unsigned which = pick_child(p, e);
  struct expr *child = expr_child(e, which), *other = expr_child(e, 1 - which);
  uint64_t factor = value_of(p, other);
  note_product(p, e);
  if (factor != 0 && value % factor == 0) return wish(p, child, value / factor);
  unsigned zeros = factor ? (unsigned)__builtin_ctzll(factor) : e->width;
  if (zeros < e->width && (value & value_mask(zeros)) == 0)
    return wish(p, child,
                (value >> zeros) * invert_odd(factor >> zeros) & value_mask(e->width - zeros));
  return wish(p, other, 1) && wish(p, child, value);
}

static bool through_udiv(struct propagator *p, struct expr *e, uint64_t value) {
  struct expr *a = expr_child(e, 0), *b = expr_child(e, 1);
  uint64_t dividend = value_of(p, a), divisor = value_of(p, b), product;
  note_product(p, e);
  if (is_free(p, b) && (!is_free(p, a) || flip_coin(p))) {
    if (value == value_mask(e->width)) return wish(p, b, dividend == value ? 1 : 0);
    if (value == 0)
      return dividend < value_mask(e->width) &&
             wish(p, b, pick_between(p, dividend + 1, value_mask(e->width), true));
    if (dividend / value != 0 && dividend / (dividend / value) == value)
      return wish(p, b, dividend / value);
  }
  if (divisor == 0) return wish(p, b, 1) && wish(p, a, value);
  if (__builtin_mul_overflow(value, divisor, &product) || product > value_mask(e->width))
    return wish(p, b, 1) && wish(p, a, value);
  uint64_t slack = value_mask(e->width) - product;
  uint64_t rest = divisor - 1 < slack ? divisor - 1 : slack;
  return wish(p, a, product + pick_between(p, 0, rest, true));
}

static bool through_urem(struct propagator *p, struct expr *e, uint64_t value) {
  struct expr *a = expr_child(e, 0), *b = expr_child(e, 1);
  uint64_t dividend = value_of(p, a), divisor = value_of(p, b), near;
  note_product(p, e);
  if (is_free(p, b) && (!is_free(p, a) || flip_coin(p))) {
    if (dividend == value) return wish(p, b, 0);
    if (dividend > value && dividend - value > value) return wish(p, b, dividend - value);
  }
  if (divisor == 0) return wish(p, a, value);
  if (value >= divisor)
    return value < value_mask(e->width) && wish(p, b, value + 1) && wish(p, a, value);
  near = dividend - dividend % divisor;
  if (near <= value_mask(e->width) - value) return wish(p, a, near + value);
  return wish(p, a, value);
}

/* Whether rounding towards zero gives the value is left to chance. */
static bool through_signed(struct propagator *p, struct expr *e, uint64_t value) {
  struct expr *a = expr_child(e, 0), *b = expr_child(e, 1);
  int64_t dividend = value_signed(e->width, value_of(p, a));
  uint64_t divisor = value_of(p, b);
  int64_t wanted = value_signed(e->width, value);
  note_product(p, e);
  if (e->kind == EXPR_SREM) {
    uint64_t near = divisor ? value_of(p, a) - value_of(p, e) : 0;
    return wish(p, a, flip_coin(p) ? value : near + value);
  }
  if (is_free(p, b) && wanted != 0 && wanted != -1 && (!is_free(p, a) || flip_coin(p)))
    return wish(p, b, (uint64_t)(dividend / wanted));
  return wish(p, a, divisor ? value * divisor : value);
}

/* Bits. */

/* A bitwise conjunction with the target value, or by duality a disjunction. */
static bool through_and(struct propagator *p, struct expr *e, uint64_t value) {
  bool is_or = e->kind == EXPR_OR;
  uint64_t mask = value_mask(e->width), flip = is_or ? mask : 0;
  uint64_t wanted = value ^ flip;
  unsigned which = pick_child(p, e);
  struct expr *child = expr_child(e, which), *other = expr_child(e, 1 - which);
  uint64_t now = value_of(p, child) ^ flip, rest = value_of(p, other) ^ flip;
  bool is_helped = true;
  if (wanted & ~rest) is_helped = wish(p, other, (rest | wanted) ^ flip);
  if (wanted & ~rest) rest |= wanted;
  uint64_t changed = wanted | (now & ~rest);
  if (is_helped && changed == now) return true;
  return wish(p, child, changed ^ flip) && is_helped;
}

static bool through_shift(struct propagator *p, struct expr *e, uint64_t value) {
  struct expr *a = expr_child(e, 0);
  uint64_t by = value_of(p, expr_child(e, 1)), now = value_of(p, a), mask = value_mask(e->width);
  if (by >= e->width) return wish(p, expr_child(e, 1), 0) && wish(p, a, value);
  if (e->kind == EXPR_SHL) {
    if (value & value_mask((unsigned)by)) return wish(p, expr_child(e, 1), 0) && wish(p, a, value);
    return wish(p, a, value >> by | (now & ~(mask >> by)));
  }
  return wish(p, a, (value << by & mask) | (now & value_mask((unsigned)by)));
}

static bool through_concat(struct propagator *p, struct expr *e, uint64_t value) {
  struct expr *high = expr_child(e, 0), *low = expr_child(e, 1);
  uint64_t of_high = value >> low->width, of_low = value & value_mask(low->width);
  bool is_granted = true;
  if (value_of(p, high) != of_high) is_granted = wish(p, high, of_high);
  if (value_of(p, low) != of_low) is_granted &= wish(p, low, of_low);
  return is_granted;
}

/* An index at which the constant table has the value from bit `low` on, or the nearest to it; of
   several, any. */
static uint64_t find_in_table(struct propagator *p, const struct expr_array *array, unsigned low,
                              unsigned width, uint64_t value) {
  uint64_t start = next_random(p) % array->size, found = start, least = UINT64_MAX;
  for (uint64_t i = 0; i < array->size && least != 0; i++) {
    uint64_t index = start + i < array->size ? start + i : start + i - array->size;
    uint64_t element = expr_table_element(array, index) >> low & value_mask(width);
    uint64_t distance = element > value ? element - value : value - element;
    if (distance >= least) continue;
    least = distance;
    found = index;
  }
  return found;
}

/* The other bits stay as they are; or they become copies of the top bit, as in a small number of
   either sign; or they are random. */
static bool through_extract(struct propagator *p, struct expr *e, uint64_t value) {
  struct expr *a = expr_child(e, 0);
  unsigned low = expr_extract_low(e);
  if (a->width > 64) return false;
  if (a->kind == EXPR_READ && expr_child(a, 0)->kind == EXPR_ARRAY) {
    const struct expr_array *base = expr_array_of(p->exprs, expr_child(a, 0));
    if (base->table != NULL)
      return wish(p, expr_child(a, 1), find_in_table(p, base, low, e->width, value));
  }
  uint64_t around = value_of(p, a);
  if (flip_coin(p)) around = flip_coin(p) ? next_random(p) : -(value >> (e->width - 1) & 1);
  return wish(p, a, (around & ~(value_mask(e->width) << low)) | value << low);
}

static bool through_extension(struct propagator *p, struct expr *e, uint64_t value) {
  struct expr *a = expr_child(e, 0);
  uint64_t low = value & value_mask(a->width), sign = low >> (a->width - 1) & 1;
  uint64_t high = e->kind == EXPR_SEXT && sign ? value_mask(e->width) & ~value_mask(a->width) : 0;
  return value == (low | high) && wish(p, a, low);
}

/* Conditions. */

static bool through_equal(struct propagator *p, struct expr *e, bool is_equal) {
  unsigned which = pick_child(p, e);
  struct expr *child = expr_child(e, which);
  if (child->width > 64) return false;
  uint64_t other = value_of(p, expr_child(e, 1 - which));
  if (is_equal) return wish(p, child, other);
  return wish(p, child, other ^ (uint64_t)1 << next_random(p) % child->width);
}

/* a < b or a <= b; signed values are shifted so that they compare as unsigned ones. */
static bool through_order(struct propagator *p, struct expr *e, bool is_true) {
  bool is_signed = e->kind == EXPR_SLT || e->kind == EXPR_SLE;
  bool is_strict = (e->kind == EXPR_ULT || e->kind == EXPR_SLT) == is_true;
  struct expr *below = expr_child(e, !is_true), *above = expr_child(e, is_true);
  if (below->width > 64) return false;
  uint64_t mask = value_mask(below->width);
  uint64_t bias = is_signed ? (uint64_t)1 << (below->width - 1) : 0;
  uint64_t low = value_of(p, below) ^ bias, high = value_of(p, above) ^ bias;
  bool can_lower = is_free(p, below) && (!is_strict || high > 0);
  bool can_raise = is_free(p, above) && (!is_strict || low < mask);
  if (!can_lower && !can_raise) return false;
  if (can_lower && (!can_raise || flip_coin(p)))
    return wish(p, below, pick_between(p, 0, high - is_strict, false) ^ bias);
  return wish(p, above, pick_between(p, low + is_strict, mask, true) ^ bias);
}

static bool through_ite(struct propagator *p, struct expr *e, uint64_t value) {
  struct expr *condition = expr_child(e, 0);
  bool now = value_of(p, condition);
  struct expr *taken = expr_child(e, now ? 1 : 2), *other = expr_child(e, now ? 2 : 1);
  bool is_other_right = value_of(p, other) == value;
  if (is_free(p, condition) && (is_other_right || !is_free(p, taken))) {
    if (!is_other_right && !wish(p, other, value)) return false;
    return wish(p, condition, !now);
  }
  return wish(p, taken, value);
}

/* Arrays. */

static bool through_read(struct propagator *p, struct expr *e, uint64_t value,
                         struct assignment *target) {
  struct expr *array = expr_child(e, 0), *index = expr_child(e, 1);
  uint64_t at = value_of(p, index);
  for (; array->kind == EXPR_STORE; array = expr_child(array, 0))
    if (value_of(p, expr_child(array, 1)) == at) return wish(p, expr_child(array, 2), value);
  const struct expr_array *base = expr_array_of(p->exprs, array);
  if (base->table != NULL) return wish(p, index, find_in_table(p, base, 0, e->width, value));
  if (base->size != 0 && at >= base->size) return wish(p, index, next_random(p) % base->size);
  return grant(p, base, at, value, target);
}

/* Floating point: one operand that may change, not the rounding mode. */
static bool through_float(struct propagator *p, struct expr *e, uint64_t value) {
  enum { MOST = 3 };
  uint64_t values[MOST], operand;
  unsigned count = expr_child_count(e), candidates[MOST], found = 0;
  bool is_rounded = e->kind != EXPR_FREM && e->kind < EXPR_FEQ;
  for (unsigned k = 0; k < count; k++) {
    if (expr_child(e, k)->width > 64) return false;
    values[k] = value_of(p, expr_child(e, k));
    if (k >= is_rounded && is_free(p, expr_child(e, k))) candidates[found++] = k;
  }
  if (found == 0) return false;
  p->has_seen_product |= found > 1;
  unsigned which = candidates[next_random(p) % found];
  return propagate_float(e, which, values, value, next_random(p), &operand) &&
         wish(p, expr_child(e, which), operand);
}

static bool pass_on(struct propagator *p, struct expr *e, uint64_t value,
                    struct assignment *target) {
  struct expr *child;
  unsigned which;
  if (expr_is_float(e)) return through_float(p, e, value);
  switch (e->kind) {
  case EXPR_INPUT: return grant(p, expr_array_of(p->exprs, e), expr_input_index(e), value, target);
  case EXPR_READ: return through_read(p, e, value, target);
  case EXPR_NOT: return wish(p, expr_child(e, 0), ~value);
  case EXPR_CONCAT: return through_concat(p, e, value);
  case EXPR_EXTRACT: return through_extract(p, e, value);
  case EXPR_ZEXT:
  case EXPR_SEXT: return through_extension(p, e, value);
  case EXPR_ADD:
  case EXPR_XOR:
    which = pick_child(p, e);
    child = expr_child(e, 1 - which);
    return wish(p, expr_child(e, which),
                e->kind == EXPR_ADD ? value - value_of(p, child) : value ^ value_of(p, child));
  case EXPR_MUL: return through_mul(p, e, value);
  case EXPR_UDIV: return through_udiv(p, e, value);
  case EXPR_UREM: return through_urem(p, e, value);
  case EXPR_SDIV:
  case EXPR_SREM: return through_signed(p, e, value);
  case EXPR_AND:
  case EXPR_OR: return through_and(p, e, value);
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR: return through_shift(p, e, value);
  case EXPR_EQ: return through_equal(p, e, value);
  case EXPR_ULT:
  case EXPR_ULE:
  case EXPR_SLT:
  case EXPR_SLE: return through_order(p, e, value);
  case EXPR_ITE: return through_ite(p, e, value);
  default: return false;
  }
}

bool propagate(struct propagator *p, struct expr *e, uint64_t value, struct assignment *target) {
  vec_clear(&p->wishes);
  if (!wish(p, e, value)) return false;
  /* A wish may become several that meet again further down; in a hash function all steps would be
     spent on them. */
  for (unsigned steps = 0; p->wishes.count > 0; steps++) {
    if (steps == MAX_STEPS) return false;
    struct wish next = vec_pop(&p->wishes);
    if (!pass_on(p, next.e, next.value, target)) return false;
  }
  return true;
}

void propagator_free(struct propagator *p) { vec_free(&p->wishes); }
