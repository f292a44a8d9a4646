/* Emitting single IR instructions at the current position of a lowering. */
#ifndef FRONT_LLVM_EMIT_H
#define FRONT_LLVM_EMIT_H

#include "front/llvm/lower.h"
#include "ir/builder.h"

ir_operand emit_const(struct lowering *lowering, unsigned width, uint64_t value);
/* All bits set; the smallest and the largest signed number. */
ir_operand emit_ones(struct lowering *lowering, unsigned width);
ir_operand emit_signed_min(struct lowering *lowering, unsigned width);
ir_operand emit_signed_max(struct lowering *lowering, unsigned width);
bool emit_is_int(const struct lowering *lowering, ir_operand operand, uint64_t value);

/* dst = a op b of `width` bits; comparisons give 1 bit. */
ir_operand emit_binary(struct lowering *lowering, unsigned op, unsigned width, ir_operand a,
                       ir_operand b);
ir_operand emit_compare(struct lowering *lowering, unsigned op, unsigned width, ir_operand a,
                        ir_operand b);
ir_operand emit_fcmp(struct lowering *lowering, unsigned predicate, unsigned width, ir_operand a,
                     ir_operand b);
ir_operand emit_unary(struct lowering *lowering, unsigned op, unsigned width, ir_operand a);
ir_operand emit_convert(struct lowering *lowering, unsigned op, unsigned from, unsigned to,
                        ir_operand a);
/* The same from floating point to integer, where values out of range are errors. */
ir_operand emit_checked_convert(struct lowering *lowering, unsigned op, unsigned from, unsigned to,
                                ir_operand a);
/* TRUNC, ZEXT or nothing, depending on the widths. */
ir_operand emit_resize(struct lowering *lowering, unsigned from, unsigned to, ir_operand a);
ir_operand emit_resize_signed(struct lowering *lowering, unsigned from, unsigned to, ir_operand a);
ir_operand emit_select(struct lowering *lowering, unsigned width, ir_operand condition,
                       ir_operand yes, ir_operand no);
ir_operand emit_fma(struct lowering *lowering, unsigned width, ir_operand a, ir_operand b,
                    ir_operand c);
/* An address plus a number; constants are folded. */
ir_operand emit_offset(struct lowering *lowering, ir_operand address, uint64_t offset);
ir_operand emit_load(struct lowering *lowering, unsigned width, ir_operand address, uint8_t flags);
void emit_store(struct lowering *lowering, unsigned width, ir_operand address, ir_operand value,
                uint8_t flags);
/* MEMCPY, MEMMOVE, MEMSET */
void emit_block_op(struct lowering *lowering, unsigned op, ir_operand to, ir_operand from,
                   ir_operand size);
ir_operand emit_alloca(struct lowering *lowering, ir_operand size, uint64_t align, uint32_t name);
/* An operation with one operand and no result (STACKRESTORE, VASTART). */
void emit_effect(struct lowering *lowering, unsigned op, ir_operand a);
ir_operand emit_setjmp(struct lowering *lowering, ir_operand buffer);
/* Terminators: each ends the block. */
void emit_longjmp(struct lowering *lowering, ir_operand buffer, ir_operand value);
void emit_trap(struct lowering *lowering, unsigned kind, const char *message);
void emit_branch(struct lowering *lowering, uint32_t edge);
void emit_condbr(struct lowering *lowering, ir_operand condition, uint32_t yes, uint32_t no);
/* Any other terminator, as given except for its location. */
void emit_end(struct lowering *lowering, struct ir_ins ins);
/* Continues in a new block with these parameters; the previous one must be ended. */
void emit_start_block(struct lowering *lowering, uint32_t block);

#endif
