/* Conditional values.

   State merging makes them: every variable that differs between two states becomes an ite over the
   same condition, again and again along a path. To keep them small, the rules simplify an ite below
   another with the same condition, join those that share a branch, and pull out what both branches
   have in common. Operators on ites between constants are in rewrite_choice.c. */
#include "expr/rewrite.h"

enum { UNDER_DEPTH = 3 };

/* match:  an ite in a branch, or a branch itself, whose condition is decided by the
           condition above it
   result: the branch that is taken, true or false
   Returns e itself when nothing in it is decided. */
static struct expr *simplify_under(struct exprs *exprs, struct expr *e, struct expr *condition,
                                   bool value, unsigned depth) {
  if (e == condition || (e->width == 1 && is_complement(e, condition))) {
    RULE(exprs, ite_branch_condition);
    return make_bool(exprs, value == (e == condition));
  }
  while (e->kind == EXPR_ITE && child(e, 0) == condition) {
    RULE(exprs, ite_under_condition);
    e = child(e, value ? 1 : 2);
  }
  if (e->kind != EXPR_ITE || depth == 0) return e;
  struct expr *a = simplify_under(exprs, child(e, 1), condition, value, depth - 1);
  struct expr *b = simplify_under(exprs, child(e, 2), condition, value, depth - 1);
  if (a == child(e, 1) && b == child(e, 2)) return e;
  return expr_ite(exprs, child(e, 0), a, b);
}

static struct expr *rewrite_ite_bool(struct exprs *exprs, struct expr *c, struct expr *a,
                                     struct expr *b) {
  /* match:  ite(c, true, x), ite(c, false, x)
     result: c | x, ~c & x */
  if (is_const(a)) {
    RULE(exprs, ite_bool_const);
    return const_value(a) ? expr_or(exprs, c, b) : expr_and(exprs, expr_not(exprs, c), b);
  }
  /* match:  ite(c, x, true), ite(c, x, false)
     result: ~c | x, c & x */
  if (is_const(b)) {
    RULE(exprs, ite_bool_const);
    return const_value(b) ? expr_or(exprs, expr_not(exprs, c), a) : expr_and(exprs, c, a);
  }
  /* match:  ite(c, ~x, x)
     result: c ^ x */
  if (is_complement(a, b)) {
    RULE(exprs, ite_bool_xor);
    return expr_xor(exprs, c, b);
  }
  return NULL;
}

/* Conditions that are equalities. */
static struct expr *rewrite_ite_equal(struct exprs *exprs, struct expr *c, struct expr *a,
                                      struct expr *b) {
  struct expr *x = child(c, 0), *y = child(c, 1);
  /* match:  ite(x == y, x, y), ite(x == y, y, x)
     result: y, x */
  if ((a == x && b == y) || (a == y && b == x)) {
    RULE(exprs, ite_equal_branches);
    return b;
  }
  /* match:  ite(x == C, x, z)
     result: ite(x == C, C, z) */
  if (a == x && is_const(y)) {
    RULE(exprs, ite_equal_const);
    return expr_ite(exprs, c, y, b);
  }
  return NULL;
}

static struct expr *rewrite_ite_consts(struct exprs *exprs, struct expr *c, struct expr *a,
                                       struct expr *b) {
  /* match:  ite(c, 1, 0), ite(c, ~0, 0)
     result: zext(c), sext(c) */
  if (is_zero(b) && (is_one(a) || is_ones(a))) {
    RULE(exprs, ite_extension);
    return is_one(a) ? expr_zext(exprs, c, a->width) : expr_sext(exprs, c, a->width);
  }
  /* match:  ite(c, 0, 1), ite(c, 0, ~0)
     result: zext(~c), sext(~c) */
  if (is_zero(a) && (is_one(b) || is_ones(b))) {
    RULE(exprs, ite_extension_not);
    struct expr *not_c = expr_not(exprs, c);
    return is_one(b) ? expr_zext(exprs, not_c, a->width) : expr_sext(exprs, not_c, a->width);
  }
  return NULL;
}

