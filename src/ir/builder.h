/* Building functions, for front ends. Blocks may be created before they are filled; a block's
   instructions must be emitted without interruption. */
#ifndef IR_BUILDER_H
#define IR_BUILDER_H

#include "ir/ir.h"

/* Borrowed; owned by the program. A non-local name must be new. */
struct ir_func *ir_add_func(struct ir_program *program, const char *name, bool is_local);
struct ir_global *ir_add_global(struct ir_program *program, const char *name, bool is_local);
/* Equal locations get the same number. */
uint32_t ir_add_loc(struct ir_program *program, struct ir_loc loc);

uint32_t ir_new_reg(struct ir_func *func, unsigned width);
/* Adds a parameter of that width and returns its register. */
uint32_t ir_new_param(struct ir_func *func, unsigned width);

/* Constants are shared within a function: equal ones get the same number. */
ir_operand ir_const_int(struct ir_func *func, unsigned width, uint64_t value);
ir_operand ir_const_wide(struct ir_func *func, unsigned width, uint64_t low, uint64_t high);
ir_operand ir_const_global(struct ir_func *func, uint32_t global, uint64_t offset);
ir_operand ir_const_func(struct ir_func *func, uint32_t callee);
/* Every call returns a new constant, whatever its width. */
ir_operand ir_const_undefined(struct ir_func *func, unsigned width);
ir_operand ir_const_block(struct ir_func *func, uint32_t owner, uint32_t block);
unsigned ir_operand_width(const struct ir_func *func, ir_operand operand);

uint32_t ir_new_block(struct ir_func *func); /* empty, not yet placed */
/* Parameters must be added before any edge to the block is made. */
void ir_set_block_params(struct ir_func *func, uint32_t block, const uint32_t *regs,
                         uint32_t count);
void ir_start_block(struct ir_func *func, uint32_t block);
void ir_end_block(struct ir_func *func, uint32_t block);
uint32_t ir_new_edge(struct ir_func *func, uint32_t target, const ir_operand *args, uint32_t count);
uint32_t ir_add_operands(struct ir_func *func, const ir_operand *operands, uint32_t count);

/* Appends an instruction; the returned pointer is valid until the next one. */
struct ir_ins *ir_emit(struct ir_func *func, struct ir_ins ins);

/* Frees what only building needs. Building may continue afterwards, at some cost. */
void ir_finish_func(struct ir_func *func);

#endif
