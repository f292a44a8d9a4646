/* The constructors of binary operators: check, order the operands, fold constants, rewrite, consult
   the range, and only then find or make a node.

   Each operator has its own copy, in which the compiler decides what depends on the kind. A run
   makes expressions of all kinds in turn, so with one copy for all, every test of the kind would be
   an unpredictable branch. */
#include "expr/build.h"

#include "expr/fold.h"
#include "expr/node.h"
#include "expr/range.h"
#include "expr/rewrite.h"
#include "util/hash.h"

#define INLINE static inline __attribute__((always_inline))

/* Orders the operands of commutative operators; constants count as the youngest. */
INLINE uint64_t operand_age(const struct expr *e) { return e->id | (uint64_t)is_const(e) << 63; }

INLINE void order(enum expr_kind kind, struct expr **a, struct expr **b) {
  if (!is_commutative(kind)) return;
  struct expr *x = *a, *y = *b;
  bool is_swapped = operand_age(y) < operand_age(x);
  *a = is_swapped ? y : x;
  *b = is_swapped ? x : y;
}

/* Rules match operands of few kinds only, and most pairs of operands match none; this is checked
   without calling any rule. Two different operands wider than one bit, neither of them constant,
   match no rule of the operator unless one of them has one of these kinds or their ranges may
   decide something. */
INLINE uint64_t rule_kinds(enum expr_kind kind) {
#define K(name) ((uint64_t)1 << EXPR_##name)
  switch (kind) {
  case EXPR_ADD: return K(ADD) | K(MUL) | K(SHL) | K(NOT);
  case EXPR_MUL: return K(MUL) | K(SHL);
  case EXPR_UDIV:
  case EXPR_UREM: return K(ZEXT);
  case EXPR_SDIV:
  case EXPR_SREM: return 0;
  case EXPR_AND:
  case EXPR_OR: return K(NOT) | K(AND) | K(OR) | K(ZEXT) | K(SEXT) | K(CONCAT);
  case EXPR_XOR: return K(NOT) | K(XOR) | K(ZEXT) | K(SEXT) | K(CONCAT);
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR: return K(ITE);
  case EXPR_EQ: return K(NOT) | K(ADD) | K(XOR) | K(MUL) | K(ITE) | K(ZEXT) | K(SEXT) | K(CONCAT);
  case EXPR_ULT:
  case EXPR_ULE:
  case EXPR_SLT:
  case EXPR_SLE: return K(NOT) | K(ZEXT) | K(SEXT) | K(CONCAT);
  default: return ~(uint64_t)0;
  }
#undef K
}

/* True if a rule needs the range of only one operand. */
INLINE bool is_one_range_enough(enum expr_kind kind) {
  return (kind >= EXPR_SHL && kind <= EXPR_ASHR) || (kind >= EXPR_ULT && kind <= EXPR_SLE);
}

INLINE bool may_match(enum expr_kind kind, const struct expr *a, const struct expr *b) {
  uint64_t kinds = (uint64_t)1 << a->kind | (uint64_t)1 << b->kind;
  if (kinds & (rule_kinds(kind) | (uint64_t)1 << EXPR_CONST)) return true;
  if (a == b || a->width == 1) return true;
  return is_one_range_enough(kind) ? range_is_known(a) || range_is_known(b)
                                   : range_is_known(a) && range_is_known(b);
}

/* The result of the rules for the operator, or NULL. */
INLINE struct expr *rewrite(struct exprs *exprs, enum expr_kind kind, rewrite_binary *rules,
                            struct expr *a, struct expr *b) {
  if (!may_match(kind, a, b)) {
#ifndef NDEBUG
    uint64_t before = exprs->next_id;
    REQUIRE(rules(exprs, a, b) == NULL && exprs->next_id == before);
#endif
    if (a->kind != EXPR_ITE || b->kind != EXPR_ITE) return NULL;
  }
  if (!enter(exprs)) return NULL;
  struct expr *result = rules(exprs, a, b);
  if (result == NULL && (a->kind == EXPR_ITE || b->kind == EXPR_ITE))
    result = rewrite_choice_binary(exprs, kind, a, b);
  leave(exprs);
  return result;
}

