/* Integer arithmetic, comparisons and conversions on possibly symbolic values. */
#include "exec/careful/careful.h"

#include "exec/decide.h"
#include "exec/translate/code.h"
#include "exec/uninitialised.h"
#include "expr/expr.h"
#include "expr/overflow.h"
#include "ir/fold.h"
#include "solver/rewriter.h"

static const uint8_t binary_kinds[IR_OPCODE_COUNT] = {
    [IR_ADD] = EXPR_ADD,   [IR_MUL] = EXPR_MUL,   [IR_UDIV] = EXPR_UDIV, [IR_SDIV] = EXPR_SDIV,
    [IR_UREM] = EXPR_UREM, [IR_SREM] = EXPR_SREM, [IR_AND] = EXPR_AND,   [IR_OR] = EXPR_OR,
    [IR_XOR] = EXPR_XOR,   [IR_SHL] = EXPR_SHL,   [IR_LSHR] = EXPR_LSHR, [IR_ASHR] = EXPR_ASHR,
    [IR_EQ] = EXPR_EQ,     [IR_ULT] = EXPR_ULT,   [IR_ULE] = EXPR_ULE,   [IR_SLT] = EXPR_SLT,
    [IR_SLE] = EXPR_SLE,
};

static enum outcome fail(struct machine *m, enum error_kind kind, const char *message) {
  error_raise(m, kind, "%s", message);
  return OUTCOME_STOPPED;
}

/* What is known of an operand on this path. If it has only one value, it becomes a constant. */
static struct expr_range bounds_of(struct machine *m, struct expr **e) {
  struct expr_range range = rewriter_range(m->rewriter, m->state->path, *e);
  if (range.umin == range.umax) *e = expr_const(m->exprs, (*e)->width, range.umin);
  return range;
}

/* Do all exact results between these bounds fit? */
static bool do_all_fit(unsigned op, unsigned width, const struct expr_range *x,
                       const struct expr_range *y) {
  __int128 least = -((__int128)1 << (width - 1)), most = -(least + 1);
  for (unsigned i = 0; i < 4; i++) {
    __int128 a = i & 1 ? x->smax : x->smin, b = i & 2 ? y->smax : y->smin;
    __int128 result = op == IR_ADD ? a + b : op == IR_SUB ? a - b : a * b;
    if (result < least || result > most) return false;
  }
  return true;
}

static __int128 signed_const(const struct expr *e) {
  return (int64_t)ir_sign_extended(expr_const_value(e), e->width);
}

/* Removes constants that were added without overflow on this path, as far as its ranges show.
   What remains is the same for every round of a counting loop, so that the bounds of all rounds
   are bounds of one expression. */
static struct expr *strip_constants(struct machine *m, struct expr *e, __int128 *distance) {
  while (e->kind == EXPR_ADD) {
    struct expr *base = expr_child(e, 0), *constant = expr_child(e, 1);
    if (expr_is_const(base)) {
      constant = base;
      base = expr_child(e, 1);
    }
    if (!expr_is_const(constant)) break;
    struct expr_range range = rewriter_range(m->rewriter, m->state->path, base);
    int64_t value = (int64_t)signed_const(constant);
    struct expr_range step = {.smin = value, .smax = value};
    if (!do_all_fit(IR_ADD, e->width, &range, &step)) break;
    *distance += value;
    e = base;
  }
  return e;
}

/* Whether the exact result is a signed number of the width. */
static struct expr *fits_signed(struct machine *m, unsigned op, struct expr *a, struct expr *b) {
  struct exprs *exprs = m->exprs;
  if (a->width <= 64) {
    struct expr_range x = bounds_of(m, &a), y = bounds_of(m, &b);
    if (do_all_fit(op, a->width, &x, &y)) return expr_const(exprs, 1, 1);
    if (op == IR_ADD && expr_is_const(a)) {
      struct expr *swap = a;
      a = b;
      b = swap;
    }
    if (op != IR_MUL && expr_is_const(b) && !expr_is_const(a)) {
      __int128 distance = op == IR_ADD ? signed_const(b) : -signed_const(b);
      struct expr *base = strip_constants(m, a, &distance);
      return expr_signed_shift_fits(exprs, base, distance);
    }
  }
  return op == IR_ADD   ? expr_signed_sum_fits(exprs, a, b)
         : op == IR_SUB ? expr_signed_difference_fits(exprs, a, b)
                        : expr_signed_product_fits(exprs, a, b);
}

