/* Inline assembly made of known instructions. */
#ifndef FRONT_LLVM_LOWER_ASM_CODE_H
#define FRONT_LLVM_LOWER_ASM_CODE_H

#include "ir/ir.h"

#include <llvm-c/Types.h>
#include <stdbool.h>

struct lowering;

enum { ASM_OPERANDS = 24, ASM_FIXED = 16, ASM_REGISTERS = ASM_FIXED + ASM_OPERANDS };

/* What a constraint means in the template. */
struct asm_operand {
  enum { ASM_REGISTER, ASM_IMMEDIATE, ASM_MEMORY, ASM_FLAG } kind;
  unsigned reg;     /* the processor's registers first, then one per operand */
  unsigned width;   /* of its type */
  ir_operand value; /* of an immediate; the address of memory */
  char flag[4];     /* the condition of a flag output */
  int leaf;         /* of the call's result; -1 if it is not an output */
};

/* The modelled part of the processor: registers of 64 bits, two flags. IR_NONE: undefined. */
struct asm_machine {
  struct lowering *lowering;
  struct asm_operand operands[ASM_OPERANDS];
  unsigned operand_count;
  ir_operand registers[ASM_REGISTERS];
  ir_operand carry, zero;
  bool has_asked; /* a register that no constraint has set was read */
};

/* The number and width of a processor register by name; false if there is none. `is_high`: its
   second byte. */
bool asm_find_register(const char *name, size_t length, unsigned *reg, unsigned *width,
                       bool *is_high);
/* The value of a register's lower bits. */
ir_operand asm_read(struct asm_machine *machine, unsigned reg, unsigned width);
void asm_write(struct asm_machine *machine, unsigned reg, unsigned width, ir_operand value);
/* A condition by its suffix in instructions: "e", "nc". IR_NONE if it is unknown. */
ir_operand asm_condition(struct asm_machine *machine, const char *name);
/* Executes one statement of the template, in lower case; false if it is unknown. */
bool asm_execute(struct asm_machine *machine, const char *statement);
/* A parsed argument of an instruction, for asm_operations.c. */
struct asm_ref {
  enum { ASM_REF_REGISTER, ASM_REF_IMMEDIATE, ASM_REF_MEMORY } kind;
  unsigned reg;
  bool is_high;
  unsigned width;   /* 0: not given by the operand */
  ir_operand value; /* 64 bits: the number, or the address */
};
enum { ASM_REFS = 3 };
/* Performs the instruction; false if the mnemonic is unknown. */
bool asm_operate(struct asm_machine *machine, const char *mnemonic, const struct asm_ref *refs,
                 unsigned count);

#endif
