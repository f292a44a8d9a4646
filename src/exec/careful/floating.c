/* Floating-point operations on symbolic values: expressions with the meaning of the concrete
   handlers (exec/fast/floating.c, float_convert.c), under the state's rounding mode.

   Two things stay concrete, and are counted: quadruple precision, which expressions do not have,
   and operations of states whose program reads the exception flags, which expressions do not raise.
 */
#include "exec/careful/careful.h"

#include "exec/decide.h"
#include "exec/error.h"
#include "exec/translate/code.h"
#include "exec/uninitialised.h"
#include "expr/expr.h"
#include "expr/softfloat.h"
#include "ir/operands.h"
#include "util/fault.h"

#include <stdlib.h>
#include <string.h>

static struct expr *mode(struct machine *m, enum float_rounding rounding) {
  return expr_const(m->exprs, FLOAT_ROUNDING_BITS, rounding);
}

/* The state numbers the modes likewise. */
static struct expr *current_mode(struct machine *m) {
  return mode(m, (enum float_rounding)m->state->rounding);
}

static struct expr *boolean(struct machine *m, bool value) {
  return expr_const(m->exprs, 1, value);
}

/* Arithmetic. */

/* As compiled code does: the second only if it is less, or the first is a NaN. */
static struct expr *pick_number(struct machine *m, struct expr *a, struct expr *b,
                                bool is_minimum) {
  struct exprs *exprs = m->exprs;
  struct expr *takes_second = is_minimum ? expr_flt(exprs, b, a) : expr_flt(exprs, a, b);
  takes_second = expr_or(exprs, takes_second, expr_fis_nan(exprs, a));
  return expr_ite(exprs, takes_second, b, a);
}

/* A NaN wins, and -0 is below +0. */
static struct expr *pick_any(struct machine *m, struct expr *a, struct expr *b, bool is_minimum) {
  struct exprs *exprs = m->exprs;
  struct expr *sign = expr_extract(exprs, a, a->width - 1, 1);
  struct expr *takes_first = is_minimum ? expr_flt(exprs, a, b) : expr_flt(exprs, b, a);
  struct expr *by_sign = is_minimum ? sign : expr_not(exprs, sign);
  takes_first = expr_ite(exprs, expr_feq(exprs, a, b), by_sign, takes_first);
  takes_first = expr_and(exprs, takes_first, expr_not(exprs, expr_fis_nan(exprs, b)));
  takes_first = expr_or(exprs, takes_first, expr_fis_nan(exprs, a));
  return expr_ite(exprs, takes_first, a, b);
}

static struct expr *binary(struct machine *m, unsigned op, struct expr *a, struct expr *b) {
  struct exprs *exprs = m->exprs;
  switch (op) {
  case IR_FADD: return expr_fadd(exprs, current_mode(m), a, b);
  case IR_FSUB: return expr_fsub(exprs, current_mode(m), a, b);
  case IR_FMUL: return expr_fmul(exprs, current_mode(m), a, b);
  case IR_FDIV: return expr_fdiv(exprs, current_mode(m), a, b);
  case IR_FREM: return expr_frem(exprs, a, b);
  case IR_FCOPYSIGN: return expr_fcopysign(exprs, a, b);
  case IR_FMINNUM:
  case IR_FMAXNUM: return pick_number(m, a, b, op == IR_FMINNUM);
  default: return pick_any(m, a, b, op == IR_FMINIMUM);
  }
}

static struct expr *unary(struct machine *m, unsigned op, struct expr *a) {
  switch (op) {
  case IR_FSQRT: return expr_fsqrt(m->exprs, current_mode(m), a);
  case IR_FFLOOR: return expr_frint(m->exprs, mode(m, FLOAT_DOWN), a);
  case IR_FCEIL: return expr_frint(m->exprs, mode(m, FLOAT_UP), a);
  case IR_FTRUNC: return expr_frint(m->exprs, mode(m, FLOAT_TO_ZERO), a);
  case IR_FRINT: return expr_frint(m->exprs, current_mode(m), a);
  case IR_FROUND: return expr_frint(m->exprs, mode(m, FLOAT_NEAREST_AWAY), a);
  default: return expr_frint(m->exprs, mode(m, FLOAT_NEAREST), a);
  }
}

