/* Known bits and intervals, operator by operator.

   Each operator computes what it can directly, bits or intervals, from the full range; `refine`
   then lets the three kinds of knowledge refine each other. Intervals do not wrap: a sum that may
   or may not overflow is unknown as an interval and keeps its bits. The carry rule for sums is that
   of LLVM's KnownBits. */
#include "expr/range.h"

#include "expr/node.h"

#include <string.h>

typedef unsigned __int128 wide;
typedef __int128 wide_signed;

static uint64_t max_u(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t min_u(uint64_t a, uint64_t b) { return a < b ? a : b; }
static int64_t max_s(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t min_s(int64_t a, int64_t b) { return a < b ? a : b; }
static uint64_t sign_bit(unsigned width) { return (uint64_t)1 << (width - 1); }

static struct expr_range load_range(const struct expr *e) {
  unsigned payload = e->kind == EXPR_EXTRACT ? 2 : expr_kind_children[e->kind];
  const grain *grains = (const grain *)(e + 1) + payload;
  struct expr_range range;
  struct narrow_range narrow;
  if (e->width > 32) {
    __builtin_memcpy(&range, grains, sizeof range);
    return range;
  }
  __builtin_memcpy(&narrow, grains, sizeof narrow);
  return (struct expr_range){narrow.zeros, narrow.ones, narrow.umin,
                             narrow.umax,  narrow.smin, narrow.smax};
}

struct expr_range range_of(const struct expr *e) {
  if (e->mark & MARK_RANGE) return load_range(e);
  if (e->kind == EXPR_CONST) return range_single(e->width, const_value(e));
  if (e->kind != EXPR_ZEXT) return range_full(e->width);
  /* Extensions of extensions are rare and not handled. */
  const struct expr *inner = child(e, 0);
  unsigned from = inner->width;
  struct expr_range r = range_full(from);
  if (inner->mark & MARK_RANGE) r = load_range(inner);
  r.zeros |= low_mask(e->width) & ~low_mask(from);
  r.smin = (int64_t)r.umin;
  r.smax = (int64_t)r.umax;
  return r;
}

static void refine_once(unsigned width, struct expr_range *r) {
  uint64_t mask = low_mask(width), sign = sign_bit(width);
  uint64_t unknown_sign = sign & ~(r->zeros | r->ones);
  r->umin = max_u(r->umin, r->ones);
  r->umax = min_u(r->umax, mask & ~r->zeros);
  r->smin = max_s(r->smin, value_signed(width, r->ones | unknown_sign));
  r->smax = min_s(r->smax, value_signed(width, mask & ~r->zeros & ~unknown_sign));
  if (r->smin >= 0 || r->smax < 0) {
    r->umin = max_u(r->umin, (uint64_t)r->smin & mask);
    r->umax = min_u(r->umax, (uint64_t)r->smax & mask);
  }
  if (r->umax < sign || r->umin >= sign) {
    r->smin = max_s(r->smin, value_signed(width, r->umin));
    r->smax = min_s(r->smax, value_signed(width, r->umax));
  }
  uint64_t differing = r->umin ^ r->umax;
  uint64_t prefix = differing ? ~(~(uint64_t)0 >> __builtin_clzll(differing)) : ~(uint64_t)0;
  r->ones |= r->umin & prefix;
  r->zeros |= ~r->umin & prefix & mask;
}

/* The intervals may give bits, which may narrow the intervals again. */
static struct expr_range refine(unsigned width, struct expr_range r) {
  uint64_t known = r.zeros | r.ones;
  refine_once(width, &r);
  if ((r.zeros | r.ones) != known) refine_once(width, &r);
  return r;
}

/* The interval [low, high] of unbounded integers, reduced to the width; full if its ends wrap
   differently. */
static void set_unsigned(unsigned width, struct expr_range *r, wide low, wide high) {
  if (low >> width != high >> width) return;
  r->umin = (uint64_t)low & value_mask(width);
  r->umax = (uint64_t)high & value_mask(width);
}

static void set_signed(unsigned width, struct expr_range *r, wide_signed low, wide_signed high) {
  if (high - low >= (wide_signed)1 << width) return;
  int64_t first = value_signed(width, (uint64_t)low), last = value_signed(width, (uint64_t)high);
  if (first > last) return;
  r->smin = first;
  r->smax = last;
}

struct expr_range range_add(unsigned width, const struct expr_range *a,
                            const struct expr_range *b) {
  struct expr_range r = range_full(width);
  uint64_t mask = value_mask(width);
  uint64_t most = (~a->zeros & mask) + (~b->zeros & mask), least = a->ones + b->ones;
  uint64_t carry_known = ~(most ^ a->zeros ^ b->zeros) | (least ^ a->ones ^ b->ones);
  uint64_t known = (a->zeros | a->ones) & (b->zeros | b->ones) & carry_known & mask;
  r.zeros = ~most & known;
  r.ones = least & known;
  set_unsigned(width, &r, (wide)a->umin + b->umin, (wide)a->umax + b->umax);
  set_signed(width, &r, (wide_signed)a->smin + b->smin, (wide_signed)a->smax + b->smax);
  return refine(width, r);
}

static unsigned trailing_zeros(unsigned width, const struct expr_range *r) {
  uint64_t possible = value_mask(width) & ~r->zeros;
  return possible ? (unsigned)__builtin_ctzll(possible) : width;
}

static unsigned trailing_known(const struct expr_range *r) {
  uint64_t unknown = ~(r->zeros | r->ones);
  return unknown ? (unsigned)__builtin_ctzll(unknown) : 64;
}

struct expr_range range_mul(unsigned width, const struct expr_range *a,
                            const struct expr_range *b) {
  struct expr_range r = range_full(width);
  unsigned zeros = trailing_zeros(width, a) + trailing_zeros(width, b);
  r.zeros = value_mask(zeros < width ? zeros : width);
  unsigned known = trailing_known(a) < trailing_known(b) ? trailing_known(a) : trailing_known(b);
  uint64_t low = value_mask(known < width ? known : width), product = a->ones * b->ones;
  r.ones |= product & low & ~r.zeros;
  r.zeros |= ~product & low;
  if (range_is_single(b) && b->umin == value_mask(width)) {
    if (a->umin)
      set_unsigned(width, &r, ((wide)1 << width) - a->umax, ((wide)1 << width) - a->umin);
  } else {
    set_unsigned(width, &r, (wide)a->umin * b->umin, (wide)a->umax * b->umax);
  }
  wide_signed corners[4] = {(wide_signed)a->smin * b->smin, (wide_signed)a->smin * b->smax,
                            (wide_signed)a->smax * b->smin, (wide_signed)a->smax * b->smax};
  wide_signed least = corners[0], most = corners[0];
  for (unsigned k = 1; k < 4; k++) {
    if (corners[k] < least) least = corners[k];
    if (corners[k] > most) most = corners[k];
  }
  if (least >= least_signed(width) && most <= most_signed(width))
    set_signed(width, &r, least, most);
  return refine(width, r);
}

/* x * x. The square of an even number is a multiple of 4, that of an odd one 8n + 1; so after twice
   as many zeros as x ends in comes a bit that may be 1, then a 0. */
struct expr_range range_square(unsigned width, const struct expr_range *a) {
  struct expr_range r = range_mul(width, a, a);
  unsigned zeros = trailing_zeros(width, a), at = 2 * zeros;
  bool is_next_one = zeros < width && (a->ones >> zeros & 1);
  if (at + 1 < width) r.zeros |= (uint64_t)1 << (at + 1);
  if (at + 2 < width && is_next_one) r.zeros |= (uint64_t)1 << (at + 2);
  wide_signed low = a->smin < 0 ? -(wide_signed)a->smin : a->smin;
  wide_signed high = a->smax < 0 ? -(wide_signed)a->smax : a->smax;
  wide_signed most = low > high ? low : high;
  /* A square that does not overflow is not negative. */
  if (most * most <= most_signed(width)) r.smin = max_s(r.smin, 0);
  return refine(width, r);
}

struct expr_range range_udiv(unsigned width, const struct expr_range *a,
                             const struct expr_range *b) {
  struct expr_range r = range_full(width);
  if (b->umax) r.umin = a->umin / b->umax;
  if (b->umin) r.umax = a->umax / b->umin;
  return refine(width, r);
}

struct expr_range range_urem(unsigned width, const struct expr_range *a,
                             const struct expr_range *b) {
  if (b->umin > a->umax) return *a;
  struct expr_range r = range_full(width);
  r.umax = b->umin ? min_u(a->umax, b->umax - 1) : a->umax;
  if (b->umin) {
    /* A divisor that is a multiple of 2^k does not change the lowest k bits. */
    uint64_t kept = value_mask(trailing_zeros(width, b));
    r.zeros = a->zeros & kept;
    r.ones = a->ones & kept;
  }
  return refine(width, r);
}

struct expr_range range_sdiv(unsigned width, const struct expr_range *a,
                             const struct expr_range *b) {
  struct expr_range r = range_full(width);
  bool may_overflow = a->smin == least_signed(width) && b->smin <= -1 && b->smax >= -1;
  if ((b->smin <= 0 && b->smax >= 0) || may_overflow) return r;
  int64_t corners[4] = {a->smin / b->smin, a->smin / b->smax, a->smax / b->smin, a->smax / b->smax};
  r.smin = min_s(min_s(corners[0], corners[1]), min_s(corners[2], corners[3]));
  r.smax = max_s(max_s(corners[0], corners[1]), max_s(corners[2], corners[3]));
  return refine(width, r);
}

/* The remainder has the dividend's sign and is neither larger than it nor as large as the divisor,
   unless that is zero. */
struct expr_range range_srem(unsigned width, const struct expr_range *a,
                             const struct expr_range *b) {
  struct expr_range r = range_full(width);
  r.smin = min_s(a->smin, 0);
  r.smax = max_s(a->smax, 0);
  if (b->smin > 0 || b->smax < 0) {
    wide_signed size = b->smin > 0 ? (wide_signed)b->smax : -(wide_signed)b->smin;
    int64_t most = (int64_t)(size - 1);
    r.smin = max_s(r.smin, -most);
    r.smax = min_s(r.smax, most);
  }
  return refine(width, r);
}

struct expr_range range_and(unsigned width, const struct expr_range *a,
                            const struct expr_range *b) {
  struct expr_range r = range_full(width);
  r.zeros = a->zeros | b->zeros;
  r.ones = a->ones & b->ones;
  r.umax = min_u(a->umax, b->umax);
  return refine(width, r);
}

struct expr_range range_or(unsigned width, const struct expr_range *a, const struct expr_range *b) {
  struct expr_range r = range_full(width);
  r.zeros = a->zeros & b->zeros;
  r.ones = a->ones | b->ones;
  r.umin = max_u(a->umin, b->umin);
  return refine(width, r);
}

struct expr_range range_xor(unsigned width, const struct expr_range *a,
                            const struct expr_range *b) {
  struct expr_range r = range_full(width);
  r.zeros = (a->zeros & b->zeros) | (a->ones & b->ones);
  r.ones = (a->zeros & b->ones) | (a->ones & b->zeros);
  return refine(width, r);
}

struct expr_range range_shl(unsigned width, const struct expr_range *a,
                            const struct expr_range *b) {
  if (b->umin >= width) return range_single(width, 0);
  struct expr_range r = range_full(width);
  uint64_t mask = value_mask(width);
  unsigned least = (unsigned)b->umin;
  if (range_is_single(b)) {
    r.zeros = ((a->zeros << least) & mask) | value_mask(least);
    r.ones = (a->ones << least) & mask;
    set_unsigned(width, &r, (wide)a->umin << least, (wide)a->umax << least);
    set_signed(width, &r, (wide_signed)a->smin * ((wide_signed)1 << least),
               (wide_signed)a->smax * ((wide_signed)1 << least));
    return refine(width, r);
  }
  unsigned zeros = trailing_zeros(width, a) + least;
  r.zeros = value_mask(zeros < width ? zeros : width);
  if (b->umax < width && (wide)a->umax << b->umax <= mask) {
    r.umin = a->umin << least;
    r.umax = a->umax << b->umax;
  }
  return refine(width, r);
}

struct expr_range range_lshr(unsigned width, const struct expr_range *a,
                             const struct expr_range *b) {
  if (b->umin >= width) return range_single(width, 0);
  struct expr_range r = range_full(width);
  r.umin = b->umax >= width ? 0 : a->umin >> b->umax;
  r.umax = a->umax >> b->umin;
  if (range_is_single(b)) {
    r.zeros = a->zeros >> b->umin | (value_mask(width) & ~(value_mask(width) >> b->umin));
    r.ones = a->ones >> b->umin;
  }
  return refine(width, r);
}

struct expr_range range_ashr(unsigned width, const struct expr_range *a,
                             const struct expr_range *b) {
  struct expr_range r = range_full(width);
  unsigned least = b->umin < width ? (unsigned)b->umin : width - 1;
  unsigned most = b->umax < width ? (unsigned)b->umax : width - 1;
  r.smin = a->smin >> (a->smin >= 0 ? most : least);
  r.smax = a->smax >> (a->smax >= 0 ? least : most);
  if (least == most) {
    r.zeros = (uint64_t)(value_signed(width, a->zeros) >> least) & value_mask(width);
    r.ones = (uint64_t)(value_signed(width, a->ones) >> least) & value_mask(width);
  }
  return refine(width, r);
}

struct expr_range range_binary(enum expr_kind kind, unsigned width, const struct expr_range *a,
                               const struct expr_range *b) {
  switch (kind) {
#define X(name, kind)                                                                              \
  case EXPR_##kind: return range_##name(width, a, b);
    EXPR_OPERATORS(X)
#undef X
  default: return range_full(width);
  }
}

struct expr_range range_not(unsigned width, const struct expr_range *a) {
  uint64_t mask = value_mask(width);
  return (struct expr_range){.zeros = a->ones,
                             .ones = a->zeros,
                             .umin = mask - a->umax,
                             .umax = mask - a->umin,
                             .smin = ~a->smax,
                             .smax = ~a->smin};
}

struct expr_range range_zext(unsigned from, unsigned to, const struct expr_range *a) {
  struct expr_range r = *a;
  r.zeros |= value_mask(to) & ~value_mask(from);
  r.smin = (int64_t)r.umin;
  r.smax = (int64_t)r.umax;
  return r;
}

struct expr_range range_sext(unsigned from, unsigned to, const struct expr_range *a) {
  struct expr_range r = range_full(to);
  r.zeros = (uint64_t)value_signed(from, a->zeros) & value_mask(to);
  r.ones = (uint64_t)value_signed(from, a->ones) & value_mask(to);
  r.smin = a->smin;
  r.smax = a->smax;
  return refine(to, r);
}

struct expr_range range_extract(unsigned low_bit, unsigned width, const struct expr_range *a) {
  struct expr_range r = range_full(width);
  r.zeros = a->zeros >> low_bit & value_mask(width);
  r.ones = a->ones >> low_bit & value_mask(width);
  set_unsigned(width, &r, (wide)(a->umin >> low_bit), (wide)(a->umax >> low_bit));
  if (low_bit == 0 && a->smin >= least_signed(width) && a->smax <= most_signed(width)) {
    r.smin = a->smin;
    r.smax = a->smax;
  }
  return refine(width, r);
}

struct expr_range range_concat(unsigned high_width, const struct expr_range *high,
                               unsigned low_width, const struct expr_range *low) {
  struct expr_range r;
  r.zeros = high->zeros << low_width | low->zeros;
  r.ones = high->ones << low_width | low->ones;
  r.umin = high->umin << low_width | low->umin;
  r.umax = high->umax << low_width | low->umax;
  r.smin = (int64_t)((uint64_t)high->smin << low_width | low->umin);
  r.smax = (int64_t)((uint64_t)high->smax << low_width | low->umax);
  return refine(high_width + low_width, r);
}

struct expr_range range_join(unsigned width, const struct expr_range *a,
                             const struct expr_range *b) {
  struct expr_range r = {.zeros = a->zeros & b->zeros,
                         .ones = a->ones & b->ones,
                         .umin = min_u(a->umin, b->umin),
                         .umax = max_u(a->umax, b->umax),
                         .smin = min_s(a->smin, b->smin),
                         .smax = max_s(a->smax, b->smax)};
  return refine(width, r);
}

struct expr_range range_of_table(const struct expr_array *array) {
  struct expr_range r = range_single(array->element_width, expr_table_element(array, 0));
  for (uint64_t k = 1; k < array->size; k++) {
    struct expr_range element = range_single(array->element_width, expr_table_element(array, k));
    r = range_join(array->element_width, &r, &element);
  }
  return r;
}

struct expr_range expr_range_refine(unsigned width, struct expr_range range) {
  return refine(width, range);
}

int range_compare(enum expr_kind kind, const struct expr_range *a, const struct expr_range *b) {
  switch (kind) {
  case EXPR_EQ:
    if ((a->zeros & b->ones) || (a->ones & b->zeros)) return 0;
    if (a->umax < b->umin || b->umax < a->umin) return 0;
    if (a->smax < b->smin || b->smax < a->smin) return 0;
    return range_is_single(a) && range_is_single(b) ? 1 : -1;
  case EXPR_ULT: return a->umax < b->umin ? 1 : a->umin >= b->umax ? 0 : -1;
  case EXPR_ULE: return a->umax <= b->umin ? 1 : a->umin > b->umax ? 0 : -1;
  case EXPR_SLT: return a->smax < b->smin ? 1 : a->smin >= b->smax ? 0 : -1;
  case EXPR_SLE: return a->smax <= b->smin ? 1 : a->smin > b->smax ? 0 : -1;
  default: return -1;
  }
}
