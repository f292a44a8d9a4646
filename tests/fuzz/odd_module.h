/* A generator of odd modules. It draws numbers from the bytes of a case, 0 behind their end. Values
   are kept in a pool and used where the type fits, else a constant is made; only values of the
   entry block, arguments and constants are used in other blocks, so that every use is dominated. */
#ifndef FUZZ_ODD_MODULE_H
#define FUZZ_ODD_MODULE_H

#include "util/alloc.h"

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ODD_DEPTH = 3, ODD_POOL = 64, ODD_GLOBALS = 6, ODD_FUNCTIONS = 4, ODD_BLOCKS = 4 };

struct odd {
  const uint8_t *bytes;
  size_t size, at;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMValueRef globals[ODD_GLOBALS], functions[ODD_FUNCTIONS], pool[ODD_POOL];
  unsigned global_count, function_count, pool_count;
};

static unsigned odd_draw(struct odd *odd, unsigned limit) {
  return odd->at < odd->size ? odd->bytes[odd->at++] % limit : 0;
}

static uint64_t odd_number(struct odd *odd) {
  static const uint64_t numbers[] = {0,         1,         2,          7,         31,    32,
                                     63,        64,        127,        255,       65535, INT32_MAX,
                                     INT64_MAX, INT64_MIN, UINT32_MAX, UINT64_MAX};
  unsigned choice = odd_draw(odd, 20);
  return choice < 16 ? numbers[choice] : odd_draw(odd, 256) * (uint64_t)0x0101010101010101;
}

/* ---- types ---- */

static LLVMTypeRef odd_int(struct odd *odd) {
  static const unsigned widths[] = {1, 8, 16, 32, 64, 128, 3, 7, 24, 33, 65, 129, 200, 1025};
  return LLVMIntTypeInContext(odd->context, widths[odd_draw(odd, 14)]);
}

static LLVMTypeRef odd_scalar(struct odd *odd) {
  switch (odd_draw(odd, 12)) {
  case 0: return LLVMFloatTypeInContext(odd->context);
  case 1: return LLVMDoubleTypeInContext(odd->context);
  case 2: return LLVMHalfTypeInContext(odd->context);
  case 3: return LLVMX86FP80TypeInContext(odd->context);
  case 4: return LLVMFP128TypeInContext(odd->context);
  case 5: return LLVMBFloatTypeInContext(odd->context);
  case 6:
  case 7: return LLVMPointerTypeInContext(odd->context, odd_draw(odd, 16) == 1 ? 1 : 0);
  default: return odd_int(odd);
  }
}

static LLVMTypeRef odd_type(struct odd *odd, int depth) {
  static const uint64_t lengths[] = {0, 1, 2, 5, 17, 5000, (uint64_t)1 << 40, (uint64_t)1 << 63};
  LLVMTypeRef parts[4];
  unsigned count = odd_draw(odd, 4);
  switch (depth > 0 ? odd_draw(odd, 10) : 9) {
  case 0:
  case 1: return LLVMArrayType2(odd_type(odd, depth - 1), lengths[odd_draw(odd, 8)]);
  case 2:
  case 3:
    for (unsigned i = 0; i < count; i++) parts[i] = odd_type(odd, depth - 1);
    return LLVMStructTypeInContext(odd->context, parts, count, (LLVMBool)odd_draw(odd, 2));
  case 4: return LLVMVectorType(odd_scalar(odd), 1 + odd_draw(odd, 9));
  default: return odd_scalar(odd);
  }
}

static bool odd_is_int(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMIntegerTypeKind; }
static bool odd_is_pointer(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == 0;
}
static bool odd_is_float(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMHalfTypeKind ||
         kind == LLVMX86_FP80TypeKind || kind == LLVMFP128TypeKind || kind == LLVMBFloatTypeKind;
}

/* ---- names and linkage ---- */