/* Comparisons. */

/* A predicate with two of the relations is one comparison, or the negation of one. */
static struct expr *compare(struct machine *m, unsigned predicate, struct expr *a, struct expr *b) {
  struct exprs *exprs = m->exprs;
  if (predicate & IR_FCMP_UNORDERED)
    return expr_not(exprs, compare(m, ~predicate & (2 * IR_FCMP_UNORDERED - 1), a, b));
  switch (predicate) {
  case 0: return boolean(m, false);
  case IR_FCMP_EQUAL: return expr_feq(exprs, a, b);
  case IR_FCMP_LESS: return expr_flt(exprs, a, b);
  case IR_FCMP_GREATER: return expr_flt(exprs, b, a);
  case IR_FCMP_LESS | IR_FCMP_EQUAL: return expr_fle(exprs, a, b);
  case IR_FCMP_GREATER | IR_FCMP_EQUAL: return expr_fle(exprs, b, a);
  case IR_FCMP_LESS | IR_FCMP_GREATER:
    return expr_or(exprs, expr_flt(exprs, a, b), expr_flt(exprs, b, a));
  default: return expr_not(exprs, expr_or(exprs, expr_fis_nan(exprs, a), expr_fis_nan(exprs, b)));
  }
}

/* The classes of llvm.is.fpclass in the order of its mask: signalling and quiet NaNs; then, first
   negative and from the largest magnitude to 0, then positive and upwards: infinite, normal,
   subnormal, zero. */
static struct expr *classify(struct machine *m, unsigned classes, struct expr *a) {
  enum { MAGNITUDES = 4, FIRST = 2, LAST = 9 };
  struct exprs *exprs = m->exprs;
  struct float_format format = float_format(a->width);
  unsigned bits = format.precision - 1, top = float_top_exponent(&format);
  struct expr *fraction = expr_extract(exprs, a, 0, bits);
  struct expr *exponent = expr_extract(exprs, a, format.fraction_bits, format.exponent_bits);
  struct expr *sign = expr_extract(exprs, a, a->width - 1, 1);
  struct expr *quiet = expr_extract(exprs, a, bits - 1, 1);
  struct expr *is_top = expr_eq(exprs, exponent, expr_const(exprs, format.exponent_bits, top));
  struct expr *is_low = expr_eq(exprs, exponent, expr_const(exprs, format.exponent_bits, 0));
  struct expr *is_whole = expr_eq(exprs, fraction, expr_const(exprs, bits, 0));
  struct expr *is_nan = expr_and(exprs, is_top, expr_not(exprs, is_whole));
  struct expr *magnitudes[MAGNITUDES] = {
      expr_and(exprs, is_top, is_whole),
      expr_not(exprs, expr_or(exprs, is_top, is_low)),
      expr_and(exprs, is_low, expr_not(exprs, is_whole)),
      expr_and(exprs, is_low, is_whole),
  };
  struct expr *result = boolean(m, false);
  if (classes & 1) result = expr_and(exprs, is_nan, expr_not(exprs, quiet));
  if (classes & 2) result = expr_or(exprs, result, expr_and(exprs, is_nan, quiet));
  for (unsigned k = 0; k < MAGNITUDES; k++) {
    struct expr *side = boolean(m, false);
    if (classes >> (FIRST + k) & 1) side = sign;
    if (classes >> (LAST - k) & 1) side = expr_or(exprs, side, expr_not(exprs, sign));
    result = expr_or(exprs, result, expr_and(exprs, side, magnitudes[k]));
  }
  return result;
}

/* Conversions. */

