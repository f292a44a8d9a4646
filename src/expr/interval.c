/* Every comparison of x with a constant says that x lies in an interval on the circle of its
   values: x == C is [C, C], its negation [C+1, C-1], a signed order begins or ends at the least
   signed value, the sign bit is one half. Two such conditions on one x are compared as
   intervals. */
#include "expr/interval.h"

#include "expr/rewrite.h"

struct arc {
  struct expr *value; /* what is compared */
  uint64_t low, size; /* low, low + 1, ..., low + size (mod 2^width) */
};

static bool set_arc(struct arc *arc, struct expr *value, uint64_t low, uint64_t high) {
  arc->value = value;
  arc->low = low & value_mask(value->width);
  arc->size = (high - low) & value_mask(value->width);
  return true;
}

/* Only strict orders with constants: the others are not canonical. */
static bool find_arc(struct expr *e, struct arc *arc) {
  bool is_negated = e->kind == EXPR_NOT;
  if (is_negated) e = child(e, 0);
  if (e->kind == EXPR_EXTRACT) {
    struct expr *x = child(e, 0);
    if (x->width > 64 || e->width != 1 || extract_low(e) + 1 != x->width) return false;
    uint64_t least = (uint64_t)1 << (x->width - 1);
    return is_negated ? set_arc(arc, x, 0, least - 1)
                      : set_arc(arc, x, least, value_mask(x->width));
  }
  if (e->kind != EXPR_EQ && (is_negated || (e->kind != EXPR_ULT && e->kind != EXPR_SLT)))
    return false;
  struct expr *a = child(e, 0), *b = child(e, 1);
  if (a->width > 64 || is_const(a) == is_const(b)) return false;
  uint64_t first = e->kind == EXPR_SLT ? (uint64_t)1 << (a->width - 1) : 0;
  uint64_t last = (first - 1) & value_mask(a->width);
  if (e->kind == EXPR_EQ) {
    uint64_t c = const_value(b);
    return is_negated ? set_arc(arc, a, c + 1, c - 1) : set_arc(arc, a, c, c);
  }
  /* Less than the least value or greater than the greatest is the empty set, which is not an
     arc. */
  if (is_const(b)) return const_value(b) != first && set_arc(arc, a, first, const_value(b) - 1);
  return const_value(a) != last && set_arc(arc, b, const_value(a) + 1, last);
}

static bool find_arcs(struct expr *a, struct expr *b, struct arc arcs[2]) {
  return find_arc(a, &arcs[0]) && find_arc(b, &arcs[1]) && arcs[0].value == arcs[1].value;
}

static bool arc_has(const struct arc *arc, uint64_t value) {
  return ((value - arc->low) & value_mask(arc->value->width)) <= arc->size;
}

static uint64_t arc_high(const struct arc *arc) {
  return (arc->low + arc->size) & value_mask(arc->value->width);
}

static bool arc_includes(const struct arc *outer, const struct arc *inner) {
  uint64_t offset = (inner->low - outer->low) & value_mask(outer->value->width);
  return offset <= outer->size && inner->size <= outer->size - offset;
}

/* The complement of the arc, which must not be the whole circle. */
static struct arc arc_rest(const struct arc *arc) {
  struct arc rest;
  set_arc(&rest, arc->value, arc->low + arc->size + 1, arc->low - 1);
  return rest;
}

struct expr *interval_and(struct exprs *exprs, struct expr *a, struct expr *b) {
  struct arc arcs[2];
  if (!find_arcs(a, b, arcs)) return NULL;
  /* match:  x in I & x in J, I within J
     result: x in I */
  if (arc_includes(&arcs[1], &arcs[0])) {
    RULE(exprs, and_within);
    return a;
  }
  if (arc_includes(&arcs[0], &arcs[1])) {
    RULE(exprs, and_within);
    return b;
  }
  struct arc rest = arc_rest(&arcs[1]);
  /* match:  x in I & x in J, no common value
     result: false */
  if (arc_includes(&rest, &arcs[0])) {
    RULE(exprs, and_apart);
    return make_bool(exprs, false);
  }
  /* match:  x in I & x in J, one common value C
     result: x == C */
  for (unsigned k = 0; k < 2; k++)
    if (arcs[k].low == arc_high(&arcs[1 - k]) && !arc_has(&arcs[1 - k], arc_high(&arcs[k]))) {
      RULE(exprs, and_single);
      return expr_eq(exprs, arcs[k].value, expr_const(exprs, arcs[k].value->width, arcs[k].low));
    }
  return NULL;
}

struct expr *interval_or(struct exprs *exprs, struct expr *a, struct expr *b) {
  struct arc arcs[2];
  if (!find_arcs(a, b, arcs)) return NULL;
  /* match:  x in I | x in J, I within J
     result: x in J */
  if (arc_includes(&arcs[1], &arcs[0])) {
    RULE(exprs, or_within);
    return b;
  }
  if (arc_includes(&arcs[0], &arcs[1])) {
    RULE(exprs, or_within);
    return a;
  }
  /* match:  x in I | x in J, together everything
     result: true */
  struct arc rest = arc_rest(&arcs[1]);
  if (arc_includes(&arcs[0], &rest)) {
    RULE(exprs, or_all);
    return make_bool(exprs, true);
  }
  return NULL;
}
