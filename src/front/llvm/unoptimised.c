/* Recognising unoptimised code, function by function. `optnone` marks it, but `-Xclang
   -disable-O0-optnone` omits the mark. Then the shape decides: clang puts every variable and every
   parameter into memory, and the first thing that every optimising pipeline does is to promote such
   memory to registers. So a function that still has a stack object that could be promoted was not
   optimised.

   A function without variables and parameters has nothing to promote. It counts as unoptimised if
   it looks like a function from clang -O0 (noinline, no types on its accesses) and others in its
   module were evidently not optimised.

   The rest (optimised code, or code after mem2reg) is uncertain; checks that are omitted there are
   counted during lowering. */
#include "front/llvm/unoptimised.h"

#include "front/llvm/loader.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

static bool has_attribute(LLVMValueRef function, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                     kind) != NULL;
}

/* Whether an optimiser would keep the object in registers: it is only loaded and stored as a
   whole. */
static bool is_promotable(LLVMValueRef object) {
  LLVMTypeRef type = LLVMGetAllocatedType(object);
  LLVMUseRef use = LLVMGetFirstUse(object);
  if (!use) return false;
  for (; use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMTypeRef accessed;
    if (LLVMIsALoadInst(user))
      accessed = LLVMTypeOf(user);
    else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != object)
      accessed = LLVMTypeOf(LLVMGetOperand(user, 0));
    else
      return false;
    if (accessed != type || LLVMGetVolatile(user)) return false;
  }
  return true;
}

static bool is_in_memory_form(LLVMValueRef function) {
  LLVMValueRef instruction = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  for (; instruction; instruction = LLVMGetNextInstruction(instruction))
    if (LLVMIsAAllocaInst(instruction) && is_promotable(instruction)) return true;
  return false;
}

/* Whether the function could come from clang -O0 with nothing to promote: it has no parameters, and
   no access has a type for alias analysis. */
static bool is_plain(LLVMValueRef function) {
  if (!has_attribute(function, "noinline") || LLVMCountParams(function) != 0) return false;
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  unsigned tbaa = LLVMGetMDKindIDInContext(context, "tbaa", 4);
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef instruction = LLVMGetFirstInstruction(block); instruction;
         instruction = LLVMGetNextInstruction(instruction))
      if (LLVMGetMetadata(instruction, tbaa)) return false;
  return true;
}

/* clang truncates the amount of a shift to the width of the shifted value. That looks just like a
   cast by the programmer, but has the location of the shift. In a macro everything has one
   location: then it may also be a cast. */
static bool is_cut_by_clang(LLVMValueRef shift) {
  LLVMValueRef amount = LLVMGetOperand(shift, 1);
  LLVMMetadataRef place = LLVMInstructionGetDebugLoc(shift);
  if (!LLVMIsATruncInst(amount) || !place || LLVMInstructionGetDebugLoc(amount) != place)
    return false;
  LLVMValueRef whole = LLVMGetOperand(amount, 0);
  return LLVMIsAInstruction(whole) && LLVMInstructionGetDebugLoc(whole) != place;
}

static void find_cut_amounts(struct module *module, LLVMValueRef function) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef instruction = LLVMGetFirstInstruction(block); instruction;
         instruction = LLVMGetNextInstruction(instruction)) {
      LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
      bool is_shift = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
      if (is_shift && is_cut_by_clang(instruction)) ptrmap_add(&module->cut_amounts, instruction);
    }
}

static void find_functions(struct module *module) {
  bool has_memory_form = false;
  LLVMValueRef function = LLVMGetFirstFunction(module->llvm);
  for (; function; function = LLVMGetNextFunction(function)) {
    bool is_kept = has_attribute(function, "optnone");
    bool is_shown =
        !is_kept && module->is_user && !LLVMIsDeclaration(function) && is_in_memory_form(function);
    has_memory_form |= is_shown;
    if (is_kept || is_shown) ptrmap_add(&module->unoptimised, function);
  }
  if (!has_memory_form) return;
  for (function = LLVMGetFirstFunction(module->llvm); function;
       function = LLVMGetNextFunction(function))
    if (!LLVMIsDeclaration(function) && is_plain(function))
      ptrmap_add(&module->unoptimised, function);
}

void unoptimised_find(struct module *module) {
  find_functions(module);
  if (!module->is_user || module->checks_shifts) return;
  for (LLVMValueRef function = LLVMGetFirstFunction(module->llvm); function;
       function = LLVMGetNextFunction(function))
    if (ptrmap_find(&module->unoptimised, function)) find_cut_amounts(module, function);
}
