/* Lowering one function: the context that the lower_*.c files share, and what each offers to the
   others. An LLVM value is a list of operands, one per leaf of its type (types.h); the list does
   not move until the function is finished. */
#ifndef FRONT_LLVM_LOWER_H
#define FRONT_LLVM_LOWER_H

#include "front/llvm/loader.h"
#include "front/llvm/types.h"

#include <llvm-c/Core.h>

struct lowering {
  struct loader *loader;
  struct module *module;
  struct types *types;
  struct ir_func *func;
  LLVMValueRef llvm; /* the function */
  const struct numbering *numbering;
  struct ptrmap values;   /* LLVM value to const ir_operand * */
  struct ptrmap allocas;  /* LLVM value to instruction number + 1, for naming */
  struct ptrmap incoming; /* LLVM block to struct ptrmap *: predecessor to its index in phis */
  VEC(struct ptrmap *) incoming_maps;
  VEC(ir_operand *) chunks; /* memory of the operand lists */
  size_t chunk_used;
  uint32_t block;         /* the one being filled */
  bool is_ended;          /* the block has its terminator */
  LLVMBasicBlockRef next; /* the LLVM block that continues in the same block, or NULL */
  bool is_unoptimised;    /* the code is as the programmer wrote it */
  uint32_t loc;           /* of what is emitted */
  unsigned depth;         /* of constant expressions being lowered */
  char *problem;          /* why the current instruction cannot be lowered, owned; or NULL */
  uint8_t *is_reached;    /* per block of the numbering: an edge leads to it */
  bool has_stepped_back;  /* some edge leads to an earlier block */
};

/* lower_function.c */
void lower_function(struct loader *loader, struct link_symbol *symbol);
/* Memory for a list of operands, valid while the function is being lowered. */
ir_operand *lower_new_list(struct lowering *lowering, uint32_t count);
/* Records that the current instruction cannot be lowered; it becomes a trap. The first reason is
   kept. */
void lower_reject(struct lowering *lowering, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Continues with another LLVM block: in the same block if its only predecessors are the current
   block and `other`, which is never lowered; else by a jump. */
void lower_go_on(struct lowering *lowering, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                 LLVMBasicBlockRef other);
/* An edge from the LLVM block being lowered to another one. */
uint32_t lower_edge(struct lowering *lowering, LLVMBasicBlockRef from, LLVMBasicBlockRef to);

/* lower_value.c */
const struct layout *lower_layout(struct lowering *lowering, LLVMValueRef value);
/* The operands of a value; may emit instructions for a constant expression. */
const ir_operand *lower_value(struct lowering *lowering, LLVMValueRef value);
ir_operand lower_scalar(struct lowering *lowering, LLVMValueRef value);
ir_operand lower_operand(struct lowering *lowering, LLVMValueRef user, unsigned number);
/* Binds the result of an instruction; the list is copied or, for the second, kept. */
void lower_bind_scalar(struct lowering *lowering, LLVMValueRef value, ir_operand operand);
void lower_bind(struct lowering *lowering, LLVMValueRef value, const ir_operand *list);
/* The address of a symbol, for calls without an LLVM instruction. */
ir_operand lower_symbol(struct lowering *lowering, struct link_symbol *symbol);

/* lower_scalar.c: arithmetic, comparisons, conversions, element by element. They work
   on instructions and constant expressions alike and return the operand list. */
const ir_operand *lower_pure(struct lowering *lowering, LLVMValueRef value, LLVMOpcode opcode);

/* lower_memory.c */
void lower_memory(struct lowering *lowering, LLVMValueRef instruction, LLVMOpcode opcode);
const ir_operand *lower_gep(struct lowering *lowering, LLVMValueRef gep);
const ir_operand *lower_load_type(struct lowering *lowering, LLVMTypeRef type, ir_operand address,
                                  uint8_t flags);

/* lower_vector.c */
const ir_operand *lower_shuffle(struct lowering *lowering, LLVMValueRef value, LLVMOpcode opcode);
const ir_operand *lower_bitcast(struct lowering *lowering, const ir_operand *list,
                                const struct layout *from, const struct layout *to);

/* The bits [place, place + width) of a sequence of leaves, lowest first; 0 beyond it. */
ir_operand lower_gather_bits(struct lowering *lowering, const ir_operand *list,
                             const struct layout *from, uint64_t place, unsigned width);

/* lower_wide.c: the same as lower_pure where an integer wider than 128 bits is involved;
   NULL for what it cannot do. */
bool lower_is_wide(struct lowering *lowering, LLVMValueRef value);
const ir_operand *lower_wide(struct lowering *lowering, LLVMValueRef value, LLVMOpcode opcode);

/* lower_control.c */
void lower_terminator(struct lowering *lowering, LLVMValueRef instruction, LLVMOpcode opcode);

/* lower_call.c: call and invoke */
void lower_call(struct lowering *lowering, LLVMValueRef call);
/* Links the functions of the libc that lowering itself may call. */
void lower_reach_hooks(struct loader *loader);
/* Emits a call of a known function with scalar arguments and results. */
void lower_plain_call(struct lowering *lowering, ir_operand callee, const ir_operand *arguments,
                      uint32_t argument_count, const uint32_t *results, uint32_t result_count);

/* lower_guard.c: a condition that must hold. Otherwise it is the error that exec/careful/failure.c
   knows by that name, about these values. */
void lower_guard(struct lowering *lowering, ir_operand condition, const char *name,
                 const ir_operand *about, uint32_t count);
/* If the branch is a sanitizer's check, lowers it; false otherwise. */
bool lower_check(struct lowering *lowering, LLVMValueRef branch);
/* A call of a sanitizer's handler. */
void lower_failed_check(struct lowering *lowering, LLVMValueRef call);

/* lower_asm.c */
void lower_asm(struct lowering *lowering, LLVMValueRef call);

#endif
