/* Translating IR into threaded code, one function at a time, when it is first called. */
#ifndef EXEC_TRANSLATE_CODE_H
#define EXEC_TRANSLATE_CODE_H

#include "exec/translate/op.h"

#include <stdbool.h>
#include <stdint.h>

struct conditions;
struct machine;
struct ir_ins;
struct registers;

/* Borrowed; owned by the machine. The function must have a body. */
const struct code *code_translate(struct machine *machine, uint32_t func);
void code_free(struct code *code);
/* The IR instruction that an operation of that code belongs to. */
const struct ir_ins *code_origin(const struct code *code, const struct op *op);
/* The value of a word of a constant-pool entry, with addresses resolved. */
uint64_t code_const_value(const struct machine *machine, const struct ir_func *func,
                          uint32_t number);
/* Whether a signed overflow of the instruction is reported. */
bool code_is_checked_sum(const struct machine *machine, const struct ir_ins *ins);
/* Passes the operation at which threaded code stopped to the symbolic interpreter. */
void code_go_careful(struct machine *machine);
/* Records for coverage that the call has returned. */
struct call_site;
void code_note_return(struct machine *machine, const struct call_site *site);
/* The slots with live registers at a point of the function; borrows from the code. */
struct code_live {
  const struct code *code;
  const uint64_t *set;  /* NULL in large functions, where each register is tested separately */
  uint32_t block, call; /* the point, for these; only one is used */
};
/* At the start of a block. */
struct code_live code_live_at(const struct code *code, uint32_t block);
/* The registers that are live at the start of a block, each by its first number, in ascending
   order. Made once per block; borrowed. */
const uint32_t *code_live_list(const struct code *code, uint32_t block, uint32_t *count);
/* After a call has returned, before its results are set. */
struct code_live code_live_after(const struct code *code, uint32_t call);
bool code_is_live(const struct code_live *live, uint32_t slot);
/* Drops symbolic registers that are not live. */
void code_keep_live(const struct code_live *live, struct registers *registers, uint64_t *slots);
void code_free_live(struct code *code);
/* The conditions of the function that have several parts. */
const struct conditions *code_conditions(const struct code *code);
/* Raises the error of an oversized shift at op. */
void code_raise_overshift(struct machine *machine, const struct op *op, const uint64_t *slots);

#endif
