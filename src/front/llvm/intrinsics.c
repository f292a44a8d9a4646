/* The table of intrinsics and its lookup. A call is matched by name, removing the type suffixes one
   by one, and by LLVM's number for it, so that an intrinsic is never mistaken for another with a
   longer name. One that is not in the table becomes a trap with its name. Those that compute a
   function of the C library become a call of that function, as in native code. */
#include "front/llvm/intrinsics.h"

#include "front/llvm/emit.h"
#include "front/llvm/intrinsic_ops.h"
#include "front/llvm/link.h"

#include <stdio.h>
#include <string.h>

#define CONSTRAINED "llvm.experimental.constrained."

static const struct intrinsic table[] = {
    /* no effect here */
    {"llvm.dbg.value", intrinsics_name_value, 0, NULL},
    {"llvm.dbg.label", intrinsics_ignore, 0, NULL},
    {"llvm.dbg.assign", intrinsics_ignore, 0, NULL},
    {"llvm.dbg.declare", intrinsics_declare, 0, NULL},
    {"llvm.lifetime.start", intrinsics_ignore, 0, NULL},
    {"llvm.lifetime.end", intrinsics_ignore, 0, NULL},
    {"llvm.invariant.start", intrinsics_ignore, 0, NULL},
    {"llvm.invariant.end", intrinsics_ignore, 0, NULL},
    {"llvm.assume", intrinsics_ignore, 0, NULL},
    {"llvm.var.annotation", intrinsics_ignore, 0, NULL},
    {"llvm.prefetch", intrinsics_ignore, 0, NULL},
    {"llvm.donothing", intrinsics_ignore, 0, NULL},
    {"llvm.sideeffect", intrinsics_ignore, 0, NULL},
    {"llvm.pseudoprobe", intrinsics_ignore, 0, NULL},
    {"llvm.clear_cache", intrinsics_ignore, 0, NULL},
    {"llvm.experimental.noalias.scope.decl", intrinsics_ignore, 0, NULL},
    {"llvm.va_end", intrinsics_ignore, 0, NULL},
    {"llvm.x86.sse2.pause", intrinsics_ignore, 0, NULL},
    {"llvm.x86.sse2.mfence", intrinsics_ignore, 0, NULL},
    {"llvm.x86.sse2.lfence", intrinsics_ignore, 0, NULL},
    {"llvm.x86.sse.sfence", intrinsics_ignore, 0, NULL},
    {"llvm.expect", intrinsics_pass_first, 0, NULL},
    {"llvm.expect.with.probability", intrinsics_pass_first, 0, NULL},
    {"llvm.annotation", intrinsics_pass_first, 0, NULL},
    {"llvm.ptr.annotation", intrinsics_pass_first, 0, NULL},
    {"llvm.launder.invariant.group", intrinsics_pass_first, 0, NULL},
    {"llvm.strip.invariant.group", intrinsics_pass_first, 0, NULL},
    {"llvm.threadlocal.address", intrinsics_pass_first, 0, NULL},
    {"llvm.ssa.copy", intrinsics_pass_first, 0, NULL},
    {"llvm.arithmetic.fence", intrinsics_pass_first, 0, NULL},
    {"llvm.canonicalize", intrinsics_pass_first, 0, NULL},
    {"llvm.is.constant", intrinsics_is_constant, 0, NULL},
    {"llvm.returnaddress", intrinsics_zero, 0, NULL},
    {"llvm.frameaddress", intrinsics_zero, 0, NULL},
    {"llvm.readcyclecounter", intrinsics_timestamp, 0, "!__smew_timestamp"},
    {"llvm.x86.rdtsc", intrinsics_timestamp, 0, "!__smew_timestamp"},
    {"llvm.get.rounding", intrinsics_rounding, 0, "!__flt_rounds"},
    /* integers */
    {"llvm.sadd.with.overflow", intrinsics_overflow, IR_ADD | OP_SIGNED, NULL},
    {"llvm.uadd.with.overflow", intrinsics_overflow, IR_ADD, NULL},
    {"llvm.ssub.with.overflow", intrinsics_overflow, IR_SUB | OP_SIGNED, NULL},
    {"llvm.usub.with.overflow", intrinsics_overflow, IR_SUB, NULL},
    {"llvm.smul.with.overflow", intrinsics_overflow, IR_MUL | OP_SIGNED, NULL},
    {"llvm.umul.with.overflow", intrinsics_overflow, IR_MUL, NULL},
    {"llvm.sadd.sat", intrinsics_saturate, IR_ADD | OP_SIGNED, NULL},
    {"llvm.uadd.sat", intrinsics_saturate, IR_ADD, NULL},
    {"llvm.ssub.sat", intrinsics_saturate, IR_SUB | OP_SIGNED, NULL},
    {"llvm.usub.sat", intrinsics_saturate, IR_SUB, NULL},
    {"llvm.sshl.sat", intrinsics_saturate_shift, OP_SIGNED, NULL},
    {"llvm.ushl.sat", intrinsics_saturate_shift, 0, NULL},
    {"llvm.ctpop", intrinsics_unary, IR_CTPOP, NULL},
    {"llvm.ctlz", intrinsics_unary, IR_CTLZ, NULL},
    {"llvm.cttz", intrinsics_unary, IR_CTTZ, NULL},
    {"llvm.bswap", intrinsics_unary, IR_BSWAP, NULL},
    {"llvm.bitreverse", intrinsics_unary, IR_BITREV, NULL},
    {"llvm.fshl", intrinsics_funnel, IR_SHL, NULL},
    {"llvm.fshr", intrinsics_funnel, IR_LSHR, NULL},
    {"llvm.smin", intrinsics_pick, IR_SLT, NULL},
    {"llvm.smax", intrinsics_pick, IR_SLT | OP_LARGER, NULL},
    {"llvm.umin", intrinsics_pick, IR_ULT, NULL},
    {"llvm.umax", intrinsics_pick, IR_ULT | OP_LARGER, NULL},
    {"llvm.scmp", intrinsics_three_way, IR_SLT, NULL},
    {"llvm.ucmp", intrinsics_three_way, IR_ULT, NULL},
    {"llvm.abs", intrinsics_absolute, 0, NULL},
    /* memory and control */
    {"llvm.memcpy", intrinsics_block_op, IR_MEMCPY, NULL},
    {"llvm.memcpy.inline", intrinsics_block_op, IR_MEMCPY, NULL},
    {"llvm.memmove", intrinsics_block_op, IR_MEMMOVE, NULL},
    {"llvm.memset", intrinsics_block_op, IR_MEMSET, NULL},
    {"llvm.memset.inline", intrinsics_block_op, IR_MEMSET, NULL},
    {"llvm.objectsize", intrinsics_object_size, 0, NULL},
    {"llvm.stacksave", intrinsics_stack_save, 0, NULL},
    {"llvm.stackrestore", intrinsics_effect, IR_STACKRESTORE, NULL},
    {"llvm.va_start", intrinsics_va_start, 0, NULL},
    {"llvm.va_copy", intrinsics_va_copy, 0, NULL},
    {"llvm.eh.sjlj.setjmp", intrinsics_setjmp, 0, NULL},
    {"llvm.eh.sjlj.longjmp", intrinsics_longjmp, 0, NULL},
    {"llvm.trap", intrinsics_trap, 0, NULL},
    {"llvm.debugtrap", intrinsics_trap, 0, NULL},
    {"llvm.ubsantrap", intrinsics_failed_check, 0, NULL},
    {"llvm.ptrmask", intrinsics_pointer_mask, 0, NULL},
    {"llvm.load.relative", intrinsics_load_relative, 0, NULL},
    /* floating point */
    {"llvm.fabs", intrinsics_unary, IR_FABS, NULL},
    {"llvm.sqrt", intrinsics_unary, IR_FSQRT, NULL},
    {"llvm.floor", intrinsics_unary, IR_FFLOOR, NULL},
    {"llvm.ceil", intrinsics_unary, IR_FCEIL, NULL},
    {"llvm.trunc", intrinsics_unary, IR_FTRUNC, NULL},
    {"llvm.rint", intrinsics_unary, IR_FRINT, NULL},
    {"llvm.nearbyint", intrinsics_unary, IR_FRINT, NULL},
    {"llvm.round", intrinsics_unary, IR_FROUND, NULL},
    {"llvm.roundeven", intrinsics_unary, IR_FROUNDEVEN, NULL},
    {"llvm.copysign", intrinsics_binary, IR_FCOPYSIGN, NULL},
    {"llvm.minnum", intrinsics_binary, IR_FMINNUM, NULL},
    {"llvm.maxnum", intrinsics_binary, IR_FMAXNUM, NULL},
    {"llvm.minimum", intrinsics_binary, IR_FMINIMUM, NULL},
    {"llvm.maximum", intrinsics_binary, IR_FMAXIMUM, NULL},
    {"llvm.fma", intrinsics_fma, 0, NULL},
    {"llvm.fmuladd", intrinsics_fmuladd, 0, NULL},
    {"llvm.is.fpclass", intrinsics_classify, 0, NULL},
    {"llvm.fptosi.sat", intrinsics_convert, IR_FPTOSI_SAT, NULL},
    {"llvm.fptoui.sat", intrinsics_convert, IR_FPTOUI_SAT, NULL},
    {"llvm.convert.to.fp16", intrinsics_convert, IR_FCONV, NULL},
    {"llvm.convert.from.fp16", intrinsics_convert, IR_FCONV, NULL},
    {"llvm.frexp", intrinsics_frexp, 0, "frexp"},
    {"llvm.ldexp", intrinsics_libcall, 0, "ldexp"},
    {"llvm.sin", intrinsics_libcall, 0, "sin"},
    {"llvm.cos", intrinsics_libcall, 0, "cos"},
    {"llvm.tan", intrinsics_libcall, 0, "tan"},
    {"llvm.asin", intrinsics_libcall, 0, "asin"},
    {"llvm.acos", intrinsics_libcall, 0, "acos"},
    {"llvm.atan", intrinsics_libcall, 0, "atan"},
    {"llvm.sinh", intrinsics_libcall, 0, "sinh"},
    {"llvm.cosh", intrinsics_libcall, 0, "cosh"},
    {"llvm.tanh", intrinsics_libcall, 0, "tanh"},
    {"llvm.pow", intrinsics_libcall, 0, "pow"},
    {"llvm.powi", intrinsics_libcall, 0, "__powi?f2"},
    {"llvm.exp", intrinsics_libcall, 0, "exp"},
    {"llvm.exp2", intrinsics_libcall, 0, "exp2"},
    {"llvm.exp10", intrinsics_libcall, 0, "exp10"},
    {"llvm.log", intrinsics_libcall, 0, "log"},
    {"llvm.log2", intrinsics_libcall, 0, "log2"},
    {"llvm.log10", intrinsics_libcall, 0, "log10"},
    {"llvm.lrint", intrinsics_libcall, OP_GIVES_LONG, "lrint"},
    {"llvm.llrint", intrinsics_libcall, OP_GIVES_LONG, "llrint"},
    {"llvm.lround", intrinsics_libcall, OP_GIVES_LONG, "lround"},
    {"llvm.llround", intrinsics_libcall, OP_GIVES_LONG, "llround"},
    /* floating point under a changed environment, which is not modelled */
    {CONSTRAINED "fadd", intrinsics_binary, IR_FADD, NULL},
    {CONSTRAINED "fsub", intrinsics_binary, IR_FSUB, NULL},
    {CONSTRAINED "fmul", intrinsics_binary, IR_FMUL, NULL},
    {CONSTRAINED "fdiv", intrinsics_binary, IR_FDIV, NULL},
    {CONSTRAINED "frem", intrinsics_binary, IR_FREM, NULL},
    {CONSTRAINED "fma", intrinsics_fma, 0, NULL},
    {CONSTRAINED "fmuladd", intrinsics_fmuladd, 0, NULL},
    {CONSTRAINED "fptosi", intrinsics_convert, IR_FPTOSI, NULL},
    {CONSTRAINED "fptoui", intrinsics_convert, IR_FPTOUI, NULL},
    {CONSTRAINED "sitofp", intrinsics_convert, IR_SITOFP, NULL},
    {CONSTRAINED "uitofp", intrinsics_convert, IR_UITOFP, NULL},
    {CONSTRAINED "fptrunc", intrinsics_convert, IR_FCONV, NULL},
    {CONSTRAINED "fpext", intrinsics_convert, IR_FCONV, NULL},
    {CONSTRAINED "fcmp", intrinsics_constrained_compare, 0, NULL},
    {CONSTRAINED "fcmps", intrinsics_constrained_compare, 0, NULL},
    {CONSTRAINED "sqrt", intrinsics_unary, IR_FSQRT, NULL},
    {CONSTRAINED "floor", intrinsics_unary, IR_FFLOOR, NULL},
    {CONSTRAINED "ceil", intrinsics_unary, IR_FCEIL, NULL},
    {CONSTRAINED "trunc", intrinsics_unary, IR_FTRUNC, NULL},
    {CONSTRAINED "rint", intrinsics_unary, IR_FRINT, NULL},
    {CONSTRAINED "nearbyint", intrinsics_unary, IR_FRINT, NULL},
    {CONSTRAINED "round", intrinsics_unary, IR_FROUND, NULL},
    {CONSTRAINED "roundeven", intrinsics_unary, IR_FROUNDEVEN, NULL},
    {CONSTRAINED "minnum", intrinsics_binary, IR_FMINNUM, NULL},
    {CONSTRAINED "maxnum", intrinsics_binary, IR_FMAXNUM, NULL},
    {CONSTRAINED "minimum", intrinsics_binary, IR_FMINIMUM, NULL},
    {CONSTRAINED "maximum", intrinsics_binary, IR_FMAXIMUM, NULL},
    {CONSTRAINED "sin", intrinsics_libcall, 0, "sin"},
    {CONSTRAINED "cos", intrinsics_libcall, 0, "cos"},
    {CONSTRAINED "tan", intrinsics_libcall, 0, "tan"},
    {CONSTRAINED "pow", intrinsics_libcall, 0, "pow"},
    {CONSTRAINED "exp", intrinsics_libcall, 0, "exp"},
    {CONSTRAINED "exp2", intrinsics_libcall, 0, "exp2"},
    {CONSTRAINED "log", intrinsics_libcall, 0, "log"},
    {CONSTRAINED "log2", intrinsics_libcall, 0, "log2"},
    {CONSTRAINED "log10", intrinsics_libcall, 0, "log10"},
    {CONSTRAINED "ldexp", intrinsics_libcall, 0, "ldexp"},
    {CONSTRAINED "lrint", intrinsics_libcall, OP_GIVES_LONG, "lrint"},
    {CONSTRAINED "llrint", intrinsics_libcall, OP_GIVES_LONG, "llrint"},
    {CONSTRAINED "lround", intrinsics_libcall, OP_GIVES_LONG, "lround"},
    {CONSTRAINED "llround", intrinsics_libcall, OP_GIVES_LONG, "llround"},
    /* vectors */
    {"llvm.vector.reduce.add", intrinsics_reduce, IR_ADD, NULL},
    {"llvm.vector.reduce.mul", intrinsics_reduce, IR_MUL, NULL},
    {"llvm.vector.reduce.and", intrinsics_reduce, IR_AND, NULL},
    {"llvm.vector.reduce.or", intrinsics_reduce, IR_OR, NULL},
    {"llvm.vector.reduce.xor", intrinsics_reduce, IR_XOR, NULL},
    {"llvm.vector.reduce.smin", intrinsics_reduce, IR_SLT, NULL},
    {"llvm.vector.reduce.smax", intrinsics_reduce, IR_SLT | OP_LARGER, NULL},
    {"llvm.vector.reduce.umin", intrinsics_reduce, IR_ULT, NULL},
    {"llvm.vector.reduce.umax", intrinsics_reduce, IR_ULT | OP_LARGER, NULL},
    {"llvm.vector.reduce.fmin", intrinsics_reduce, IR_FMINNUM, NULL},
    {"llvm.vector.reduce.fmax", intrinsics_reduce, IR_FMAXNUM, NULL},
    {"llvm.vector.reduce.fminimum", intrinsics_reduce, IR_FMINIMUM, NULL},
    {"llvm.vector.reduce.fmaximum", intrinsics_reduce, IR_FMAXIMUM, NULL},
    {"llvm.vector.reduce.fadd", intrinsics_reduce_ordered, IR_FADD, NULL},
    {"llvm.vector.reduce.fmul", intrinsics_reduce_ordered, IR_FMUL, NULL},
    {"llvm.vector.insert", intrinsics_vector_insert, 0, NULL},
    {"llvm.vector.extract", intrinsics_vector_extract, 0, NULL},
    {"llvm.vector.reverse", intrinsics_vector_reverse, 0, NULL},
    {"llvm.vector.splice", intrinsics_vector_splice, 0, NULL},
    {"llvm.vector.interleave2", intrinsics_interleave, 0, NULL},
    {"llvm.vector.deinterleave2", intrinsics_deinterleave, 0, NULL},
    {"llvm.get.active.lane.mask", intrinsics_lane_mask, 0, NULL},
    {"llvm.experimental.stepvector", intrinsics_step, 0, NULL},
    {"llvm.masked.load", intrinsics_masked_load, 0, NULL},
    {"llvm.masked.store", intrinsics_masked_store, 0, NULL},
    {"llvm.masked.gather", intrinsics_gather, 0, NULL},
    {"llvm.masked.scatter", intrinsics_scatter, 0, NULL},
    {"llvm.masked.expandload", intrinsics_expand_load, 0, NULL},
    {"llvm.masked.compressstore", intrinsics_compress_store, 0, NULL},
};

