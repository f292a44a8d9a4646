/* Calls. Arguments are split into leaves; those of the variable part go into an
   argument area (lower_varargs.c).

   A direct call of a function with a known definition follows the definition where an old-style
   declaration lets the call differ from it. */
#include "front/llvm/emit.h"
#include "front/llvm/intrinsics.h"
#include "front/llvm/link.h"
#include "front/llvm/lower_varargs.h"
#include "front/llvm/sanitized.h"
#include "util/text.h"

#include <stdlib.h>
#include <string.h>

struct call_parts {
  VEC(ir_operand) arguments;
  VEC(ir_operand) results;
  struct argument_area area;
  uint64_t pointers, struct_size; /* see struct ir_call */
  uint32_t struct_result;
};

static const struct ir_func *known_callee(struct lowering *lowering, ir_operand callee) {
  if (!ir_is_const(callee)) return NULL;
  const struct ir_const *target = &lowering->func->consts.data[callee & ~IR_CONST];
  if (target->kind != IR_CONST_FUNC || target->value != 0) return NULL;
  const struct ir_func *func = lowering->loader->program->funcs.data[target->ref];
  return func->has_body ? func : NULL;
}

/* How many of the call's arguments are fixed, not variable. */
static unsigned fixed_count(struct lowering *lowering, LLVMValueRef call,
                            const struct ir_func *callee) {
  unsigned count = LLVMGetNumArgOperands(call);
  LLVMTypeRef type = LLVMGetCalledFunctionType(call);
  if (!callee) return LLVMIsFunctionVarArg(type) ? LLVMCountParamTypes(type) : count;
  if (!callee->is_variadic) return count;
  unsigned fixed = 0;
  for (size_t leaves = 0; fixed < count && leaves < callee->param_widths.count; fixed++)
    leaves += lower_layout(lowering, LLVMGetOperand(call, fixed))->leaf_count;
  return fixed;
}

static LLVMAttributeRef find_attribute(LLVMValueRef call, unsigned number, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetCallSiteEnumAttribute(call, number + 1, kind);
}

/* The argument that is added next: a structure that is passed by value stays what it is, one that
   is returned is written whatever else the callee does. */
static void note_pointer(struct lowering *lowering, struct call_parts *parts, LLVMValueRef call,
                         unsigned number) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, number));
  size_t at = parts->arguments.count;
  if (LLVMGetTypeKind(type) != LLVMPointerTypeKind || find_attribute(call, number, "byval")) return;
  if (at < 64) parts->pointers |= (uint64_t)1 << at;
  LLVMAttributeRef result = find_attribute(call, number, "sret");
  if (!result) return;
  parts->struct_result = (uint32_t)at + 1;
  parts->struct_size = types_alloc_size(lowering->types, LLVMGetTypeAttributeValue(result));
}

static void add_arguments(struct lowering *lowering, struct call_parts *parts, LLVMValueRef call,
                          const struct ir_func *callee) {
  unsigned count = LLVMGetNumArgOperands(call), fixed = fixed_count(lowering, call, callee);
  for (unsigned i = 0; i < fixed; i++) {
    LLVMValueRef value = LLVMGetOperand(call, i);
    const struct layout *layout = lower_layout(lowering, value);
    const ir_operand *list = lower_value(lowering, value);
    note_pointer(lowering, parts, call, i);
    for (uint32_t j = 0; j < layout->leaf_count; j++) {
      size_t at = parts->arguments.count;
      unsigned width = layout->leaves[j].width;
      bool is_known = callee && at < callee->param_widths.count;
      unsigned wanted = is_known ? callee->param_widths.data[at] : width;
      ir_operand argument = emit_resize(lowering, width, wanted, list[j]);
      vec_push(&parts->arguments, argument);
    }
  }
  for (unsigned i = 0; fixed < count && i < count; i++)
    varargs_pass(lowering, &parts->area, call, i, i >= fixed);
  varargs_place(&parts->area);
}

