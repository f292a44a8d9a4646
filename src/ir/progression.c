/* When does start, start + step, start + 2 step, … modulo 2^width first leave an interval?
   Wraparound is part of the question: after a rotation it is "the least k with L <= k * step mod m
   <= R", which a variant of Euclid's algorithm answers exactly in at most `width` rounds, for any
   step.

   The round: if a multiple of a lies in [L, R], the least one is the answer. If not,
   k * a = j * m + r with r in [L, R] for the least k exactly when j is least with
   j * m mod a in [-R, -L] mod a: the same question about (m mod a, a). Before each
   round a is made at most m / 2 by mirroring, which halves m every time. */
#include "ir/progression.h"

typedef unsigned __int128 wide;

static uint64_t mask_of(unsigned width) { return UINT64_MAX >> (64 - width); }

struct arc arc_empty(unsigned width) { return (struct arc){width, true, 0, 0}; }

struct arc arc_full(unsigned width) { return (struct arc){width, false, 0, mask_of(width)}; }

struct arc arc_between(unsigned width, uint64_t first, uint64_t last) {
  uint64_t mask = mask_of(width);
  return (struct arc){width, false, first & mask, (last - first) & mask};
}

bool arc_is_full(const struct arc *arc) {
  return !arc->is_empty && arc->span == mask_of(arc->width);
}

bool arc_has(const struct arc *arc, uint64_t value) {
  return !arc->is_empty && ((value - arc->first) & mask_of(arc->width)) <= arc->span;
}

struct arc arc_complement(const struct arc *arc) {
  if (arc->is_empty) return arc_full(arc->width);
  if (arc_is_full(arc)) return arc_empty(arc->width);
  return arc_between(arc->width, arc->first + arc->span + 1, arc->first - 1);
}

struct arc arc_minus(const struct arc *arc, uint64_t offset) {
  struct arc result = *arc;
  result.first = (arc->first - offset) & mask_of(arc->width);
  return result;
}

struct arc arc_mirror(const struct arc *arc, uint64_t offset) {
  struct arc result = *arc;
  result.first = (offset - arc->first - arc->span) & mask_of(arc->width);
  return result;
}

/* The extensions fill an arc of the wide circle whose ends are neighbours on the narrow one, so the
   intersection of the two arcs is one arc there. Relative to its low end that arc is [0, limit],
   and the other one starts in it or before it. */
struct arc arc_before_extension(const struct arc *arc, unsigned width, bool is_signed) {
  uint64_t limit = mask_of(width), mask = mask_of(arc->width);
  uint64_t low = is_signed ? (uint64_t)0 - (limit / 2 + 1) : 0;
  if (arc->is_empty) return arc_empty(width);
  uint64_t first = (arc->first - low) & mask, last = (first + arc->span) & mask;
  bool wraps = last < first;
  if (arc_is_full(arc)) return arc_full(width);
  if (!wraps && first > limit) return arc_empty(width);
  if (!wraps) return arc_between(width, low + first, low + (last < limit ? last : limit));
  if (first <= limit) return arc_between(width, low + first, low + last);
  return arc_between(width, low, low + (last < limit ? last : limit));
}

struct round {
  wide a, m, low;
};

/* The least k with low <= a * k mod m <= high, for 1 <= low <= high < m <= 2^64. */
static bool least_multiple(wide a, wide m, wide low, wide high, wide *k) {
  struct round rounds[65];
  int depth = 0;
  for (;; depth++) {
    a %= m;
    if (2 * a > m) {
      wide mirrored = m - high;
      a = m - a;
      high = m - low;
      low = mirrored;
    }
    if (a == 0) return false;
    wide first = (low + a - 1) / a;
    if (first * a <= high) {
      *k = first;
      break;
    }
    rounds[depth] = (struct round){a, m, low};
    wide next_low = a - high % a;
    high = a - low % a;
    low = next_low;
    wide next_a = m % a;
    m = a;
    a = next_a;
  }
  while (depth-- > 0) {
    const struct round *round = &rounds[depth];
    *k = (round->low + round->m * *k + round->a - 1) / round->a;
  }
  return true;
}

bool progression_leaves_arc(uint64_t start, uint64_t step, const struct arc *arc, uint64_t *k) {
  uint64_t mask = mask_of(arc->width);
  *k = 0;
  if (!arc_has(arc, start)) return true;
  if (arc_is_full(arc)) return false;
  uint64_t from = (start - arc->first) & mask;
  wide result, modulus = (wide)mask + 1;
  wide low = (wide)arc->span + 1 - from, high = (wide)mask - from;
  if (!least_multiple(step & mask, modulus, low, high, &result)) return false;
  *k = (uint64_t)result;
  return true;
}