static void odd_name(struct odd *odd, LLVMValueRef value) {
  static const struct {
    const char *text;
    size_t length;
  } names[] = {
      {"", 0},          {"\0a", 2},          {"\1b", 2},          {"\1", 1},      {"a\0b", 3},
      {"llvm.used", 9}, {"malloc", 6},       {"printf", 6},       {"x y", 3},     {"\\00", 3},
      {"memcpy", 6},    {"__smew_exit", 11}, {"klee_assume", 11}, {"\xff\xfe", 2}};
  unsigned choice = odd_draw(odd, 24);
  if (choice < 14) LLVMSetValueName2(value, names[choice].text, names[choice].length);
}

static void odd_link(struct odd *odd, LLVMValueRef value, bool is_definition) {
  static const LLVMLinkage definitions[] = {LLVMExternalLinkage, LLVMInternalLinkage,
                                            LLVMPrivateLinkage,  LLVMWeakAnyLinkage,
                                            LLVMWeakODRLinkage,  LLVMLinkOnceAnyLinkage,
                                            LLVMExternalLinkage, LLVMAvailableExternallyLinkage};
  static const LLVMLinkage declarations[] = {LLVMExternalLinkage, LLVMExternalWeakLinkage};
  LLVMSetLinkage(value,
                 is_definition ? definitions[odd_draw(odd, 8)] : declarations[odd_draw(odd, 2)]);
}

/* ---- constants ---- */

static LLVMValueRef odd_constant(struct odd *odd, LLVMTypeRef type) {
  if (odd_is_int(type)) {
    uint64_t words[20];
    for (int i = 0; i < 20; i++) words[i] = odd_number(odd);
    if (odd_draw(odd, 8) == 1) return LLVMGetUndef(type);
    return LLVMConstIntOfArbitraryPrecision(type, (LLVMGetIntTypeWidth(type) + 63) / 64, words);
  }
  if (odd_is_float(type) && odd_draw(odd, 3))
    return LLVMConstReal(type, (double)odd_number(odd) / 3);
  if (odd_is_pointer(type) && odd->global_count > 0 && odd_draw(odd, 3)) {
    LLVMValueRef global = odd->globals[odd_draw(odd, odd->global_count)];
    LLVMValueRef offset = LLVMConstInt(LLVMInt64TypeInContext(odd->context), odd_number(odd), 0);
    if (odd_draw(odd, 2)) return global;
    return LLVMConstGEP2(LLVMInt8TypeInContext(odd->context), global, &offset, 1);
  }
  switch (odd_draw(odd, 4)) {
  case 1: return LLVMGetUndef(type);
  case 2: return LLVMGetPoison(type);
  default: return LLVMConstNull(type);
  }
}

/* ---- instructions ---- */

static void odd_keep(struct odd *odd, LLVMValueRef value) {
  if (odd->pool_count < ODD_POOL && LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVoidTypeKind)
    odd->pool[odd->pool_count++] = value;
}

/* Some value for which the question is answered with yes, or NULL. */
static LLVMValueRef odd_find(struct odd *odd, bool (*is_good)(LLVMTypeRef)) {
  unsigned start = odd->pool_count ? odd_draw(odd, odd->pool_count) : 0;
  for (unsigned i = 0; i < odd->pool_count; i++) {
    LLVMValueRef value = odd->pool[(start + i) % odd->pool_count];
    if (is_good(LLVMTypeOf(value))) return value;
  }
  return NULL;
}

static LLVMValueRef odd_value(struct odd *odd, LLVMTypeRef type) {
  unsigned start = odd->pool_count ? odd_draw(odd, odd->pool_count) : 0;
  for (unsigned i = 0; i < odd->pool_count; i++) {
    LLVMValueRef value = odd->pool[(start + i) % odd->pool_count];
    if (LLVMTypeOf(value) == type) return value;
  }
  return odd_constant(odd, type);
}

static LLVMValueRef odd_integer(struct odd *odd) {
  LLVMValueRef value = odd_find(odd, odd_is_int);
  return value ? value : odd_constant(odd, odd_int(odd));
}

