/* Constants as link-time values: numbers, and addresses of symbols plus an offset. */
#ifndef FRONT_LLVM_CONSTANTS_H
#define FRONT_LLVM_CONSTANTS_H

#include <llvm-c/Types.h>
#include <stdbool.h>
#include <stdint.h>

struct ir_const;
struct loader;
struct types;

/* The bits of an integer or floating-point constant, lowest word first; `words` has room for at
   least two, and for the width. */
void constants_read_bits(LLVMValueRef constant, uint64_t *words);
/* Evaluates a scalar constant of at most 64 bits. False if it is something else, or not of the form
   number or address plus number. */
bool constants_evaluate(struct loader *loader, struct types *types, LLVMValueRef constant,
                        struct ir_const *value);
/* The global value that an alias points into, or NULL. */
LLVMValueRef constants_base_of_alias(LLVMValueRef alias);
bool constants_evaluate_alias(struct loader *loader, LLVMValueRef alias, struct ir_const *value);

/* One index of a getelementptr into `type`: what it adds to the address. */
struct gep_step {
  LLVMTypeRef type;   /* the type that the next index selects from */
  LLVMValueRef index; /* times `scale`; NULL: only `offset` */
  uint64_t scale, offset;
};
/* Processes the index that is operand `operand` (from 1) of a getelementptr. */
struct gep_step constants_step_gep(struct types *types, LLVMValueRef gep, unsigned operand,
                                   LLVMTypeRef type);

#endif