/* 2^exponent, or infinity where the format ends before. */
static struct expr *power_of_two(struct machine *m, unsigned width, unsigned exponent) {
  uint64_t words[4] = {0};
  words[exponent / 64] = (uint64_t)1 << (exponent % 64);
  float_bits power = float_from_signed(sizeof words * 8, width, FLOAT_NEAREST, words);
  uint64_t bits[2] = {(uint64_t)power, (uint64_t)(power >> 64)};
  return expr_const_words(m->exprs, width, bits);
}

static struct expr *to_signed(struct machine *m, struct expr *a, unsigned width) {
  return expr_ftosi(m->exprs, mode(m, FLOAT_TO_ZERO), a, width);
}

/* The unsigned 64 bits of compiled code: numbers from 2^63 on are converted less 2^63; a negative
   number gives what it gives as a signed one, if that exists. */
static struct expr *to_unsigned_64(struct machine *m, struct expr *a) {
  struct exprs *exprs = m->exprs;
  struct expr *wide = to_signed(m, a, 65);
  struct expr *least = expr_const(exprs, 64, (uint64_t)1 << 63);
  struct expr *is_below = expr_slt(exprs, wide, expr_sext(exprs, least, 65));
  return expr_ite(exprs, is_below, least, expr_extract(exprs, wide, 0, 64));
}

/* As compiled code gives it where the number is out of range, up to 64 bits: through the next wider
   register that the processor converts to. */
static struct expr *to_integer(struct machine *m, struct expr *a, unsigned width, bool is_signed) {
  if (width > 64 && is_signed) return to_signed(m, a, width);
  if (width > 64) return expr_extract(m->exprs, to_signed(m, a, width + 1), 0, width);
  if (width == 64 && !is_signed) return to_unsigned_64(m, a);
  bool is_short = a->width == 80 && is_signed && (width == 16 || width == 8);
  unsigned through = width > 32 || (width == 32 && !is_signed) ? 64 : is_short ? 16 : 32;
  return expr_extract(m->exprs, to_signed(m, a, through), 0, width);
}

static struct expr *to_integer_saturated(struct machine *m, struct expr *a, unsigned width,
                                         bool is_signed) {
  struct exprs *exprs = m->exprs;
  struct expr *zero = expr_const(exprs, width, 0), *most = expr_not(exprs, zero);
  struct expr *wide = to_signed(m, a, is_signed ? width : width + 1);
  struct expr *result = expr_extract(exprs, wide, 0, width);
  struct expr *bound = power_of_two(m, a->width, width - is_signed);
  struct expr *is_low = expr_fis_nan(exprs, a);
  if (is_signed) {
    most = width > 1 ? expr_zext(exprs, expr_extract(exprs, most, 0, width - 1), width) : zero;
  } else {
    struct expr *one = power_of_two(m, a->width, 0);
    is_low = expr_or(exprs, is_low, expr_flt(exprs, a, one));
  }
  result = expr_ite(exprs, expr_fle(exprs, bound, a), most, result);
  return expr_ite(exprs, is_low, zero, result);
}

/* Compiled code converts to half through single. */
static struct expr *from_integer(struct machine *m, struct expr *a, unsigned width,
                                 bool is_signed) {
  if (!is_signed) a = expr_zext(m->exprs, a, a->width + 1);
  struct expr *result = expr_sitof(m->exprs, current_mode(m), a, width == 16 ? 32 : width);
  return expr_fconv(m->exprs, current_mode(m), result, width);
}

static struct expr *convert(struct machine *m, const struct ir_ins *ins, struct expr *a) {
  switch (ins->op) {
  case IR_FCONV: return expr_fconv(m->exprs, current_mode(m), a, ins->width);
  case IR_FPTOSI:
  case IR_FPTOUI: return to_integer(m, a, ins->width, ins->op == IR_FPTOSI);
  case IR_FPTOSI_SAT:
  case IR_FPTOUI_SAT: return to_integer_saturated(m, a, ins->width, ins->op == IR_FPTOSI_SAT);
  default: return from_integer(m, a, ins->width, ins->op == IR_SITOFP);
  }
}