static LLVMValueRef odd_pointer(struct odd *odd) {
  LLVMValueRef value = odd_find(odd, odd_is_pointer);
  return value ? value : odd_constant(odd, LLVMPointerTypeInContext(odd->context, 0));
}

static LLVMValueRef odd_arithmetic(struct odd *odd) {
  static const LLVMOpcode ops[] = {LLVMAdd,  LLVMSub,  LLVMMul, LLVMUDiv, LLVMSDiv,
                                   LLVMURem, LLVMSRem, LLVMShl, LLVMLShr, LLVMAShr,
                                   LLVMAnd,  LLVMOr,   LLVMXor};
  static const LLVMOpcode float_ops[] = {LLVMFAdd, LLVMFSub, LLVMFMul, LLVMFDiv, LLVMFRem};
  LLVMValueRef a = odd_draw(odd, 4) ? odd_integer(odd) : odd_find(odd, odd_is_float);
  if (a == NULL) a = odd_integer(odd);
  LLVMTypeRef type = LLVMTypeOf(a);
  LLVMValueRef b = odd_value(odd, type);
  if (odd_is_float(type))
    return LLVMBuildBinOp(odd->builder, float_ops[odd_draw(odd, 5)], a, b, "");
  if (odd_draw(odd, 4) == 1)
    return LLVMBuildICmp(odd->builder, (LLVMIntPredicate)(LLVMIntEQ + odd_draw(odd, 10)), a, b, "");
  return LLVMBuildBinOp(odd->builder, ops[odd_draw(odd, 13)], a, b, "");
}

static LLVMValueRef odd_cast(struct odd *odd) {
  LLVMValueRef a = odd_integer(odd);
  LLVMTypeRef to = odd_int(odd), pointer = LLVMPointerTypeInContext(odd->context, 0);
  unsigned from = LLVMGetIntTypeWidth(LLVMTypeOf(a)), width = LLVMGetIntTypeWidth(to);
  switch (odd_draw(odd, 5)) {
  case 1: return LLVMBuildIntToPtr(odd->builder, a, pointer, "");
  case 2: return LLVMBuildPtrToInt(odd->builder, odd_pointer(odd), to, "");
  case 3: return LLVMBuildFreeze(odd->builder, a, "");
  case 4: return LLVMBuildSIToFP(odd->builder, a, LLVMDoubleTypeInContext(odd->context), "");
  default: break;
  }
  if (width == from) return a;
  return width < from       ? LLVMBuildTrunc(odd->builder, a, to, "")
         : odd_draw(odd, 2) ? LLVMBuildZExt(odd->builder, a, to, "")
                            : LLVMBuildSExt(odd->builder, a, to, "");
}

static LLVMValueRef odd_memory(struct odd *odd) {
  LLVMTypeRef type = odd_type(odd, ODD_DEPTH);
  LLVMValueRef index = odd_integer(odd), result;
  switch (odd_draw(odd, 6)) {
  case 0: return LLVMBuildAlloca(odd->builder, type, "");
  case 1: return LLVMBuildArrayAlloca(odd->builder, type, index, "");
  case 2: result = LLVMBuildLoad2(odd->builder, type, odd_pointer(odd), ""); break;
  case 3: return LLVMBuildGEP2(odd->builder, type, odd_pointer(odd), &index, 1, "");
  default: result = LLVMBuildStore(odd->builder, odd_value(odd, type), odd_pointer(odd));
  }
  LLVMSetAlignment(result, 1u << odd_draw(odd, 13));
  if (odd_draw(odd, 8) == 1) LLVMSetVolatile(result, 1);
  return result;
}

/* What has parts: a part of it, or it with another part. */
static bool odd_has_parts(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return (kind == LLVMStructTypeKind && LLVMCountStructElementTypes(type) > 0) ||
         (kind == LLVMArrayTypeKind && LLVMGetArrayLength2(type) > 0) || kind == LLVMVectorTypeKind;
}

