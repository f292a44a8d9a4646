/* What an instruction reads, writes and where it may go, by its format: for
   passes that do not care which operation it is. */
#ifndef IR_OPERANDS_H
#define IR_OPERANDS_H

#include "ir/ir.h"

/* Made to be reused from one instruction to the next; freed with vec_free. */
struct ir_operand_list {
  ir_operand *data;
  size_t count, capacity;
};

/* Each appends to the list, in a fixed order and with repetitions.
   Uses are registers and constants, arguments of calls and operands of returns
   included, arguments of edges not: those are read when the edge is taken. */
void ir_list_uses(const struct ir_func *func, const struct ir_ins *ins,
                  struct ir_operand_list *list);
/* Registers: the destination or the results of a call. */
void ir_list_defs(const struct ir_func *func, const struct ir_ins *ins,
                  struct ir_operand_list *list);
void ir_list_edge_args(const struct ir_func *func, uint32_t edge, struct ir_operand_list *list);

/* The edges that leave by a terminator: of a switch the cases in order, then the default. */
uint32_t ir_successor_count(const struct ir_ins *ins);
uint32_t ir_successor_edge(const struct ir_func *func, const struct ir_ins *ins, uint32_t index);

/* Whether two edges have the same target and arguments: they count as one way to go. */
bool ir_is_same_way(const struct ir_func *func, uint32_t a, uint32_t b);

static inline const struct ir_ins *ir_terminator(const struct ir_func *func, uint32_t block) {
  const struct ir_block *b = &func->blocks.data[block];
  return &func->ins.data[b->first + b->count - 1];
}

/* The integer constant of at most 64 bits that the operand is, if it is one. */
static inline bool ir_const_value(const struct ir_func *func, ir_operand operand, uint64_t *value) {
  if (!ir_is_const(operand)) return false;
  const struct ir_const *entry = &func->consts.data[operand & ~IR_CONST];
  if (entry->kind != IR_CONST_INT || entry->width > 64) return false;
  *value = entry->value;
  return true;
}

#endif
