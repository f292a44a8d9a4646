/* Block numbers are a function of the LLVM function alone, so that the address of a label is known
   before its function is lowered, from any other function or initialiser. Reverse postorder puts
   dominators first and drops dead blocks. */
#include "front/llvm/numbering.h"

#include "front/llvm/loader.h"

#include <llvm-c/Core.h>
#include <stdlib.h>

struct visit {
  LLVMBasicBlockRef block;
  LLVMValueRef terminator;
  unsigned next, count; /* successors */
};

static struct visit start_visit(LLVMBasicBlockRef block) {
  LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
  return (struct visit){block, terminator, 0, LLVMGetNumSuccessors(terminator)};
}

static struct numbering *number_blocks(LLVMValueRef function) {
  struct numbering *numbering = alloc_zeroed(sizeof *numbering);
  uint32_t total = LLVMCountBasicBlocks(function), at = total;
  LLVMBasicBlockRef *blocks = alloc_bytes(total * sizeof *blocks);
  VEC(struct visit) stack = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  ptrmap_insert(&numbering->numbers, entry);
  vec_push(&stack, start_visit(entry));
  while (stack.count) {
    struct visit *visit = &vec_last(&stack);
    if (visit->next == visit->count) {
      blocks[--at] = visit->block;
      stack.count--;
      continue;
    }
    /* The last successor first, so that the first one directly follows its branch. */
    LLVMBasicBlockRef next = LLVMGetSuccessor(visit->terminator, visit->count - ++visit->next);
    if (ptrmap_add(&numbering->numbers, next)) vec_push(&stack, start_visit(next));
  }
  vec_free(&stack);
  numbering->count = total - at;
  numbering->blocks = blocks;
  for (uint32_t i = 0; i < numbering->count; i++) {
    blocks[i] = blocks[at + i];
    *ptrmap_insert(&numbering->numbers, blocks[i]) = i;
  }
  return numbering;
}

const struct numbering *numbering_of(struct loader *loader, LLVMValueRef function) {
  uintptr_t *known = ptrmap_find(&loader->numberings, function);
  if (known) return (const struct numbering *)*known;
  struct numbering *numbering = number_blocks(function);
  vec_push(&loader->owned_numberings, numbering);
  *ptrmap_insert(&loader->numberings, function) = (uintptr_t)numbering;
  return numbering;
}

uint32_t numbering_find(const struct numbering *numbering, LLVMBasicBlockRef block) {
  uintptr_t *number = ptrmap_find(&numbering->numbers, block);
  return number ? (uint32_t)*number : NUMBERING_NONE;
}

void numbering_free(struct numbering *numbering) {
  free(numbering->blocks);
  ptrmap_free(&numbering->numbers);
  free(numbering);
}