static LLVMValueRef odd_part(struct odd *odd) {
  LLVMValueRef whole = odd_find(odd, odd_has_parts);
  if (whole == NULL) return odd_memory(odd);
  LLVMTypeRef type = LLVMTypeOf(whole);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  unsigned at = odd_draw(odd, kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : 2);
  if (kind == LLVMVectorTypeKind) {
    LLVMValueRef index = odd_integer(odd);
    if (odd_draw(odd, 2)) return LLVMBuildExtractElement(odd->builder, whole, index, "");
    LLVMValueRef part = odd_value(odd, LLVMGetElementType(type));
    return LLVMBuildInsertElement(odd->builder, whole, part, index, "");
  }
  if (kind == LLVMArrayTypeKind && at >= LLVMGetArrayLength2(type)) at = 0;
  if (odd_draw(odd, 2)) return LLVMBuildExtractValue(odd->builder, whole, at, "");
  LLVMTypeRef part =
      kind == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, at) : LLVMGetElementType(type);
  return LLVMBuildInsertValue(odd->builder, whole, odd_value(odd, part), at, "");
}

static LLVMValueRef odd_call(struct odd *odd) {
  if (odd->function_count == 0) return odd_arithmetic(odd);
  LLVMValueRef callee = odd->functions[odd_draw(odd, odd->function_count)];
  LLVMTypeRef type = LLVMGlobalGetValueType(callee), params[4];
  LLVMValueRef args[6];
  unsigned count = LLVMCountParamTypes(type);
  LLVMGetParamTypes(type, params);
  for (unsigned i = 0; i < count; i++) args[i] = odd_value(odd, params[i]);
  if (LLVMIsFunctionVarArg(type))
    for (unsigned more = odd_draw(odd, 3); more > 0; more--) args[count++] = odd_integer(odd);
  return LLVMBuildCall2(odd->builder, type, callee, args, count, "");
}

static LLVMValueRef odd_instruction(struct odd *odd) {
  LLVMTypeRef bit = LLVMInt1TypeInContext(odd->context);
  switch (odd_draw(odd, 9)) {
  case 0:
  case 1: return odd_arithmetic(odd);
  case 2: return odd_cast(odd);
  case 3:
  case 4:
  case 5: return odd_memory(odd);
  case 6: return odd_part(odd);
  case 7: {
    LLVMTypeRef type = odd_type(odd, ODD_DEPTH);
    return LLVMBuildSelect(odd->builder, odd_value(odd, bit), odd_value(odd, type),
                           odd_value(odd, type), "");
  }
  default: return odd_call(odd);
  }
}

/* ---- functions ---- */

/* Only forwards, so that runs end. */
static void odd_end_block(struct odd *odd, LLVMTypeRef result, LLVMBasicBlockRef *blocks,
                          unsigned at, unsigned count) {
  LLVMTypeRef bit = LLVMInt1TypeInContext(odd->context);
  unsigned left = count - at - 1;
  unsigned choice = left == 0 ? 3 : odd_draw(odd, 5);
  LLVMBasicBlockRef one = left ? blocks[at + 1 + odd_draw(odd, left)] : NULL;
  LLVMBasicBlockRef two = left ? blocks[at + 1 + odd_draw(odd, left)] : NULL;
  if (choice == 0) {
    LLVMBuildBr(odd->builder, one);
  } else if (choice == 1) {
    LLVMBuildCondBr(odd->builder, odd_value(odd, bit), one, two);
  } else if (choice == 2) {
    LLVMValueRef value = odd_integer(odd);
    LLVMValueRef jump = LLVMBuildSwitch(odd->builder, value, one, 1);
    LLVMAddCase(jump, LLVMConstInt(LLVMTypeOf(value), odd_number(odd), 0), two);
  } else if (odd_draw(odd, 8) == 1) {
    LLVMBuildUnreachable(odd->builder);
  } else if (LLVMGetTypeKind(result) == LLVMVoidTypeKind) {
    LLVMBuildRetVoid(odd->builder);
  } else {
    LLVMBuildRet(odd->builder, odd_value(odd, result));
  }
}

