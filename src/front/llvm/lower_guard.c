/* Checks that end the path if they fail. A check of clang's sanitizer is such a guard: the branch
   to its handler and the handler's call become one operation with the handler's name and arguments.
   A handler that is called in any other way is a guard that always fails. The messages are in
   exec/careful/failure.c. */
#include "front/llvm/debug.h"
#include "front/llvm/emit.h"
#include "front/llvm/sanitized.h"
#include "util/text.h"

#include <string.h>

void lower_guard(struct lowering *lowering, ir_operand condition, const char *name,
                 const ir_operand *about, uint32_t count) {
  if (emit_is_int(lowering, condition, 1)) return;
  uint32_t first = ir_add_operands(lowering->func, about, count);
  ir_emit(lowering->func, (struct ir_ins){.op = IR_GUARD,
                                          .loc = lowering->loc,
                                          .dst = ir_intern_string(lowering->loader->program, name),
                                          .a = condition,
                                          .b = first,
                                          .c = count});
}

/* Handlers of the traps, by number. */
static const char *trap_name(LLVMValueRef call) {
  static const char *const names[] = {"add_overflow",
                                      "builtin_unreachable",
                                      "cfi_check_fail",
                                      "divrem_overflow",
                                      "dynamic_type_cache_miss",
                                      "float_cast_overflow",
                                      "function_type_mismatch",
                                      "implicit_conversion",
                                      "invalid_builtin",
                                      "invalid_objc_cast",
                                      "load_invalid_value",
                                      "missing_return",
                                      "mul_overflow",
                                      "negate_overflow",
                                      "nullability_arg",
                                      "nullability_return",
                                      "nonnull_arg",
                                      "nonnull_return",
                                      "out_of_bounds",
                                      "pointer_overflow",
                                      "shift_out_of_bounds",
                                      "sub_overflow",
                                      "type_mismatch",
                                      "alignment_assumption",
                                      "vla_bound_not_positive"};
  uint64_t number = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
  return number < sizeof names / sizeof *names ? names[number] : "trap";
}

static void guard_call(struct lowering *lowering, ir_operand condition, LLVMValueRef call) {
  enum { MOST = 4 };
  ir_operand about[MOST];
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &length);
  uint32_t loc = debug_locate_instruction(lowering->loader->debug, call);
  if (loc) lowering->loc = loc;
  if (strncmp(name, SANITIZED_PREFIX, SANITIZED_PREFIX_LENGTH) != 0) {
    lower_guard(lowering, condition, trap_name(call), NULL, 0);
    return;
  }
  unsigned count = LLVMGetNumArgOperands(call);
  if (count > MOST) count = MOST;
  for (unsigned i = 0; i < count; i++)
    about[i] = lower_scalar(lowering, sanitized_argument(call, i));
  lower_guard(lowering, condition, name + SANITIZED_PREFIX_LENGTH, about, count);
}

bool lower_check(struct lowering *lowering, LLVMValueRef branch) {
  struct sanitized_check check;
  if (!sanitized_read_check(branch, &check)) return false;
  ir_operand condition = lower_scalar(lowering, LLVMGetCondition(branch));
  if (!check.is_good_if_true)
    condition = emit_binary(lowering, IR_XOR, 1, condition, emit_const(lowering, 1, 1));
  guard_call(lowering, condition, check.call);
  lower_go_on(lowering, LLVMGetInstructionParent(branch), check.good,
              LLVMGetInstructionParent(check.call));
  return true;
}

void lower_failed_check(struct lowering *lowering, LLVMValueRef call) {
  guard_call(lowering, emit_const(lowering, 1, 0), call);
}
