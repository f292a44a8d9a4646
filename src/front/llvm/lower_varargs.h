/* The variable arguments of a call: passing, starting and reading them. */
#ifndef FRONT_LLVM_LOWER_VARARGS_H
#define FRONT_LLVM_LOWER_VARARGS_H

#include "ir/ir.h"

#include <llvm-c/Types.h>

struct lowering;
struct link_symbol;

/* What the ABI's argument registers and stack hold for one call. */
struct argument_area {
  unsigned general, vector;             /* registers taken so far */
  unsigned fixed_general, fixed_vector; /* of these, by fixed arguments */
  uint64_t stack;                       /* bytes taken on the stack by variable arguments */
  uint64_t size;                        /* of the used part of the area */
  VEC(struct ir_vararg) varargs;
};

/* Passes argument `number` of the call; only a variable one is stored in the area. */
void varargs_pass(struct lowering *lowering, struct argument_area *area, LLVMValueRef call,
                  unsigned number, bool is_variable);
/* Moves arguments in registers to the last registers, where va_start expects them; the last
   step. */
void varargs_place(struct argument_area *area);
/* Whether the function reads arguments that its callers may omit. */
bool varargs_are_always_read(const struct link_symbol *callee);
/* Makes the area large enough for such a function. */
void varargs_pad(struct argument_area *area);
/* LLVM's va_arg instruction, which clang does not emit for this target. */
void varargs_read(struct lowering *lowering, LLVMValueRef instruction);

#endif
