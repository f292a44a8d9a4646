/* Tables of 32-bit distances between addresses. */
#ifndef FRONT_LLVM_RELATIVE_H
#define FRONT_LLVM_RELATIVE_H

#include <llvm-c/Types.h>

/* Turns the tables that llvm.load.relative reads into tables of addresses. */
void relative_expand_tables(LLVMModuleRef module);

#endif
