/* Magnitudes of registers: intervals around zero whose ends are powers of two, and whether a value
   can be negative. That is enough to know that a[i] does not step down, that i * 24 does not wrap
   around, and that a number is too small to be an address.

   Starting from nothing, all instructions are evaluated until nothing grows; a magnitude grows at
   most 64 times. What comes from memory, from callers or from calls may be anything.

   A counter, to which constants are added on a cycle, would grow to the full width. No run counts
   to 2^COUNTED: that takes it longer than anyone waits. Sums of variables on a cycle do grow. */
#include "analysis/magnitude.h"

#include "ir/fold.h"
#include "ir/ir.h"
#include "ir/operands.h"

#include <stdlib.h>

enum { COUNTED = 40 };

struct search {
  const struct ir_func *func;
  const uint32_t *cycle;
  struct magnitude *all;
  bool *is_known; /* per register: some value has been seen */
  bool has_changed;
};

static struct magnitude any_of(unsigned width) { return (struct magnitude){(uint8_t)width, true}; }
static struct magnitude unsigned_of(unsigned bits) { return (struct magnitude){(uint8_t)bits, 0}; }

static struct magnitude of_number(uint64_t value, unsigned width) {
  int64_t number = (int64_t)ir_sign_extended(value, width);
  uint64_t size = number < 0 ? -(uint64_t)number : (uint64_t)number;
  return (struct magnitude){size == 0 ? 0 : (uint8_t)(64 - __builtin_clzll(size)), number < 0};
}

struct magnitude magnitude_of(const struct ir_func *func, const struct magnitude *all,
                              uint32_t operand) {
  if (!ir_is_const(operand)) return all[operand];
  const struct ir_const *entry = &func->consts.data[operand & ~IR_CONST];
  uint64_t value;
  return ir_const_value(func, operand, &value) ? of_number(value, entry->width)
                                               : any_of(entry->width);
}

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }
static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

/* Cut to what the width can hold: beyond it, the value wraps around. */
static struct magnitude within(unsigned bits, bool is_signed, unsigned width) {
  return bits >= width ? any_of(width) : (struct magnitude){(uint8_t)bits, is_signed};
}

static struct magnitude add(const struct search *s, const struct ir_ins *ins, struct magnitude a,
                            struct magnitude b) {
  uint64_t step;
  bool is_counted = ir_const_value(s->func, ins->b, &step) && !ir_is_const(ins->a) &&
                    s->cycle[ins->a] == s->cycle[ins->dst] && b.bits < COUNTED / 2;
  bool is_signed = a.is_signed || (ins->op == IR_SUB ? b.bits != 0 : b.is_signed);
  if (ins->op == IR_SUB && b.is_signed && b.bits != 0 && ir_is_const(ins->b))
    is_signed = a.is_signed;
  if (is_counted && ins->width > COUNTED)
    return within(larger(a.bits, COUNTED), is_signed, ins->width);
  return within(larger(a.bits, b.bits) + (b.bits != 0), is_signed, ins->width);
}

static struct magnitude shift_right(const struct search *s, const struct ir_ins *ins,
                                    struct magnitude a) {
  uint64_t by;
  bool is_known = ir_const_value(s->func, ins->b, &by) && by < ins->width;
  if (ins->op == IR_ASHR) return a;
  if (!is_known) return a.is_signed ? any_of(ins->width) : a;
  if (by == 0) return a;
  unsigned bits = a.is_signed ? ins->width : a.bits;
  return unsigned_of(bits > by ? bits - (unsigned)by : 0);
}

static struct magnitude combine(const struct ir_ins *ins, struct magnitude a, struct magnitude b) {
  bool is_signed = a.is_signed || b.is_signed;
  if (ins->op != IR_AND) return within(larger(a.bits, b.bits) + is_signed, is_signed, ins->width);
  if (!a.is_signed && !b.is_signed) return unsigned_of(smaller(a.bits, b.bits));
  if (!is_signed || a.is_signed != b.is_signed) return a.is_signed ? b : a;
  return within(larger(a.bits, b.bits) + 1, true, ins->width);
}

static struct magnitude divide(const struct ir_ins *ins, struct magnitude a, struct magnitude b) {
  if (ins->op == IR_SDIV) return within(a.bits, a.is_signed || b.is_signed, ins->width);
  if (ins->op == IR_SREM) return a;
  if (ins->op == IR_UREM && !b.is_signed)
    return unsigned_of(a.is_signed ? b.bits : smaller(a.bits, b.bits));
  if (!a.is_signed) return a;
  return any_of(ins->width);
}

static struct magnitude multiply(const struct search *s, const struct ir_ins *ins,
                                 struct magnitude a, struct magnitude b) {
  uint64_t by;
  if (ins->op == IR_MUL) return within(a.bits + b.bits, a.is_signed || b.is_signed, ins->width);
  if (!ir_const_value(s->func, ins->b, &by) || by >= ins->width) return any_of(ins->width);
  return within(a.bits + (unsigned)by, a.is_signed, ins->width);
}

