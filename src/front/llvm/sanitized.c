/* Checks of clang's UndefinedBehaviorSanitizer: code that computes whether an operation is valid
   and, if not, branches to a block that calls a handler with static data about the operation. In
   the IR such a branch is one IR_GUARD (lower_guard.c), so that a check does not count as a branch
   of the program.

   This file adapts LLVM's code to that form. The check of a left shift computes one of its
   conditions behind a branch: it is computed unconditionally instead, and selected. The check of a
   called function's type reads a signature before its code, where the engine has none; as for any
   function without a signature, the check is skipped.

   Modules that smew compiles itself have checks for what the code no longer shows (compile.c):
   whether a shift is signed, its amount before truncation to the width, and operations on
   constants, which clang folds. What the code does show is checked by the engine's own operations
   at no extra cost; there the sanitizer's check is removed. */
#include "front/llvm/sanitized.h"

#include "front/llvm/loader.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

static unsigned own_kind(LLVMValueRef instruction) {
  static const char name[] = "nosanitize";
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(instruction));
  return LLVMGetMDKindIDInContext(context, name, sizeof name - 1);
}

bool sanitized_is_own(LLVMValueRef instruction) {
  return LLVMIsAInstruction(instruction) && LLVMHasMetadata(instruction) &&
         LLVMGetMetadata(instruction, own_kind(instruction)) != NULL;
}

static bool is_plain_conversion(LLVMValueRef value) {
  return LLVMIsAZExtInst(value) || LLVMIsAPtrToIntInst(value) || LLVMIsABitCastInst(value);
}

static const char *callee_name(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t length;
  return LLVMGetValueKind(callee) == LLVMFunctionValueKind ? LLVMGetValueName2(callee, &length)
                                                           : "";
}

/* Whether the call is to the handler of that kind; any kind if NULL. */
static bool is_handler(LLVMValueRef call, const char *kind) {
  const char *name = callee_name(call);
  if (strncmp(name, SANITIZED_PREFIX, SANITIZED_PREFIX_LENGTH) != 0)
    return kind == NULL && strcmp(name, "llvm.ubsantrap") == 0;
  return kind == NULL || strncmp(name + SANITIZED_PREFIX_LENGTH, kind, strlen(kind)) == 0;
}

/* If the block does nothing but call a handler, the call, else NULL. Values that are wider than a
   word are stored and passed by address. */
static LLVMValueRef only_handler(LLVMBasicBlockRef block, LLVMBasicBlockRef good,
                                 bool *has_stores) {
  LLVMValueRef instruction = LLVMGetFirstInstruction(block), call = NULL;
  for (; instruction; instruction = LLVMGetNextInstruction(instruction)) {
    if (LLVMIsATerminatorInst(instruction)) break;
    if (LLVMIsADbgInfoIntrinsic(instruction)) continue;
    if (call) return NULL;
    if (LLVMIsACallInst(instruction) && is_handler(instruction, NULL))
      call = instruction;
    else if (LLVMIsAStoreInst(instruction) && sanitized_is_own(instruction))
      *has_stores = true;
    else if (!is_plain_conversion(instruction))
      return NULL;
  }
  if (LLVMIsAUnreachableInst(instruction)) return call;
  bool goes_on = LLVMIsABranchInst(instruction) && !LLVMIsConditional(instruction) &&
                 LLVMGetSuccessor(instruction, 0) == good;
  return goes_on ? call : NULL;
}

static bool read_check(LLVMValueRef branch, struct sanitized_check *check, bool *has_stores) {
  if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch)) return false;
  for (unsigned i = 0; i < 2; i++) {
    LLVMBasicBlockRef bad = LLVMGetSuccessor(branch, i), good = LLVMGetSuccessor(branch, 1 - i);
    *has_stores = false;
    LLVMValueRef call = only_handler(bad, good, has_stores);
    if (!call || bad == good) continue;
    *check = (struct sanitized_check){call, good, i == 1};
    return true;
  }
  return false;
}

bool sanitized_read_check(LLVMValueRef branch, struct sanitized_check *check) {
  bool has_stores;
  return read_check(branch, check, &has_stores) && !has_stores;
}

LLVMValueRef sanitized_argument(LLVMValueRef call, unsigned number) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
  LLVMValueRef value = LLVMGetOperand(call, number);
  while (LLVMIsAInstruction(value) && is_plain_conversion(value) &&
         (LLVMGetInstructionParent(value) == block || sanitized_is_own(value)))
    value = LLVMGetOperand(value, 0);
  return value;
}

/* ---- removing branches inside checks ---- */

static bool is_unused(LLVMValueRef value) { return LLVMGetFirstUse(value) == NULL; }

