/* What an instruction reads and writes and where it may go, by its format: for passes that need not
   distinguish operations. */
#ifndef IR_OPERANDS_H
#define IR_OPERANDS_H

#include "ir/ir.h"

/* Reused from one instruction to the next; freed with vec_free. */
struct ir_operand_list {
  ir_operand *data;
  size_t count, capacity;
};

/* Each appends to the list, in a fixed order and with repetitions. Uses are registers and
   constants, including arguments of calls and operands of returns, but not arguments of edges:
   those are read when the edge is taken. */
void ir_list_uses(const struct ir_func *func, const struct ir_ins *ins,
                  struct ir_operand_list *list);
/* Registers: the destination or the results of a call. */
void ir_list_defs(const struct ir_func *func, const struct ir_ins *ins,
                  struct ir_operand_list *list);
void ir_list_edge_args(const struct ir_func *func, uint32_t edge, struct ir_operand_list *list);

/* The outgoing edges of a terminator: for a switch the cases in order, then the default. */
uint32_t ir_successor_count(const struct ir_ins *ins);
uint32_t ir_successor_edge(const struct ir_func *func, const struct ir_ins *ins, uint32_t index);

/* Whether two edges have the same target and arguments, so that they count as one. */
bool ir_is_same_way(const struct ir_func *func, uint32_t a, uint32_t b);

static inline const struct ir_ins *ir_terminator(const struct ir_func *func, uint32_t block) {
  const struct ir_block *b = &func->blocks.data[block];
  return &func->ins.data[b->first + b->count - 1];
}

/* The operand's value, if it is an integer constant of at most 64 bits. */
static inline bool ir_const_value(const struct ir_func *func, ir_operand operand, uint64_t *value) {
  if (!ir_is_const(operand)) return false;
  const struct ir_const *entry = &func->consts.data[operand & ~IR_CONST];
  if (entry->kind != IR_CONST_INT || entry->width > 64) return false;
  *value = entry->value;
  return true;
}

#endif