/* An overflow is an error, or is assumed not to happen. */
static enum outcome check_fits(struct machine *m, struct expr *fits, const char *what) {
  if (uninitialised_concerns(m, fits)) return OUTCOME_NEXT; /* the result is unwritten too */
  bool is_assumed = m->limits.assumes_no_overflow;
  const struct path_condition *before = m->state->path;
  switch (is_assumed ? decide_restrict(m, fits) : decide_good(m, fits)) {
  case DECIDE_TRUE:
    if (is_assumed && m->state->path != before) machine_note_excluded(m);
    return OUTCOME_NEXT;
  case DECIDE_STOP: return OUTCOME_STOPPED;
  default: break;
  }
  if (is_assumed)
    m->event = EVENT_SILENT;
  else
    error_raise(m, ERROR_OVERFLOW, "signed %s overflow", what);
  return OUTCOME_STOPPED;
}

static enum outcome check_overflow(struct machine *m, const struct ir_ins *ins, struct expr *a,
                                   struct expr *b) {
  static const char *const names[] = {"addition", "subtraction", "multiplication"};
  return check_fits(m, fits_signed(m, ins->op, a, b), names[ins->op - IR_ADD]);
}

static enum outcome check_division(struct machine *m, const struct ir_ins *ins, struct expr *a,
                                   struct expr *b) {
  struct exprs *exprs = m->exprs;
  unsigned width = ins->width;
  if (!uninitialised_check(m, &b, "divisor")) return OUTCOME_STOPPED;
  enum decision decision = decide_good(m, expr_ne(exprs, b, expr_const(exprs, width, 0)));
  if (decision == DECIDE_FALSE) return fail(m, ERROR_DIVISION, "division by zero");
  if (decision == DECIDE_STOP) return OUTCOME_STOPPED;
  if (ins->op != IR_SDIV && ins->op != IR_SREM) return OUTCOME_NEXT;
  struct expr *ones = expr_not(exprs, expr_const(exprs, width, 0));
  struct expr *least =
      expr_shl(exprs, expr_const(exprs, width, 1), expr_const(exprs, width, width - 1));
  struct expr *overflows = expr_and(exprs, expr_eq(exprs, a, least), expr_eq(exprs, b, ones));
  return check_fits(m, expr_not(exprs, overflows), "division");
}

static void raise_overshift(struct machine *m, const struct ir_ins *ins, struct expr *amount) {
  uint64_t words[2] = {0, 0};
  decide_witness_words(m, amount, words);
  if (words[1] != 0)
    error_raise(m, ERROR_OVERSHIFT, "shift amount 0x%llx%016llx is not less than the width %u",
                (unsigned long long)words[1], (unsigned long long)words[0], ins->width);
  else
    error_raise(m, ERROR_OVERSHIFT, "shift amount %llu is not less than the width %u",
                (unsigned long long)words[0], ins->width);
}

static enum outcome check_shift(struct machine *m, const struct ir_ins *ins, struct expr *b) {
  struct exprs *exprs = m->exprs;
  /* 1 bit cannot represent the width. */
  if (ins->width == 1 || uninitialised_concerns(m, b)) return OUTCOME_NEXT;
  struct expr *limit = expr_const(exprs, b->width, ins->width);
  enum decision decision = decide_good(m, expr_ult(exprs, b, limit));
  if (decision == DECIDE_TRUE) return OUTCOME_NEXT;
  if (decision == DECIDE_FALSE) raise_overshift(m, ins, b);
  return OUTCOME_STOPPED;
}

static enum outcome check(struct machine *m, const struct ir_ins *ins, struct expr *a,
                          struct expr *b) {
  if (code_is_checked_sum(m, ins)) return check_overflow(m, ins, a, b);
  if (ins->op >= IR_UDIV && ins->op <= IR_SREM) return check_division(m, ins, a, b);
  if (ins->op >= IR_SHL && ins->op <= IR_ASHR && (ins->aux & IR_CHECKED))
    return check_shift(m, ins, b);
  return OUTCOME_NEXT;
}

/* Dividing by something other than 0 and -1, shifting by less than the width. */
static bool is_good_operand(const struct ir_ins *ins, const struct value *b) {
  if (b->expr != NULL || ins->width > 64) return false;
  if (ins->op >= IR_SHL) return b->words[0] < ins->width;
  return b->words[0] != 0 && b->words[0] != ir_mask(ins->width);
}