/* Erases the value and its operands where only the sanitizer used them. */
static void erase_unused(LLVMValueRef value) {
  if (!sanitized_is_own(value) || !is_unused(value) || LLVMIsATerminatorInst(value)) return;
  enum { MOST = 4 };
  LLVMValueRef operands[MOST];
  unsigned count = (unsigned)LLVMGetNumOperands(value);
  if (count > MOST) return;
  for (unsigned i = 0; i < count; i++) operands[i] = LLVMGetOperand(value, i);
  LLVMInstructionEraseFromParent(value);
  for (unsigned i = 0; i < count; i++) {
    bool is_same = i > 0 && operands[i] == operands[i - 1];
    if (!is_same && LLVMIsAInstruction(operands[i])) erase_unused(operands[i]);
  }
}

/* Replaces the branch, which is one of the sanitizer's, by a jump. */
static void make_unconditional(LLVMBuilderRef builder, LLVMValueRef branch,
                               LLVMBasicBlockRef target) {
  LLVMValueRef condition = LLVMGetCondition(branch);
  unsigned kind = own_kind(branch);
  LLVMPositionBuilderBefore(builder, branch);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(branch));
  LLVMSetMetadata(LLVMBuildBr(builder, target), kind, LLVMGetMetadata(branch, kind));
  LLVMInstructionEraseFromParent(branch);
  erase_unused(condition);
}

/* The phi at the beginning of a block, if it is the only one. */
static LLVMValueRef only_phi(LLVMBasicBlockRef block) {
  LLVMValueRef phi = LLVMGetFirstInstruction(block);
  if (!LLVMIsAPHINode(phi) || LLVMIsAPHINode(LLVMGetNextInstruction(phi))) return NULL;
  return LLVMCountIncoming(phi) == 2 ? phi : NULL;
}

/* if (c) x = …; joined by a phi: computes x unconditionally, and selects. */
static void flatten(LLVMBuilderRef builder, LLVMValueRef branch) {
  LLVMBasicBlockRef from = LLVMGetInstructionParent(branch);
  LLVMBasicBlockRef side = LLVMGetSuccessor(branch, 0), join = LLVMGetSuccessor(branch, 1);
  LLVMValueRef end = LLVMGetBasicBlockTerminator(side), phi = only_phi(join);
  if (!phi || !LLVMIsABranchInst(end) || LLVMIsConditional(end) ||
      LLVMGetSuccessor(end, 0) != join || !sanitized_is_own(phi))
    return;
  LLVMValueRef next;
  for (LLVMValueRef at = LLVMGetFirstInstruction(side); at != end; at = next) {
    next = LLVMGetNextInstruction(at);
    if (!sanitized_is_own(at) || LLVMIsACallInst(at) || LLVMIsALoadInst(at)) return;
  }
  LLVMPositionBuilderBefore(builder, branch);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(branch));
  for (LLVMValueRef at = LLVMGetFirstInstruction(side); at != end; at = next) {
    next = LLVMGetNextInstruction(at);
    LLVMInstructionRemoveFromParent(at);
    LLVMInsertIntoBuilder(builder, at);
  }
  unsigned place = LLVMGetIncomingBlock(phi, 0) == from;
  LLVMValueRef selected =
      LLVMBuildSelect(builder, LLVMGetCondition(branch), LLVMGetIncomingValue(phi, place),
                      LLVMGetIncomingValue(phi, 1 - place), "");
  LLVMReplaceAllUsesWith(phi, selected);
  LLVMInstructionEraseFromParent(phi);
  make_unconditional(builder, branch, join);
}

/* A read of the signature before a function's code. */
static bool is_signature(LLVMValueRef value) {
  if (!LLVMIsALoadInst(value) || !sanitized_is_own(value)) return false;
  LLVMValueRef address = LLVMGetOperand(value, 0);
  if (!LLVMIsAGetElementPtrInst(address) || LLVMGetNumOperands(address) != 3) return false;
  LLVMValueRef index = LLVMGetOperand(address, 1);
  return LLVMGetTypeKind(LLVMGetGEPSourceElementType(address)) == LLVMStructTypeKind &&
         LLVMIsAConstantInt(index) && LLVMConstIntGetSExtValue(index) == -1;
}

static void simplify_branch(LLVMBuilderRef builder, LLVMValueRef branch) {
  LLVMValueRef condition = LLVMGetCondition(branch);
  bool asks_signature = LLVMIsAICmpInst(condition) && is_signature(LLVMGetOperand(condition, 0));
  struct sanitized_check check;
  bool has_stores;
  if (asks_signature && !sanitized_read_check(branch, &check))
    make_unconditional(builder, branch, LLVMGetSuccessor(branch, 1));
  else if (!read_check(branch, &check, &has_stores))
    flatten(builder, branch);
}

/* ---- removing what the engine checks ---- */

/* False if both operands were constant: then the operation is folded and only its check is left. */
static bool has_variable(LLVMValueRef call) {
  unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 1; i < count; i++)
    if (!LLVMIsConstant(LLVMGetOperand(call, i))) return true;
  return false;
}

