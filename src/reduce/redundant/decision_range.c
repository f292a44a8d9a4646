/* The weakest condition on a register under which a decision falls as it did, where this is a
   range: through comparisons with constants, sums with constants, and extensions. This is what the
   paper lacks in its `bytes_read` example (Bugrara and Engler, "Challenges"): 5 and 7 are different
   values, but both are more than 0.

   Ranges are intervals of numbers modulo 2^width. Conditions on two registers, or with holes, are
   left out: there the value itself has to agree. */
#include "reduce/redundant/decision_range.h"

#include "ir/ir.h"
#include "ir/operands.h"

static uint64_t mask_of(unsigned width) {
  return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

static uint64_t length_of(const struct decision_range *range) {
  return (range->last - range->first) & mask_of(range->width);
}

bool decision_range_is_same(const struct decision_range *a, const struct decision_range *b) {
  return a->width == b->width && a->first == b->first && a->last == b->last;
}

bool decision_range_has(const struct decision_range *range, uint64_t value) {
  return ((value - range->first) & mask_of(range->width)) <= length_of(range);
}

/* Both are turned so that the target begins at 0. */
bool decision_range_intersect(struct decision_range *target, const struct decision_range *other) {
  if (target->width != other->width) return false;
  uint64_t mask = mask_of(target->width), last = length_of(target);
  uint64_t from = (other->first - target->first) & mask, to = (other->last - target->first) & mask;
  if (from > to && from <= last) return false; /* two pieces, or nearly all of them */
  if (from > to) from = 0;
  if (from > last) return false;
  if (to > last) to = last;
  target->last = (target->first + to) & mask;
  target->first = (target->first + from) & mask;
  return true;
}

/* ---- going back through an instruction ---- */

/* The values for which `x op bound`, or `bound op x`, holds. False if all or none do. */
static bool compare_with(unsigned op, uint64_t bound, bool is_left, struct decision_range *range) {
  uint64_t mask = mask_of(range->width), sign = mask / 2 + 1;
  bool is_signed = op == IR_SLT || op == IR_SLE, is_strict = op == IR_ULT || op == IR_SLT;
  uint64_t least = is_signed ? sign : 0, most = is_signed ? sign - 1 : mask;
  if (op == IR_EQ || op == IR_NE) {
    range->first = range->last = bound;
    return true;
  }
  if (bound == (is_left == is_strict ? most : least)) return false;
  range->first = is_left ? (bound + is_strict) & mask : least;
  range->last = is_left ? most : (bound - is_strict) & mask;
  return true;
}

static bool go_through_comparison(unsigned op, uint64_t bound, bool is_left,
                                  const struct decision_range *result,
                                  struct decision_range *range) {
  if (result->width != 1 || result->first != result->last) return false;
  if (!compare_with(op, bound, is_left, range)) return false;
  bool holds = (result->first == 1) == (op != IR_NE);
  if (holds) return true;
  uint64_t mask = mask_of(range->width), first = range->first;
  range->first = (range->last + 1) & mask;
  range->last = (first - 1) & mask;
  return true;
}

/* Moved so that the least number is 0: signed numbers are unsigned ones then. */
static bool go_through_extension(bool is_signed, const struct decision_range *result,
                                 struct decision_range *range) {
  uint64_t mask = mask_of(result->width), half = mask_of(range->width) / 2 + 1;
  uint64_t move = is_signed ? half : 0, most = mask_of(range->width);
  uint64_t first = (result->first + move) & mask, last = (result->last + move) & mask;
  if (first > last || first > most) return false;
  if (last > most) last = most;
  range->first = (first - move) & most;
  range->last = (last - move) & most;
  return true;
}

static bool go_through_sum(uint64_t moved_by, const struct decision_range *result,
                           struct decision_range *range) {
  *range = *result;
  range->first = (result->first - moved_by) & mask_of(range->width);
  range->last = (result->last - moved_by) & mask_of(range->width);
  return true;
}

static bool go_through_constant(const struct ir_func *func, const struct ir_ins *ins,
                                const struct decision_range *result, struct decision_range *range) {
  uint64_t constant;
  bool is_left = ir_is_const(ins->a);
  if (ir_is_const(ins->a) == ir_is_const(ins->b)) return false;
  if (!ir_const_value(func, is_left ? ins->a : ins->b, &constant)) return false;
  constant &= mask_of(ins->width);
  switch (ins->op) {
  case IR_ADD: return go_through_sum(constant, result, range);
  case IR_SUB: return !is_left && go_through_sum(0 - constant, result, range);
  case IR_XOR: return ins->width == 1 && go_through_sum(constant, result, range);
  case IR_EQ:
  case IR_NE:
  case IR_ULT:
  case IR_ULE:
  case IR_SLT:
  case IR_SLE: return go_through_comparison(ins->op, constant, is_left, result, range);
  default: return false;
  }
}

uint32_t decision_range_of_operand(const struct ir_func *func, const struct ir_ins *ins,
                                   const struct decision_range *result,
                                   struct decision_range *range) {
  bool is_convert = ins->op == IR_ZEXT || ins->op == IR_SEXT;
  unsigned width = is_convert ? ins->c : ins->width;
  if (result->width == 0 || width == 0 || width > 64) return IR_NONE;
  *range = (struct decision_range){.width = (uint8_t)width};
  if (is_convert || ins->op == IR_MOV) {
    if (ir_is_const(ins->a)) return IR_NONE;
    bool is_good = ins->op == IR_MOV ? go_through_sum(0, result, range)
                                     : go_through_extension(ins->op == IR_SEXT, result, range);
    return is_good ? ins->a : IR_NONE;
  }
  if (ir_opcode_formats[ins->op] != IR_FORMAT_BINARY &&
      ir_opcode_formats[ins->op] != IR_FORMAT_COMPARE)
    return IR_NONE;
  if (!go_through_constant(func, ins, result, range)) return IR_NONE;
  return ir_is_const(ins->a) ? ins->b : ins->a;
}