static const struct intrinsic *search(LLVMValueRef function) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  unsigned number = LLVMGetIntrinsicID(function);
  for (; length > 0; length--) {
    if (name[length] != '.' && name[length] != '\0') continue;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
      if (strncmp(table[i].name, name, length) != 0 || table[i].name[length] != '\0') continue;
      if (LLVMLookupIntrinsicID(name, length) == number) return &table[i];
    }
  }
  return NULL;
}

static const struct intrinsic *find(struct loader *loader, LLVMValueRef function) {
  uintptr_t *known = ptrmap_find(&loader->intrinsics, function);
  if (known) return (const struct intrinsic *)*known;
  const struct intrinsic *intrinsic = search(function);
  *ptrmap_insert(&loader->intrinsics, function) = (uintptr_t)intrinsic;
  return intrinsic;
}

bool intrinsics_name_libcall(struct loader *loader, LLVMValueRef call, char *name, size_t size) {
  const struct intrinsic *intrinsic = find(loader, LLVMGetCalledValue(call));
  if (!intrinsic || !intrinsic->libcall) return false;
  if (intrinsic->libcall[0] == '!') { /* the name as it is */
    snprintf(name, size, "%s", intrinsic->libcall + 1);
    return true;
  }
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, 0));
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool is_float = kind == LLVMFloatTypeKind, is_long = kind == LLVMX86_FP80TypeKind;
  if (!is_float && !is_long && kind != LLVMDoubleTypeKind) return false;
  const char *mode = strchr(intrinsic->libcall, '?'); /* the compiler's naming scheme */
  if (mode) {
    snprintf(name, size, "%.*s%c%s", (int)(mode - intrinsic->libcall), intrinsic->libcall,
             is_float  ? 's'
             : is_long ? 'x'
                       : 'd',
             mode + 1);
    return true;
  }
  snprintf(name, size, "%s%s", intrinsic->libcall, is_float ? "f" : is_long ? "l" : "");
  return true;
}