/* True if the ranges of the operands may say something about the result. */
INLINE bool is_range_promising(enum expr_kind kind, const struct expr *a, const struct expr *b) {
  bool is_known = range_is_known(a), is_other_known = range_is_known(b);
  if (a->width > 64) return false;
  if (kind == EXPR_ADD || kind == EXPR_XOR) return is_known && is_other_known;
  if (kind == EXPR_MUL && a == b) return true;
  /* A product with an odd constant loses all partial knowledge. */
  if (kind == EXPR_MUL && !is_known && is_const(b) && (const_value(b) & 1)) return false;
  return is_known || is_other_known;
}

INLINE struct expr *build(struct exprs *exprs, enum expr_kind kind, rewrite_binary *rules,
                          range_operator *range_of_result, struct expr *a, struct expr *b) {
  REQUIRE(a->width == b->width && !is_array(a) && !is_array(b));
  order(kind, &a, &b);
  if (is_const(a) && is_const(b)) return fold_binary(exprs, kind, a, b);
  struct expr *result = rewrite(exprs, kind, rules, a, b);
  if (result) return result;
  if (is_range_promising(kind, a, b)) return node_in_range(exprs, kind, a, b, range_of_result);
  return node_binary(exprs, kind, a->width, a, b, NULL);
}

/* Similar paths compare the same things again and again. Within a rewriting the result may depend
   on the depth, so it is not remembered there. */
INLINE struct recent_comparison *recent_comparison(struct exprs *exprs, uint64_t operation,
                                                   const struct expr *b) {
  uint64_t hash = (operation ^ (uint64_t)b->id << 20) * HASH_FACTOR;
  return &exprs->recent_comparisons[hash >> (64 - RECENT_COMPARISONS_LOG)];
}

INLINE struct expr *build_comparison(struct exprs *exprs, enum expr_kind kind,
                                     rewrite_binary *rules, struct expr *a, struct expr *b) {
  REQUIRE(a->width == b->width && !is_array(a) && !is_array(b));
  order(kind, &a, &b);
  if (is_const(a) && is_const(b)) return fold_binary(exprs, kind, a, b);
  bool is_outermost = exprs->depth == 0;
  uint64_t operation = (uint64_t)a->id << 8 | kind;
  struct recent_comparison *recent = recent_comparison(exprs, operation, b);
  if (is_outermost && recent->operation == operation && recent->b == b->id) return recent->result;
  struct expr *result = rewrite(exprs, kind, rules, a, b);
  if (result == NULL) result = node_binary(exprs, kind, 1, a, b, NULL);
  if (is_outermost)
    *recent = (struct recent_comparison){.operation = operation, .b = b->id, .result = result};
  return result;
}

#define X(name, kind)                                                                              \
  struct expr *expr_##name(struct exprs *exprs, struct expr *a, struct expr *b) {                  \
    return build(exprs, EXPR_##kind, rewrite_##name, range_##name, a, b);                          \
  }
EXPR_OPERATORS(X)
#undef X

#define X(name, kind)                                                                              \
  struct expr *expr_##name(struct exprs *exprs, struct expr *a, struct expr *b) {                  \
    return build_comparison(exprs, EXPR_##kind, rewrite_##name, a, b);                             \
  }
EXPR_COMPARISONS(X)
#undef X

struct expr *expr_binary(struct exprs *exprs, enum expr_kind kind, struct expr *a, struct expr *b) {
  static rewrite_binary *const constructors[EXPR_KIND_COUNT] = {
#define X(name, kind) [EXPR_##kind] = expr_##name,
      EXPR_OPERATORS(X) EXPR_COMPARISONS(X)
#undef X
  };
  REQUIRE(kind < EXPR_KIND_COUNT && constructors[kind]);
  return constructors[kind](exprs, a, b);
}