/* One branch is an ite that shares a branch with this one. */
static struct expr *rewrite_ite_shared(struct exprs *exprs, struct expr *c, struct expr *a,
                                       struct expr *b) {
  if (b->kind == EXPR_ITE) {
    struct expr *d = child(b, 0);
    /* match:  ite(c, x, ite(d, x, y))
       result: ite(c | d, x, y) */
    if (child(b, 1) == a) {
      RULE(exprs, ite_share_or);
      return expr_ite(exprs, expr_or(exprs, c, d), a, child(b, 2));
    }
    /* match:  ite(c, x, ite(d, y, x))
       result: ite(~c & d, y, x) */
    if (child(b, 2) == a) {
      RULE(exprs, ite_share_not_and);
      return expr_ite(exprs, expr_and(exprs, expr_not(exprs, c), d), child(b, 1), a);
    }
  }
  if (a->kind == EXPR_ITE) {
    struct expr *d = child(a, 0);
    /* match:  ite(c, ite(d, x, y), y)
       result: ite(c & d, x, y) */
    if (child(a, 2) == b) {
      RULE(exprs, ite_share_and);
      return expr_ite(exprs, expr_and(exprs, c, d), child(a, 1), b);
    }
    /* match:  ite(c, ite(d, x, y), x)
       result: ite(c & ~d, y, x) */
    if (child(a, 1) == b) {
      RULE(exprs, ite_share_and_not);
      return expr_ite(exprs, expr_and(exprs, c, expr_not(exprs, d)), child(a, 2), b);
    }
  }
  if (a->kind != EXPR_ITE || b->kind != EXPR_ITE || child(a, 0) != child(b, 0)) return NULL;
  /* match:  ite(c, ite(d, x, y), ite(d, x, z)), or with the other branch shared
     result: ite(d, x, ite(c, y, z)), ite(d, ite(c, y, z), x) */
  for (unsigned branch = 1; branch < 3; branch++)
    if (child(a, branch) == child(b, branch)) {
      RULE(exprs, ite_share_inner);
      struct expr *rest = expr_ite(exprs, c, child(a, 3 - branch), child(b, 3 - branch));
      return branch == 1 ? expr_ite(exprs, child(a, 0), child(a, 1), rest)
                         : expr_ite(exprs, child(a, 0), rest, child(a, 2));
    }
  return NULL;
}

/* The narrow value that e extends, if e is an extension of that kind from that width; else NULL. */
static struct expr *unextended(struct exprs *exprs, enum expr_kind kind, struct expr *e,
                               unsigned width) {
  if (e->kind == kind) return child(e, 0)->width == width ? child(e, 0) : NULL;
  if (!is_const(e)) return NULL;
  struct expr *low = expr_extract(exprs, e, 0, width);
  struct expr *back =
      kind == EXPR_ZEXT ? expr_zext(exprs, low, e->width) : expr_sext(exprs, low, e->width);
  return back == e ? low : NULL;
}

/* match:  ite(c, ext(x), ext(y)), one of them may be a constant of that form
   result: ext(ite(c, x, y)) */
static struct expr *pull_extension(struct exprs *exprs, struct expr *c, struct expr *a,
                                   struct expr *b) {
  struct expr *extended = a->kind == EXPR_ZEXT || a->kind == EXPR_SEXT ? a : b;
  if (extended->kind != EXPR_ZEXT && extended->kind != EXPR_SEXT) return NULL;
  unsigned width = child(extended, 0)->width;
  struct expr *x = unextended(exprs, extended->kind, a, width);
  struct expr *y = unextended(exprs, extended->kind, b, width);
  if (x == NULL || y == NULL) return NULL;
  RULE(exprs, ite_pull_extension);
  struct expr *narrow = expr_ite(exprs, c, x, y);
  return extended->kind == EXPR_ZEXT ? expr_zext(exprs, narrow, a->width)
                                     : expr_sext(exprs, narrow, a->width);
}