static void emit_call(struct lowering *lowering, ir_operand callee,
                      const struct call_parts *parts) {
  struct ir_func *func = lowering->func;
  struct ir_call call = {
      .result_count = (uint32_t)parts->results.count,
      .arg_count = (uint32_t)parts->arguments.count,
      .first_vararg = (uint32_t)func->varargs.count,
      .vararg_count = (uint32_t)parts->area.varargs.count,
      .vararg_size = (uint32_t)parts->area.size,
      .vararg_general = (uint8_t)(parts->area.general - parts->area.fixed_general),
      .vararg_vector = (uint8_t)(parts->area.vector - parts->area.fixed_vector),
      .pointers = parts->pointers,
      .struct_result = parts->struct_result,
      .struct_size = parts->struct_size,
  };
  call.first_result = ir_add_operands(func, parts->results.data, call.result_count);
  call.first_arg = ir_add_operands(func, parts->arguments.data, call.arg_count);
  for (size_t i = 0; i < parts->area.varargs.count; i++)
    vec_push(&func->varargs, parts->area.varargs.data[i]);
  vec_push(&func->calls, call);
  ir_emit(func, (struct ir_ins){.op = IR_CALL,
                                .loc = lowering->loc,
                                .a = callee,
                                .b = (uint32_t)func->calls.count - 1});
}

static void free_parts(struct call_parts *parts) {
  vec_free(&parts->arguments);
  vec_free(&parts->results);
  vec_free(&parts->area.varargs);
}

/* Registers as the callee returns them; the results that the caller expects are made from these. */
static void add_results(struct lowering *lowering, struct call_parts *parts,
                        const struct layout *layout, const struct ir_func *callee) {
  size_t count = callee ? callee->result_widths.count : layout->leaf_count;
  for (size_t i = 0; i < count; i++) {
    unsigned width = callee ? callee->result_widths.data[i] : layout->leaves[i].width;
    vec_push(&parts->results, ir_new_reg(lowering->func, width));
  }
}

static void bind_results(struct lowering *lowering, LLVMValueRef call,
                         const struct call_parts *parts) {
  const struct layout *layout = lower_layout(lowering, call);
  if (layout->leaf_count == 0) return;
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    if (i >= parts->results.count) {
      list[i] = emit_const(lowering, width, 0);
      continue;
    }
    ir_operand result = parts->results.data[i];
    list[i] = emit_resize(lowering, ir_operand_width(lowering->func, result), width, result);
  }
  lower_bind(lowering, call, list);
}

static void lower_ordinary_call(struct lowering *lowering, LLVMValueRef call,
                                const struct link_symbol *symbol) {
  struct call_parts parts = {0};
  ir_operand callee = lower_scalar(lowering, LLVMGetCalledValue(call));
  const struct ir_func *known = known_callee(lowering, callee);
  add_arguments(lowering, &parts, call, known);
  add_results(lowering, &parts, lower_layout(lowering, call), known);
  if (symbol && varargs_are_always_read(symbol)) varargs_pad(&parts.area);
  if (parts.area.size > UINT32_MAX) lower_reject(lowering, "4 GB of variable arguments");
  emit_call(lowering, callee, &parts);
  bind_results(lowering, call, &parts);
  free_parts(&parts);
}

void lower_plain_call(struct lowering *lowering, ir_operand callee, const ir_operand *arguments,
                      uint32_t argument_count, const uint32_t *results, uint32_t result_count) {
  struct call_parts parts = {0};
  for (uint32_t i = 0; i < argument_count; i++) vec_push(&parts.arguments, arguments[i]);
  for (uint32_t i = 0; i < result_count; i++) vec_push(&parts.results, results[i]);
  emit_call(lowering, callee, &parts);
  free_parts(&parts);
}

