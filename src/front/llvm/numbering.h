/* The order in which the blocks of an LLVM function are numbered in the IR. */
#ifndef FRONT_LLVM_NUMBERING_H
#define FRONT_LLVM_NUMBERING_H

#include "front/llvm/ptrmap.h"

#include <llvm-c/Types.h>

struct loader;

#define NUMBERING_NONE UINT32_MAX

/* The blocks that are reachable from the entry, in reverse postorder: number 0 is the entry. */
struct numbering {
  LLVMBasicBlockRef *blocks;
  uint32_t count;
  struct ptrmap numbers;
};

/* Computed at the first request; borrowed from the loader. */
const struct numbering *numbering_of(struct loader *loader, LLVMValueRef function);
/* NUMBERING_NONE for an unreachable block. */
uint32_t numbering_find(const struct numbering *numbering, LLVMBasicBlockRef block);
/* Takes it. */
void numbering_free(struct numbering *numbering);

#endif