void intrinsics_lower(struct lowering *lowering, LLVMValueRef call) {
  LLVMValueRef function = LLVMGetCalledValue(call);
  const struct intrinsic *intrinsic = find(lowering->loader, function);
  if (intrinsic) {
    intrinsic->lower(lowering, call, intrinsic);
    return;
  }
  size_t length;
  lower_reject(lowering, "intrinsic %s", LLVMGetValueName2(function, &length));
}

static void bind_number(struct lowering *lowering, LLVMValueRef call, uint64_t number) {
  const struct layout *layout = lower_layout(lowering, call);
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++)
    list[i] = emit_const(lowering, layout->leaves[i].width, number);
  lower_bind(lowering, call, list);
}

void intrinsics_ignore(struct lowering *lowering, LLVMValueRef call,
                       const struct intrinsic *intrinsic) {
  (void)intrinsic;
  bind_number(lowering, call, 0);
}

void intrinsics_zero(struct lowering *lowering, LLVMValueRef call,
                     const struct intrinsic *intrinsic) {
  (void)intrinsic;
  bind_number(lowering, call, 0);
}

/* Whether the value is a literal: numbers, null, and values made only of them. The address of a
   variable is not a literal, as in LLVM's own lowering of the intrinsic. */
static bool is_literal(LLVMValueRef value) {
  if (!LLVMIsConstant(value) || LLVMIsAGlobalValue(value) || LLVMIsABlockAddress(value))
    return false;
  unsigned count = (unsigned)LLVMGetNumOperands(value);
  for (unsigned i = 0; i < count; i++)
    if (!is_literal(LLVMGetOperand(value, i))) return false;
  return true;
}

