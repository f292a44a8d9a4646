/* Inline assembly whose instructions are known. */
#ifndef FRONT_LLVM_LOWER_ASM_CODE_H
#define FRONT_LLVM_LOWER_ASM_CODE_H

#include "ir/ir.h"

#include <llvm-c/Types.h>
#include <stdbool.h>

struct lowering;

enum { ASM_OPERANDS = 24, ASM_FIXED = 16, ASM_REGISTERS = ASM_FIXED + ASM_OPERANDS };

/* What a constraint stands for in the template. */
struct asm_operand {
  enum { ASM_REGISTER, ASM_IMMEDIATE, ASM_MEMORY, ASM_FLAG } kind;
  unsigned reg;     /* the processor's first, then one per operand */
  unsigned width;   /* of its type */
  ir_operand value; /* of an immediate; the address of memory */
  char flag[4];     /* the condition of a flag output */
  int leaf;         /* of the call's result; -1 if it is no output */
};

/* The processor as far as it is known: registers of 64 bits, two flags. IR_NONE: undefined. */
struct asm_machine {
  struct lowering *lowering;
  struct asm_operand operands[ASM_OPERANDS];
  unsigned operand_count;
  ir_operand registers[ASM_REGISTERS];
  ir_operand carry, zero;
  bool has_asked; /* for one of the processor's registers that no constraint has set */
};

/* The number of one of the processor's registers and its width; false if it is none. `is_high`:
   the second byte of it. */
bool asm_find_register(const char *name, size_t length, unsigned *reg, unsigned *width,
                       bool *is_high);
/* The value of a register's lower bits. */
ir_operand asm_read(struct asm_machine *machine, unsigned reg, unsigned width);
void asm_write(struct asm_machine *machine, unsigned reg, unsigned width, ir_operand value);
/* A condition as its name in instructions tells: "e", "nc". IR_NONE if it is not known. */
ir_operand asm_condition(struct asm_machine *machine, const char *name);
/* Executes one statement of the template in small letters; false if it is not known. */
bool asm_execute(struct asm_machine *machine, const char *statement);
/* Finds out the arguments of an instruction: asm_operations.c has these. */
struct asm_ref {
  enum { ASM_REF_REGISTER, ASM_REF_IMMEDIATE, ASM_REF_MEMORY } kind;
  unsigned reg;
  bool is_high;
  unsigned width;   /* 0: not told by the operand */
  ir_operand value; /* of 64 bits: the number, or the address */
};
enum { ASM_REFS = 3 };
/* Does what the mnemonic says; false if it is not known. */
bool asm_operate(struct asm_machine *machine, const char *mnemonic, const struct asm_ref *refs,
                 unsigned count);

#endif
