/* Integer operations on known values, for interpreters and analyses alike. Inline: the symbolic
   interpreter spends much of its time here. Threaded code does without, it has a handler for each
   operation and width. */
#ifndef IR_FOLD_H
#define IR_FOLD_H

#include "ir/ir.h"

/* Of a value of 1 to 64 bits. */
static inline uint64_t ir_sign_extended(uint64_t value, unsigned width) {
  return (uint64_t)((int64_t)(value << (64 - width)) >> (64 - width));
}

/* dst = a op b for operands of the instruction's width, 64 bits at most. False for what is not
   folded here: divisions, shifts by too much, and what is neither binary nor a comparison. */
static inline bool ir_fold_binary(const struct ir_ins *ins, uint64_t a, uint64_t b,
                                  uint64_t *result) {
  unsigned width = ins->width;
  int64_t x = (int64_t)ir_sign_extended(a, width), y = (int64_t)ir_sign_extended(b, width);
  switch (ins->op) {
  case IR_ADD: *result = a + b; break;
  case IR_SUB: *result = a - b; break;
  case IR_MUL: *result = a * b; break;
  case IR_AND: *result = a & b; break;
  case IR_OR: *result = a | b; break;
  case IR_XOR: *result = a ^ b; break;
  case IR_SHL:
    if (b >= width) return false;
    *result = a << b;
    break;
  case IR_LSHR:
    if (b >= width) return false;
    *result = a >> b;
    break;
  case IR_ASHR:
    if (b >= width) return false;
    *result = (uint64_t)(x >> b);
    break;
  case IR_EQ: *result = a == b; return true;
  case IR_NE: *result = a != b; return true;
  case IR_ULT: *result = a < b; return true;
  case IR_ULE: *result = a <= b; return true;
  case IR_SLT: *result = x < y; return true;
  case IR_SLE: *result = x <= y; return true;
  default: return false;
  }
  *result &= ir_mask(width);
  return true;
}

#endif