static LLVMValueRef build_sum(LLVMBuilderRef builder, LLVMValueRef checked) {
  LLVMValueRef a = LLVMGetOperand(checked, 0), b = LLVMGetOperand(checked, 1);
  const char *name = callee_name(checked);
  LLVMPositionBuilderBefore(builder, checked);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(checked));
  if (strncmp(name, "llvm.sadd.with", 14) == 0) return LLVMBuildNSWAdd(builder, a, b, "");
  if (strncmp(name, "llvm.ssub.with", 14) == 0) return LLVMBuildNSWSub(builder, a, b, "");
  if (strncmp(name, "llvm.smul.with", 14) == 0) return LLVMBuildNSWMul(builder, a, b, "");
  return NULL;
}

/* The overflow-checked operation whose overflow bit is the condition, or NULL. */
static LLVMValueRef checked_sum(LLVMValueRef condition) {
  if (!LLVMIsABinaryOperator(condition) || LLVMGetInstructionOpcode(condition) != LLVMXor)
    return NULL;
  LLVMValueRef bit = LLVMGetOperand(condition, 0);
  if (!LLVMIsAExtractValueInst(bit) || LLVMGetIndices(bit)[0] != 1) return NULL;
  LLVMValueRef sum = LLVMGetOperand(bit, 0);
  return LLVMIsACallInst(sum) ? sum : NULL;
}

/* Turns a checked sum into a plain one that must not overflow. */
static void take_out_sum(LLVMBuilderRef builder, LLVMValueRef branch,
                         const struct sanitized_check *check) {
  LLVMValueRef checked = checked_sum(LLVMGetCondition(branch));
  if (!checked) return;
  LLVMValueRef sum = build_sum(builder, checked);
  if (!sum) return;
  LLVMUseRef next;
  for (LLVMUseRef use = LLVMGetFirstUse(checked); use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef part = LLVMGetUser(use);
    if (LLVMIsAExtractValueInst(part) && LLVMGetIndices(part)[0] == 0) {
      LLVMReplaceAllUsesWith(part, sum);
      LLVMInstructionEraseFromParent(part);
    }
  }
  make_unconditional(builder, branch, check->good);
}

static unsigned integer_width(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

/* Whether the shift itself shows everything that is checked: only the amount, which is not wider
   than the shifted value. The condition is that the amount is at most the width minus one. */
static bool is_plain_shift(const struct module *module, LLVMValueRef branch) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(branch));
  LLVMValueRef condition = LLVMGetCondition(branch);
  bool is_unoptimised =
      module->is_unoptimised || ptrmap_find(&module->unoptimised, function) != NULL;
  if (!is_unoptimised || !LLVMIsAICmpInst(condition)) return false;
  LLVMValueRef amount = LLVMGetOperand(condition, 0), most = LLVMGetOperand(condition, 1);
  unsigned width = integer_width(amount);
  return width > 0 && width <= 64 && LLVMIsAConstantInt(most) &&
         width <= LLVMConstIntGetZExtValue(most) + 1;
}

static void take_out(LLVMBuilderRef builder, const struct module *module, LLVMValueRef branch) {
  static const char *const sums[] = {"add_overflow", "sub_overflow", "mul_overflow",
                                     "negate_overflow"};
  struct sanitized_check check;
  bool has_stores;
  if (!read_check(branch, &check, &has_stores) || !check.is_good_if_true ||
      !has_variable(check.call))
    return;
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
    if (is_handler(check.call, sums[i])) {
      take_out_sum(builder, branch, &check);
      return;
    }
  if (is_handler(check.call, "divrem_overflow") || is_handler(check.call, "float_cast_overflow") ||
      (is_handler(check.call, "shift_out_of_bounds") && is_plain_shift(module, branch)))
    make_unconditional(builder, branch, check.good);
}

static bool has_handlers(LLVMModuleRef llvm) {
  LLVMValueRef function = LLVMGetFirstFunction(llvm);
  for (; function; function = LLVMGetNextFunction(function)) {
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    if (strncmp(name, SANITIZED_PREFIX, SANITIZED_PREFIX_LENGTH) == 0 ||
        strcmp(name, "llvm.ubsantrap") == 0)
      return true;
  }
  return false;
}

void sanitized_simplify(struct module *module) {
  if (!module->is_user || !has_handlers(module->llvm)) return;
  if (LLVMGetNamedFunction(module->llvm, SANITIZED_PREFIX "shift_out_of_bounds") ||
      LLVMGetNamedFunction(module->llvm, SANITIZED_PREFIX "shift_out_of_bounds_abort"))
    module->checks_shifts = true;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module->llvm));
  for (LLVMValueRef function = LLVMGetFirstFunction(module->llvm); function;
       function = LLVMGetNextFunction(function))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
         block = LLVMGetNextBasicBlock(block)) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
      if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end) || !sanitized_is_own(end)) continue;
      simplify_branch(builder, end);
      end = LLVMGetBasicBlockTerminator(block);
      if (module->has_own_checks && LLVMIsConditional(end)) take_out(builder, module, end);
    }
  LLVMDisposeBuilder(builder);
}
