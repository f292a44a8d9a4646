/* Keeps variables without a value distinct through mem2reg. */
#ifndef FRONT_LLVM_UNDEFINED_H
#define FRONT_LLVM_UNDEFINED_H

#include <llvm-c/Core.h>

/* Gives variables that mem2reg will promote, and that may be read before they are written, their
   own undefined initial value. */
void undefined_begin_locals(LLVMValueRef function);

#endif
