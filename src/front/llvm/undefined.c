/* mem2reg replaces a read of a variable that has no value yet by LLVM's undef, which may differ at
   every use, and drops it in a phi with another value: `int x; if (c) x = 1;` leaves 1. So
   variables get an initial value that LLVM does not simplify, `freeze undef`; lowering turns it
   into an undefined constant (IR_CONST_UNDEFINED).

   requires: memory form, as clang produces without optimisation. Variables that are written in the
             entry block before they are read there, as parameters are, do not need it. */
#include "front/llvm/undefined.h"

#include "front/llvm/ptrmap.h"

#include <stdbool.h>

static bool is_own_access(LLVMValueRef user, LLVMValueRef variable, LLVMTypeRef type) {
  if (LLVMIsALoadInst(user)) return !LLVMGetVolatile(user) && LLVMTypeOf(user) == type;
  return LLVMIsAStoreInst(user) && !LLVMGetVolatile(user) && LLVMGetOperand(user, 1) == variable &&
         LLVMGetOperand(user, 0) != variable && LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
}

/* Whether mem2reg will promote it, and something reads it. */
static bool is_promotable(LLVMValueRef variable) {
  LLVMTypeRef type = LLVMGetAllocatedType(variable);
  bool is_read = false;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!is_own_access(user, variable, type)) return false;
    is_read |= LLVMIsALoadInst(user) != NULL;
  }
  return is_read;
}

/* Variables whose first access in the block is a write. */
static void list_written(LLVMBasicBlockRef block, struct ptrmap *written) {
  struct ptrmap read = {0};
  for (LLVMValueRef ins = LLVMGetFirstInstruction(block); ins; ins = LLVMGetNextInstruction(ins)) {
    if (LLVMIsALoadInst(ins)) {
      LLVMValueRef place = LLVMGetOperand(ins, 0);
      if (!ptrmap_find(written, place)) *ptrmap_insert(&read, place) = 1;
    } else if (LLVMIsAStoreInst(ins)) {
      LLVMValueRef place = LLVMGetOperand(ins, 1);
      if (!ptrmap_find(&read, place)) *ptrmap_insert(written, place) = 1;
    }
  }
  ptrmap_free(&read);
}

static void begin(LLVMBuilderRef builder, LLVMValueRef variable, LLVMValueRef next) {
  LLVMPositionBuilderBefore(builder, next);
  LLVMValueRef undefined = LLVMGetUndef(LLVMGetAllocatedType(variable));
  LLVMBuildStore(builder, LLVMBuildFreeze(builder, undefined, ""), variable);
}

void undefined_begin_locals(LLVMValueRef function) {
  if (LLVMCountBasicBlocks(function) == 0) return;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  struct ptrmap written = {0};
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
  list_written(entry, &written);
  for (LLVMValueRef ins = LLVMGetFirstInstruction(entry), next; ins; ins = next) {
    next = LLVMGetNextInstruction(ins);
    if (LLVMIsAAllocaInst(ins) && !ptrmap_find(&written, ins) && is_promotable(ins))
      begin(builder, ins, next);
  }
  LLVMDisposeBuilder(builder);
  ptrmap_free(&written);
}