bool careful_cannot_fail(struct machine *m, const struct ir_ins *ins) {
  if (ins->op > IR_ASHR) return true;
  struct value a = value_of(m, ins->a), b = value_of(m, ins->b);
  if (code_is_checked_sum(m, ins)) {
    struct expr *x = value_expr(m, &a, ins->width), *y = value_expr(m, &b, ins->width);
    return expr_is_true(fits_signed(m, ins->op, x, y));
  }
  bool divides = ins->op >= IR_UDIV && ins->op <= IR_SREM;
  bool shifts = ins->op >= IR_SHL && (ins->aux & IR_CHECKED);
  return (!divides && !shifts) || is_good_operand(ins, &b);
}

enum outcome careful_integer(struct machine *m, const struct ir_ins *ins) {
  struct value a = value_of(m, ins->a), b = value_of(m, ins->b);
  uint64_t word;
  if (a.expr == NULL && b.expr == NULL && !code_is_checked_sum(m, ins)) {
    if (ins->width > 64 || !ir_fold_binary(ins, a.words[0], b.words[0], &word))
      return careful_concrete(m, ins);
    value_set_word(m, ins->dst, word);
    return OUTCOME_NEXT;
  }
  struct expr *x = value_expr(m, &a, ins->width), *y = value_expr(m, &b, ins->width);
  enum outcome outcome = check(m, ins, x, y);
  if (outcome != OUTCOME_NEXT) return outcome;
  value_set_expr(m, ins->dst,
                 ins->op == IR_SUB ? expr_sub(m->exprs, x, y)
                                   : expr_binary(m->exprs, binary_kinds[ins->op], x, y));
  return OUTCOME_NEXT;
}

/* Whether the product of two values does not fit. */
static struct expr *product_overflows(struct machine *m, unsigned op, struct expr *a,
                                      struct expr *b) {
  struct exprs *exprs = m->exprs;
  if (op == IR_SMULO) return expr_not(exprs, fits_signed(m, IR_MUL, a, b));
  unsigned width = a->width;
  if (width <= 64) {
    struct expr_range x = bounds_of(m, &a), y = bounds_of(m, &b);
    if (((unsigned __int128)x.umax * y.umax) >> width == 0) return expr_const(exprs, 1, 0);
  }
  return expr_not(exprs, expr_unsigned_product_fits(exprs, a, b));
}

/* The operand of a sum with a constant, or the expression itself. */
static const struct expr *base_of(const struct expr *e) {
  if (e->kind != EXPR_ADD) return e;
  const struct expr *first = expr_child(e, 0), *second = expr_child(e, 1);
  return expr_is_const(first) ? second : expr_is_const(second) ? first : e;
}

/* Sums of the same expression and constants that do not overflow on this path are ordered like
   the constants, so no query is needed. Counting loops produce them. */
static bool compare_sums(struct machine *m, const struct ir_ins *ins, struct expr *x,
                         struct expr *y) {
  bool is_signed = ins->op == IR_SLT || ins->op == IR_SLE;
  if (!is_signed || x->width > 64 || base_of(x) != base_of(y)) return false;
  __int128 left = 0, right = 0;
  struct expr *first = strip_constants(m, x, &left), *second = strip_constants(m, y, &right);
  if (first != second) return false;
  value_set_word(m, ins->dst, ins->op == IR_SLT ? left < right : left <= right);
  return true;
}

enum outcome careful_compare(struct machine *m, const struct ir_ins *ins) {
  struct value a = value_of(m, ins->a), b = value_of(m, ins->b);
  uint64_t word;
  if (a.expr == NULL && b.expr == NULL && ins->width <= 64 &&
      ir_fold_binary(ins, a.words[0], b.words[0], &word)) {
    value_set_word(m, ins->dst, word);
    return OUTCOME_NEXT;
  }
  if (a.expr == NULL && b.expr == NULL && (ins->op == IR_UMULO || ins->op == IR_SMULO))
    return careful_concrete(m, ins);
  struct expr *x = value_expr(m, &a, ins->width), *y = value_expr(m, &b, ins->width);
  struct expr *result;
  if (compare_sums(m, ins, x, y)) return OUTCOME_NEXT;
  switch (ins->op) {
  case IR_NE: result = expr_ne(m->exprs, x, y); break;
  case IR_UMULO:
  case IR_SMULO: result = product_overflows(m, ins->op, x, y); break;
  default: result = expr_binary(m->exprs, binary_kinds[ins->op], x, y);
  }
  value_set_expr(m, ins->dst, result);
  return OUTCOME_NEXT;
}