void intrinsics_is_constant(struct lowering *lowering, LLVMValueRef call,
                            const struct intrinsic *intrinsic) {
  (void)intrinsic;
  bind_number(lowering, call, is_literal(LLVMGetOperand(call, 0)));
}

/* The library knows the mode. Without a library it is always to nearest. */
void intrinsics_rounding(struct lowering *lowering, LLVMValueRef call,
                         const struct intrinsic *intrinsic) {
  struct link_symbol *symbol = link_intern(lowering->loader, intrinsic->libcall + 1);
  if (!symbol->definition) {
    bind_number(lowering, call, 1);
    return;
  }
  uint32_t result = ir_new_reg(lowering->func, 32);
  lower_plain_call(lowering, lower_symbol(lowering, symbol), NULL, 0, &result, 1);
  lower_bind_scalar(lowering, call, result);
}

void intrinsics_timestamp(struct lowering *lowering, LLVMValueRef call,
                          const struct intrinsic *intrinsic) {
  struct link_symbol *symbol = link_intern(lowering->loader, intrinsic->libcall + 1);
  uint32_t result = ir_new_reg(lowering->func, 64);
  lower_plain_call(lowering, lower_symbol(lowering, symbol), NULL, 0, &result, 1);
  lower_bind_scalar(lowering, call, result);
}

void intrinsics_pass_first(struct lowering *lowering, LLVMValueRef call,
                           const struct intrinsic *intrinsic) {
  (void)intrinsic;
  lower_bind(lowering, call, lower_value(lowering, LLVMGetOperand(call, 0)));
}