static struct magnitude convert(const struct ir_ins *ins, struct magnitude a) {
  switch (ins->op) {
  case IR_TRUNC: return within(a.bits, a.is_signed, ins->width);
  case IR_ZEXT: return a.is_signed ? unsigned_of(ins->c) : a;
  case IR_SEXT: return a;
  default: return any_of(ins->width);
  }
}

/* Is everything there that the result depends on? */
static bool is_ready(const struct search *s, const struct ir_ins *ins) {
  unsigned format = ir_opcode_formats[ins->op];
  bool has_b = format == IR_FORMAT_BINARY;
  if (!ir_is_const(ins->a) && !s->is_known[ins->a]) return false;
  return !has_b || ir_is_const(ins->b) || s->is_known[ins->b];
}

static struct magnitude evaluate(const struct search *s, const struct ir_ins *ins) {
  struct magnitude a = magnitude_of(s->func, s->all, ins->a), b = {0};
  if (ir_opcode_formats[ins->op] == IR_FORMAT_BINARY) b = magnitude_of(s->func, s->all, ins->b);
  switch (ins->op) {
  case IR_ADD:
  case IR_SUB: return add(s, ins, a, b);
  case IR_MUL:
  case IR_SHL: return multiply(s, ins, a, b);
  case IR_UDIV:
  case IR_SDIV:
  case IR_UREM:
  case IR_SREM: return divide(ins, a, b);
  case IR_AND:
  case IR_OR:
  case IR_XOR: return combine(ins, a, b);
  case IR_LSHR:
  case IR_ASHR: return shift_right(s, ins, a);
  case IR_MOV: return a;
  case IR_CTPOP:
  case IR_CTLZ:
  case IR_CTTZ: return within(8, false, ins->width);
  default:
    return ir_opcode_formats[ins->op] == IR_FORMAT_CONVERT ? convert(ins, a) : any_of(ins->width);
  }
}

static void join(struct search *s, uint32_t reg, struct magnitude value) {
  struct magnitude *old = &s->all[reg];
  bool grows = !s->is_known[reg] || value.bits > old->bits || (value.is_signed && !old->is_signed);
  if (!grows) return;
  s->is_known[reg] = s->has_changed = true;
  old->bits = (uint8_t)larger(old->bits, value.bits);
  old->is_signed |= value.is_signed;
}

static void join_operand(struct search *s, uint32_t reg, ir_operand operand) {
  if (ir_is_const(operand) || s->is_known[operand])
    join(s, reg, magnitude_of(s->func, s->all, operand));
}

static void visit(struct search *s, const struct ir_ins *ins, struct ir_operand_list *defs) {
  unsigned format = ir_opcode_formats[ins->op];
  bool is_value =
      format == IR_FORMAT_BINARY || format == IR_FORMAT_UNARY || format == IR_FORMAT_CONVERT;
  if (is_value && ins->op < IR_FADD) {
    if (is_ready(s, ins)) join(s, ins->dst, evaluate(s, ins));
  } else if (ins->op == IR_SELECT) {
    join_operand(s, ins->dst, ins->b);
    join_operand(s, ins->dst, ins->c);
  } else {
    vec_clear(defs);
    ir_list_defs(s->func, ins, defs);
    for (size_t i = 0; i < defs->count; i++)
      join(s, defs->data[i], any_of(s->func->reg_widths.data[defs->data[i]]));
  }
  for (uint32_t i = 0; i < ir_successor_count(ins); i++) {
    const struct ir_edge *edge = &s->func->edges.data[ir_successor_edge(s->func, ins, i)];
    const struct ir_block *target = &s->func->blocks.data[edge->target];
    for (uint32_t j = 0; j < target->param_count; j++)
      join_operand(s, s->func->operands.data[target->first_param + j],
                   s->func->operands.data[edge->first_arg + j]);
  }
}

struct magnitude *magnitudes_find(const struct ir_func *func, const uint32_t *cycle) {
  size_t count = func->reg_widths.count;
  struct search s = {.func = func, .cycle = cycle};
  struct ir_operand_list defs = {0};
  s.all = alloc_zeroed((count + 1) * sizeof *s.all);
  s.is_known = alloc_zeroed(count + 1);
  for (size_t i = 0; i < func->params.count; i++)
    join(&s, func->params.data[i], any_of(func->reg_widths.data[func->params.data[i]]));
  do {
    s.has_changed = false;
    for (size_t i = 0; i < func->ins.count; i++) visit(&s, &func->ins.data[i], &defs);
  } while (s.has_changed);
  for (size_t i = 0; i < count; i++)
    if (!s.is_known[i]) s.all[i] = any_of(func->reg_widths.data[i]);
  free(s.is_known);
  vec_free(&defs);
  return s.all;
}
