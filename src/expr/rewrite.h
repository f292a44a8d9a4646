/* What the constructors simplify; private to src/expr.

   A rewriter returns an expression equal to the operator on its operands, or NULL if no rule
   applies and the node is to be made as it is. Operands come in canonical order (a constant on the
   right of a commutative operator, else the older one on the left) and are not all constant.

   Each rule stands alone under a match/result comment; capital letters are constants. A rule calls
   constructors, which rewrite in turn. Rules shrink the expression or move it towards the canonical
   forms below, so rewriting terminates. In addition, nesting is limited to REWRITE_DEPTH, and rules
   that copy an operator into several operands consume fuel, REWRITE_FUEL per outermost call, so
   that the cost is bounded for any shape of shared operands.

   Canonical forms: -x is x * ~0; x * 2^K is x << K; right shifts by constants are
   extensions of extracts; a leading zero part is a zext; concats nest to the right;
   comparisons with a constant are strict, or equalities where only one value is left;
   constants move outward in chains of the same operator; booleans use and, or, xor and
   not instead of comparisons and arithmetic. */
#ifndef EXPR_REWRITE_H
#define EXPR_REWRITE_H

#include "expr/node.h"
#include "expr/words.h"

enum { REWRITE_DEPTH = 48, REWRITE_FUEL = 96 };

typedef struct expr *rewrite_binary(struct exprs *exprs, struct expr *a, struct expr *b);
rewrite_binary rewrite_add, rewrite_mul, rewrite_udiv, rewrite_urem, rewrite_sdiv, rewrite_srem;
rewrite_binary rewrite_and, rewrite_or, rewrite_xor;
rewrite_binary rewrite_shl, rewrite_lshr, rewrite_ashr;
rewrite_binary rewrite_eq, rewrite_ult, rewrite_ule, rewrite_slt, rewrite_sle;
rewrite_binary rewrite_concat, rewrite_read;
struct expr *rewrite_not(struct exprs *exprs, struct expr *a);
struct expr *rewrite_zext(struct exprs *exprs, struct expr *a, unsigned width);
struct expr *rewrite_sext(struct exprs *exprs, struct expr *a, unsigned width);
struct expr *rewrite_extract(struct exprs *exprs, struct expr *a, unsigned low, unsigned width);
struct expr *rewrite_ite(struct exprs *exprs, struct expr *c, struct expr *a, struct expr *b);
struct expr *rewrite_store(struct exprs *exprs, struct expr *array, struct expr *index,
                           struct expr *value);

/* rewrite_choice.c: operators on ites between constants. */
struct expr *rewrite_choice_binary(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                   struct expr *b);
struct expr *rewrite_choice_extract(struct exprs *exprs, struct expr *a, unsigned low,
                                    unsigned width);
struct expr *rewrite_choice_extend(struct exprs *exprs, enum expr_kind kind, struct expr *a,
                                   unsigned width);
struct expr *rewrite_choice_not(struct exprs *exprs, struct expr *a);

/* True if a rule may copy an operator into several operands once more. */
static inline bool spend(struct exprs *exprs) {
  if (exprs->fuel == 0) return false;
  exprs->fuel--;
  return true;
}

static inline bool is_zero(const struct expr *e) {
  return is_const(e) &&
         (e->width <= 64 ? const_value(e) == 0 : words_are_zero(e->width, const_words(e)));
}
static inline bool is_ones(const struct expr *e) {
  return is_const(e) && (e->width <= 64 ? const_value(e) == value_mask(e->width)
                                        : words_are_ones(e->width, const_words(e)));
}
static inline bool is_value(const struct expr *e, uint64_t value) {
  if (!is_const(e) || const_value(e) != value) return false;
  for (unsigned k = 1; k < word_count(e->width); k++)
    if (const_words(e)[k]) return false;
  return true;
}
static inline bool is_one(const struct expr *e) { return is_value(e, 1); }
/* A node of the kind whose right operand is a constant. */
static inline bool has_const(const struct expr *e, enum expr_kind kind) {
  return e->kind == kind && is_const(child(e, 1));
}
static inline bool is_negation(const struct expr *e) {
  return e->kind == EXPR_MUL && is_ones(child(e, 1));
}
static inline bool is_commutative(enum expr_kind kind) {
  const uint64_t kinds = 1ull << EXPR_ADD | 1ull << EXPR_MUL | 1ull << EXPR_AND | 1ull << EXPR_OR |
                         1ull << EXPR_XOR | 1ull << EXPR_EQ;
  return kinds >> kind & 1;
}
static inline bool is_comparison(enum expr_kind kind) {
  return kind >= EXPR_EQ && kind <= EXPR_SLE;
}
static inline struct expr *make_bool(struct exprs *exprs, bool value) {
  return exprs->booleans[value];
}

static inline struct expr *make_ones(struct exprs *exprs, unsigned width) {
  return width <= 64 ? expr_const(exprs, width, ~(uint64_t)0)
                     : expr_not(exprs, expr_const(exprs, width, 0));
}

/* True if a is the bitwise complement of b by structure. */
bool is_complement(const struct expr *a, const struct expr *b);
/* True if the two differ under every assignment, by structure or range. */
bool is_distinct(const struct expr *a, const struct expr *b);
/* True if e is x + -y or x + C and the sum never overflows as a signed number: then sets x and y
   (or -C), whose signed order is the sign of e. */
bool find_difference(struct exprs *exprs, struct expr *e, struct expr **x, struct expr **y);
/* A constant shift amount below the width, else the width. */
unsigned shift_amount(const struct expr *shift);

#endif