static void odd_body(struct odd *odd, LLVMValueRef function) {
  LLVMBasicBlockRef blocks[ODD_BLOCKS];
  LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  unsigned count = 1 + odd_draw(odd, ODD_BLOCKS);
  for (unsigned i = 0; i < count; i++)
    blocks[i] = LLVMAppendBasicBlockInContext(odd->context, function, "");
  odd->pool_count = 0;
  for (unsigned i = 0; i < LLVMCountParams(function); i++) odd_keep(odd, LLVMGetParam(function, i));
  for (unsigned i = 0; i < count; i++) {
    LLVMPositionBuilderAtEnd(odd->builder, blocks[i]);
    unsigned before = odd->pool_count;
    for (unsigned left = odd_draw(odd, 12); left > 0; left--) odd_keep(odd, odd_instruction(odd));
    odd_end_block(odd, result, blocks, i, count);
    if (i > 0) odd->pool_count = before;
  }
}

static void odd_global(struct odd *odd) {
  LLVMTypeRef type = odd_type(odd, ODD_DEPTH);
  LLVMValueRef global = LLVMAddGlobal(odd->module, type, "g");
  bool is_defined = odd_draw(odd, 4) != 1;
  odd_name(odd, global);
  odd_link(odd, global, is_defined);
  LLVMSetGlobalConstant(global, (LLVMBool)(odd_draw(odd, 4) == 1));
  LLVMSetThreadLocal(global, (LLVMBool)(odd_draw(odd, 8) == 1));
  if (odd_draw(odd, 4) == 1) LLVMSetAlignment(global, 1u << odd_draw(odd, 20));
  if (is_defined) LLVMSetInitializer(global, odd_constant(odd, type));
  odd->globals[odd->global_count++] = global;
  if (odd_draw(odd, 6) == 1)
    LLVMAddAlias2(odd->module, type, 0, is_defined ? global : odd->globals[0], "alias");
}

static void odd_function(struct odd *odd) {
  LLVMTypeRef params[4], result = LLVMVoidTypeInContext(odd->context);
  unsigned count = odd_draw(odd, 5);
  for (unsigned i = 0; i < count; i++) params[i] = odd_type(odd, 2);
  if (odd_draw(odd, 3)) result = odd_type(odd, 2);
  bool is_variadic = odd_draw(odd, 5) == 1, is_defined = odd_draw(odd, 4) != 1;
  LLVMTypeRef type = LLVMFunctionType(result, params, count, (LLVMBool)is_variadic);
  LLVMValueRef function = LLVMAddFunction(odd->module, "f", type);
  odd_name(odd, function);
  odd_link(odd, function, is_defined);
  if (is_defined) odd_body(odd, function);
  odd->functions[odd->function_count++] = function;
}

static void odd_main(struct odd *odd) {
  LLVMTypeRef number = LLVMInt32TypeInContext(odd->context);
  LLVMValueRef main = LLVMAddFunction(odd->module, "main", LLVMFunctionType(number, NULL, 0, 0));
  odd_body(odd, main);
}

/* Owned. */
static LLVMModuleRef odd_module_make(LLVMContextRef context, const uint8_t *bytes, size_t size) {
  struct odd odd = {.bytes = bytes,
                    .size = size,
                    .context = context,
                    .module = LLVMModuleCreateWithNameInContext("odd", context),
                    .builder = LLVMCreateBuilderInContext(context)};
  LLVMSetTarget(odd.module, "x86_64-pc-linux-gnu");
  for (unsigned left = odd_draw(&odd, ODD_GLOBALS); left > 0; left--) odd_global(&odd);
  for (unsigned left = odd_draw(&odd, ODD_FUNCTIONS); left > 0; left--) odd_function(&odd);
  odd_main(&odd);
  LLVMDisposeBuilder(odd.builder);
  return odd.module;
}

#endif