static struct expr *rewrite_ite_pull(struct exprs *exprs, struct expr *c, struct expr *a,
                                     struct expr *b) {
  struct expr *result = pull_extension(exprs, c, a, b);
  if (result) return result;
  /* match:  ite(c, x + C, x), ite(c, x, x + C)
     result: x + ite(c, C, 0), x + ite(c, 0, C) */
  struct expr *zero = NULL;
  if (has_const(a, EXPR_ADD) && child(a, 0) == b) {
    RULE(exprs, ite_pull_increment);
    zero = expr_const(exprs, a->width, 0);
    return expr_add(exprs, b, expr_ite(exprs, c, child(a, 1), zero));
  }
  if (has_const(b, EXPR_ADD) && child(b, 0) == a) {
    RULE(exprs, ite_pull_increment);
    zero = expr_const(exprs, a->width, 0);
    return expr_add(exprs, a, expr_ite(exprs, c, zero, child(b, 1)));
  }
  if (a->kind != b->kind) return NULL;
  /* match:  ite(c, ~x, ~y)
     result: ~ite(c, x, y) */
  if (a->kind == EXPR_NOT) {
    RULE(exprs, ite_pull_not);
    return expr_not(exprs, expr_ite(exprs, c, child(a, 0), child(b, 0)));
  }
  /* match:  ite(c, op(x, z), op(y, z)), any binary operator or concat; for products,
             quotients and shifts only if x and y are not constants
     result: op(ite(c, x, y), z), and with the other operand shared */
  bool likes_const = (a->kind >= EXPR_MUL && a->kind <= EXPR_SREM) ||
                     (a->kind >= EXPR_SHL && a->kind <= EXPR_ASHR);
  bool is_operator = (a->kind >= EXPR_ADD && a->kind <= EXPR_ASHR) || a->kind == EXPR_CONCAT;
  for (unsigned side = 0; is_operator && side < 2; side++) {
    if (child(a, side) != child(b, side)) continue;
    struct expr *x = child(a, 1 - side), *y = child(b, 1 - side);
    if (x->width != y->width || (likes_const && (is_const(x) || is_const(y)))) continue;
    RULE(exprs, ite_pull_operand);
    struct expr *rest = expr_ite(exprs, c, x, y);
    struct expr *first = side ? rest : child(a, 0), *second = side ? child(a, 1) : rest;
    return a->kind == EXPR_CONCAT ? expr_concat(exprs, first, second)
                                  : expr_binary(exprs, a->kind, first, second);
  }
  return NULL;
}

struct expr *rewrite_ite(struct exprs *exprs, struct expr *c, struct expr *a, struct expr *b) {
  /* match:  ite(~c, x, y)
     result: ite(c, y, x) */
  if (c->kind == EXPR_NOT) {
    RULE(exprs, ite_not);
    return expr_ite(exprs, child(c, 0), b, a);
  }
  /* match:  ite(x <= y, u, v)
     result: ite(y < x, v, u) */
  if (c->kind == EXPR_ULE || c->kind == EXPR_SLE) {
    RULE(exprs, ite_loose);
    enum expr_kind strict = c->kind == EXPR_ULE ? EXPR_ULT : EXPR_SLT;
    return expr_ite(exprs, expr_binary(exprs, strict, child(c, 1), child(c, 0)), b, a);
  }
  struct expr *taken = simplify_under(exprs, a, c, true, UNDER_DEPTH);
  struct expr *other = simplify_under(exprs, b, c, false, UNDER_DEPTH);
  if (taken != a || other != b) return expr_ite(exprs, c, taken, other);
  struct expr *result = NULL;
  if (c->kind == EXPR_EQ && (result = rewrite_ite_equal(exprs, c, a, b))) return result;
  if (a->width == 1)
    result = rewrite_ite_bool(exprs, c, a, b);
  else if (is_const(a) && is_const(b))
    return rewrite_ite_consts(exprs, c, a, b);
  if (result == NULL) result = rewrite_ite_shared(exprs, c, a, b);
  if (result == NULL) result = rewrite_ite_pull(exprs, c, a, b);
  return result;
}
