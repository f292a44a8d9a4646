/* For position-independent code LLVM makes a constant array of pointers into an array of 32-bit
   distances from the array itself, to save the dynamic linker work, and reads it by
   llvm.load.relative. In smew, objects are further apart than 32 bits can express. So this is
   undone: the table becomes one of pointers again, and each use an ordinary load.

   Only a table whose elements are all of that form and whose uses are all such calls is changed;
   anything else stays and is treated like any other initialiser. */
#include "front/llvm/relative.h"

#include "util/alloc.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DISTANCE_SIZE = 4, POINTER_SIZE = 8 };

static LLVMValueRef operand_of(LLVMValueRef constant, LLVMOpcode opcode, unsigned number) {
  if (LLVMGetValueKind(constant) != LLVMConstantExprValueKind) return NULL;
  return LLVMGetConstOpcode(constant) == opcode ? LLVMGetOperand(constant, number) : NULL;
}

/* The address in trunc(address - table), or NULL. */
static LLVMValueRef target_of(LLVMValueRef element, LLVMValueRef table) {
  LLVMValueRef difference = operand_of(element, LLVMTrunc, 0);
  LLVMValueRef minuend = difference ? operand_of(difference, LLVMSub, 0) : NULL;
  if (minuend == NULL) return NULL;
  LLVMValueRef base = operand_of(LLVMGetOperand(difference, 1), LLVMPtrToInt, 0);
  LLVMValueRef target = operand_of(minuend, LLVMPtrToInt, 0);
  return base == table ? target : NULL;
}

static bool is_load_relative(LLVMValueRef user, LLVMValueRef table) {
  if (!LLVMIsACallInst(user)) return false;
  LLVMValueRef callee = LLVMGetCalledValue(user);
  size_t length;
  if (!LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) == 0) return false;
  const char *name = LLVMGetValueName2(callee, &length);
  return strncmp(name, "llvm.load.relative.", 19) == 0 && LLVMGetOperand(user, 0) == table &&
         LLVMGetOperand(user, 1) != table;
}

/* A constant user is part of the table's own initialiser. */
static bool has_only_relative_uses(LLVMValueRef table) {
  bool is_used = false;
  for (LLVMUseRef use = LLVMGetFirstUse(table); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAConstant(user) && !LLVMIsAGlobalValue(user)) continue;
    if (!is_load_relative(user, table)) return false;
    is_used = true;
  }
  return is_used;
}

/* The same table with pointers, or NULL if it does not have that form. */
static LLVMValueRef make_pointer_table(LLVMModuleRef module, LLVMValueRef table) {
  LLVMTypeRef type = LLVMGlobalGetValueType(table);
  LLVMValueRef initialiser = LLVMGetInitializer(table);
  if (!LLVMIsGlobalConstant(table) || initialiser == NULL ||
      LLVMGetTypeKind(type) != LLVMArrayTypeKind ||
      LLVMGetValueKind(initialiser) != LLVMConstantArrayValueKind || !has_only_relative_uses(table))
    return NULL;
  LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
  uint64_t count = LLVMGetArrayLength2(type);
  LLVMValueRef *targets = alloc_bytes(count * sizeof(LLVMValueRef));
  bool is_good = count > 0;
  for (uint64_t i = 0; i < count && is_good; i++) {
    targets[i] = target_of(LLVMGetAggregateElement(initialiser, (unsigned)i), table);
    is_good = targets[i] != NULL;
  }
  LLVMValueRef wide = NULL;
  if (is_good) {
    wide = LLVMAddGlobal(module, LLVMArrayType2(pointer, count), "");
    LLVMSetInitializer(wide, LLVMConstArray2(pointer, targets, count));
    LLVMSetLinkage(wide, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(wide, true);
  }
  free(targets);
  return wide;
}

static void replace_load(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef wide) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(wide));
  LLVMTypeRef byte = LLVMInt8TypeInContext(context), number = LLVMInt64TypeInContext(context);
  LLVMPositionBuilderBefore(builder, call);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef offset = LLVMBuildSExtOrBitCast(builder, LLVMGetOperand(call, 1), number, "");
  offset =
      LLVMBuildMul(builder, offset, LLVMConstInt(number, POINTER_SIZE / DISTANCE_SIZE, false), "");
  LLVMValueRef place = LLVMBuildGEP2(builder, byte, wide, &offset, 1, "");
  LLVMValueRef loaded = LLVMBuildLoad2(builder, LLVMTypeOf(call), place, "");
  LLVMReplaceAllUsesWith(call, loaded);
  LLVMInstructionEraseFromParent(call);
}

static void expand_table(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef table) {
  LLVMValueRef wide = make_pointer_table(module, table);
  if (wide == NULL) return;
  LLVMUseRef use = LLVMGetFirstUse(table);
  while (use) {
    LLVMValueRef user = LLVMGetUser(use);
    use = LLVMGetNextUse(use);
    if (LLVMIsACallInst(user)) replace_load(builder, user, wide);
  }
}

void relative_expand_tables(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  LLVMValueRef table = LLVMGetFirstGlobal(module);
  for (; table; table = LLVMGetNextGlobal(table)) expand_table(module, builder, table);
  LLVMDisposeBuilder(builder);
}