/* Functions of the libc that must run before an operation or builtin that bypasses it: run the
   handler of SIGABRT, save the signal mask of a sigsetjmp, restore it. */
static const char *const hook_names[] = {"__posix_before_abort", "__posix_keep_mask",
                                         "__posix_restore_mask"};
enum hook { BEFORE_ABORT, KEEP_MASK, RESTORE_MASK, HOOK_COUNT };

void lower_reach_hooks(struct loader *loader) {
  for (int i = 0; i < HOOK_COUNT; i++) link_reach(loader, link_intern(loader, hook_names[i]));
}

/* Without a libc there are no signal handlers. */
static void call_hook(struct lowering *lowering, enum hook hook, const ir_operand *arguments,
                      uint32_t count) {
  if (!lowering->loader->has_libc) return;
  struct link_symbol *symbol = link_intern(lowering->loader, hook_names[hook]);
  lower_plain_call(lowering, lower_symbol(lowering, symbol), arguments, count, NULL, 0);
}

static void keep_mask(struct lowering *lowering, LLVMValueRef call, ir_operand buffer) {
  unsigned width = lower_layout(lowering, LLVMGetOperand(call, 1))->leaves[0].width;
  ir_operand wanted = emit_resize(lowering, width, 32, lower_operand(lowering, call, 1));
  call_hook(lowering, KEEP_MASK, (ir_operand[]){buffer, wanted}, 2);
}

/* setjmp and longjmp under all their names are operations; true if the call was one. */
static bool lower_jump(struct lowering *lowering, LLVMValueRef call, const char *name) {
  static const char *const setjmps[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", NULL};
  static const char *const longjmps[] = {"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk",
                                         NULL};
  unsigned count = LLVMGetNumArgOperands(call);
  if (count >= 1 && text_is_one_of(name, setjmps)) {
    ir_operand buffer = lower_operand(lowering, call, 0);
    if (count == 2) keep_mask(lowering, call, buffer);
    ir_operand result = emit_setjmp(lowering, buffer);
    if (lower_layout(lowering, call)->leaf_count == 1) lower_bind_scalar(lowering, call, result);
    return true;
  }
  if (count == 2 && text_is_one_of(name, longjmps)) {
    ir_operand buffer = lower_operand(lowering, call, 0);
    unsigned width = lower_layout(lowering, LLVMGetOperand(call, 1))->leaves[0].width;
    ir_operand value = emit_resize(lowering, width, 32, lower_operand(lowering, call, 1));
    if (strcmp(name, "siglongjmp") == 0) call_hook(lowering, RESTORE_MASK, &buffer, 1);
    if (!lowering->problem) emit_longjmp(lowering, buffer, value);
    return true;
  }
  return false;
}

static bool is_global(LLVMValueRef value) {
  LLVMValueKind kind = LLVMGetValueKind(value);
  return kind == LLVMFunctionValueKind || kind == LLVMGlobalAliasValueKind;
}

void lower_call(struct lowering *lowering, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  LLVMValueKind kind = LLVMGetValueKind(callee);
  if (kind == LLVMInlineAsmValueKind) {
    lower_asm(lowering, call);
    return;
  }
  if (kind == LLVMFunctionValueKind && LLVMGetIntrinsicID(callee) != 0) {
    intrinsics_lower(lowering, call);
    return;
  }
  struct link_symbol *symbol = NULL;
  if (is_global(callee)) {
    symbol = link_symbol_of(lowering->loader, callee);
    if (!symbol->definition && lower_jump(lowering, call, symbol->name)) return;
    if (!symbol->definition && text_starts_with(symbol->name, SANITIZED_PREFIX)) {
      lower_failed_check(lowering, call);
      return;
    }
    if (!symbol->definition && strcmp(symbol->name, "abort") == 0)
      call_hook(lowering, BEFORE_ABORT, NULL, 0);
  }
  lower_ordinary_call(lowering, call, symbol);
}
