/* Keeping variables without a value apart from each other through mem2reg. */
#ifndef FRONT_LLVM_UNDEFINED_H
#define FRONT_LLVM_UNDEFINED_H

#include <llvm-c/Core.h>

/* Gives variables that mem2reg is going to promote, and that may be read before they are written,
   an undefined value of their own to begin with. */
void undefined_begin_locals(LLVMValueRef function);

#endif