/* Whether the number, without its fraction, is a value of the integer type. */
static struct expr *fits(struct machine *m, struct expr *a, unsigned width, bool is_signed) {
  struct exprs *exprs = m->exprs;
  struct expr *wide = to_signed(m, a, width + 1);
  if (!is_signed) return expr_not(exprs, expr_extract(exprs, wide, width, 1));
  struct expr *narrow = expr_extract(exprs, wide, 0, width);
  return expr_eq(exprs, wide, expr_sext(exprs, narrow, width + 1));
}

static void raise_invalid(struct machine *m, const struct ir_ins *ins, struct expr *a) {
  uint64_t words[2] = {0, 0};
  long double number = 0;
  decide_witness_words(m, a, words);
  float_bits bits = (float_bits)words[1] << 64 | words[0];
  bits = a->width == 80 ? bits : float_convert(a->width, 80, FLOAT_NEAREST, bits);
  memcpy(&number, &bits, 10);
  error_raise(m, ERROR_OVERFLOW,
              "%Lg is outside the range of representable values of %s %u-bit integers", number,
              ins->op == IR_FPTOSI ? "signed" : "unsigned", ins->width);
}

static enum outcome check_conversion(struct machine *m, const struct ir_ins *ins, struct expr *a) {
  bool is_checked = m->limits.check_overflow && (ins->aux & IR_CHECKED);
  if (!is_checked || (ins->op != IR_FPTOSI && ins->op != IR_FPTOUI)) return OUTCOME_NEXT;
  switch (decide_good(m, fits(m, a, ins->width, ins->op == IR_FPTOSI))) {
  case DECIDE_TRUE: return OUTCOME_NEXT;
  case DECIDE_FALSE: raise_invalid(m, ins, a); break;
  default: break;
  }
  return OUTCOME_STOPPED;
}

/* Instructions. */

static bool is_known_format(unsigned op, unsigned from, unsigned to) {
  bool from_integer = op == IR_SITOFP || op == IR_UITOFP;
  bool to_integer = op >= IR_FPTOSI && op <= IR_FPTOUI_SAT;
  return (from_integer || float_is_format(from)) && (to_integer || float_is_format(to));
}

static struct expr *compute(struct machine *m, const struct ir_ins *ins,
                            struct expr *const *operands) {
  struct expr *a = operands[0];
  switch (ins->op) {
  case IR_FCMP: return compare(m, ins->aux, a, operands[1]);
  case IR_FCLASS: return classify(m, ins->c, a);
  case IR_FMA: return expr_fma(m->exprs, current_mode(m), a, operands[1], operands[2]);
  default: break;
  }
  if (ins->op >= IR_FADD && ins->op <= IR_FMAXIMUM) return binary(m, ins->op, a, operands[1]);
  return ins->op <= IR_UITOFP ? convert(m, ins, a) : unary(m, ins->op, a);
}

enum outcome careful_float(struct machine *m, const struct ir_ins *ins) {
  enum { MOST = 3 };
  struct expr *operands[MOST];
  struct ir_operand_list uses = {0};
  ir_list_uses(m->state->top->code->func, ins, &uses);
  REQUIRE(uses.count <= MOST);
  bool is_symbolic = false;
  for (size_t i = 0; i < uses.count; i++)
    is_symbolic = is_symbolic || value_of(m, uses.data[i]).expr != NULL;
  unsigned from = operand_width(m, ins->a);
  bool stays = !is_known_format(ins->op, from,
                                ins->op == IR_FCMP || ins->op == IR_FCLASS ? from : ins->width);
  if (!is_symbolic || stays || m->state->watches_floats) {
    vec_free(&uses);
    return is_symbolic ? careful_concretise(m, ins) : careful_concrete(m, ins);
  }
  for (size_t i = 0; i < uses.count; i++) operands[i] = operand_expr(m, uses.data[i]);
  vec_free(&uses);
  enum outcome outcome = check_conversion(m, ins, operands[0]);
  if (outcome == OUTCOME_NEXT) value_set_expr(m, ins->dst, compute(m, ins, operands));
  return outcome;
}