enum outcome careful_convert(struct machine *m, const struct ir_ins *ins) {
  struct value a = value_of(m, ins->a);
  unsigned from = ins->c, to = ins->width;
  if (a.expr == NULL) {
    if (from > 64 || to > 64) return careful_concrete(m, ins);
    uint64_t word = ins->op == IR_SEXT ? ir_sign_extended(a.words[0], from) : a.words[0];
    value_set_word(m, ins->dst, word & ir_mask(to));
    return OUTCOME_NEXT;
  }
  struct expr *result = ins->op == IR_TRUNC  ? expr_extract(m->exprs, a.expr, 0, to)
                        : ins->op == IR_ZEXT ? expr_zext(m->exprs, a.expr, to)
                                             : expr_sext(m->exprs, a.expr, to);
  value_set_expr(m, ins->dst, result);
  return OUTCOME_NEXT;
}

static struct expr *bit(struct machine *m, struct expr *a, unsigned number) {
  return expr_extract(m->exprs, a, number, 1);
}

/* The chunks of `size` bits in reverse order. */
static struct expr *reversed(struct machine *m, struct expr *a, unsigned size) {
  struct expr *result = expr_extract(m->exprs, a, 0, size);
  for (unsigned at = size; at < a->width; at += size)
    result = expr_concat(m->exprs, result, expr_extract(m->exprs, a, at, size));
  return result;
}

/* Adds up pairs, then quads and so on: a tree of sums of logarithmic depth. */
static struct expr *bit_count(struct machine *m, struct expr *a) {
  struct expr *parts[IR_MAX_WIDTH];
  unsigned count = a->width;
  for (unsigned i = 0; i < count; i++) parts[i] = expr_zext(m->exprs, bit(m, a, i), a->width);
  for (; count > 1; count = (count + 1) / 2)
    for (unsigned i = 0; i < (count + 1) / 2; i++)
      parts[i] =
          2 * i + 1 < count ? expr_add(m->exprs, parts[2 * i], parts[2 * i + 1]) : parts[2 * i];
  return parts[0];
}

/* The number of zeros before the first 1 bit, from the high or the low end. */
static struct expr *zero_count(struct machine *m, struct expr *a, bool is_leading) {
  unsigned width = a->width;
  struct expr *result = expr_const(m->exprs, width, width);
  for (unsigned i = width; i-- > 0;) {
    struct expr *test = bit(m, a, is_leading ? width - 1 - i : i);
    result = expr_ite(m->exprs, test, expr_const(m->exprs, width, i), result);
  }
  return result;
}

enum outcome careful_unary(struct machine *m, const struct ir_ins *ins) {
  struct value a = value_of(m, ins->a);
  struct exprs *exprs = m->exprs;
  if (ins->op == IR_MOV) {
    value_set(m, ins->dst, &a);
    return OUTCOME_NEXT;
  }
  if (a.expr == NULL) return careful_concrete(m, ins);
  struct expr *result;
  switch (ins->op) {
  case IR_BSWAP: result = reversed(m, a.expr, 8); break;
  case IR_BITREV: result = reversed(m, a.expr, 1); break;
  case IR_CTPOP: result = bit_count(m, a.expr); break;
  case IR_CTLZ:
  case IR_CTTZ: result = zero_count(m, a.expr, ins->op == IR_CTLZ); break;
  case IR_FABS: result = expr_fabs(exprs, a.expr); break;
  case IR_FNEG: result = expr_fneg(exprs, a.expr); break;
  default: return careful_concretise(m, ins);
  }
  value_set_expr(m, ins->dst, result);
  return OUTCOME_NEXT;
}

enum outcome careful_select(struct machine *m, const struct ir_ins *ins) {
  struct value test = value_of(m, ins->a), a = value_of(m, ins->b), b = value_of(m, ins->c);
  if (test.expr == NULL) {
    value_set(m, ins->dst, test.words[0] ? &a : &b);
    return OUTCOME_NEXT;
  }
  value_set_expr(
      m, ins->dst,
      expr_ite(m->exprs, test.expr, value_expr(m, &a, ins->width), value_expr(m, &b, ins->width)));
  return OUTCOME_NEXT;
}
