/* Inline assembly. Its constraints say which values go in and out; the template is executed
   statement by statement on a model of the processor (lower_asm_code.c), so that known instructions
   become operations of the IR. An empty template passes values of any type through. Outputs that
   are never written are undefined and thus 0. A template with anything unknown traps with its text
   when it is reached. */
#include "front/llvm/emit.h"
#include "front/llvm/lower_asm_code.h"
#include "util/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 60, MAX_STATEMENT = 120 };

/* The index of the next argument and of the next result of the call. */
struct cursor {
  LLVMValueRef call;
  unsigned argument;
  int leaf;
};

static bool is_integer(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMPointerTypeKind ||
         (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64);
}

/* The width of what an argument points to, by its attribute. */
static unsigned pointed_width(struct lowering *lowering, LLVMValueRef call, unsigned argument) {
  static const char name[] = "elementtype";
  unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
  LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
  LLVMTypeRef type = attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
  if (!type || !is_integer(type)) return 0;
  return types_layout(lowering->types, type)->leaves[0].width;
}

/* A register named by the constraint: "{ax}". */
static bool read_fixed(const char *text, size_t length, unsigned *reg) {
  const char *open = memchr(text, '{', length), *close = memchr(text, '}', length);
  unsigned width;
  bool is_high;
  if (!open || !close || open > close) return false;
  return asm_find_register(open + 1, (size_t)(close - open - 1), reg, &width, &is_high) && !is_high;
}

static bool read_output(struct asm_machine *machine, struct cursor *cursor, const char *text,
                        size_t length) {
  struct asm_operand *operand = &machine->operands[machine->operand_count];
  struct lowering *lowering = machine->lowering;
  if (memchr(text, '*', length)) {
    *operand = (struct asm_operand){.kind = ASM_MEMORY, .leaf = -1};
    operand->width = pointed_width(lowering, cursor->call, cursor->argument);
    operand->value = lower_operand(lowering, cursor->call, cursor->argument++);
    return true;
  }
  const struct layout *layout = lower_layout(lowering, cursor->call);
  if ((uint32_t)cursor->leaf >= layout->leaf_count) return false;
  unsigned width = layout->leaves[cursor->leaf].width;
  *operand = (struct asm_operand){.kind = ASM_REGISTER, .width = width, .leaf = cursor->leaf++};
  operand->reg = ASM_FIXED + machine->operand_count;
  const char *flag = memmem(text, length, "@cc", 3);
  if (flag) {
    size_t size = strcspn(flag + 3, "}");
    if (size >= sizeof operand->flag) return false;
    operand->kind = ASM_FLAG;
    memcpy(operand->flag, flag + 3, size);
    return true;
  }
  return width <= 64 && (!memchr(text, '{', length) || read_fixed(text, length, &operand->reg));
}

static bool read_input(struct asm_machine *machine, struct cursor *cursor, const char *text,
                       size_t length) {
  struct asm_operand *operand = &machine->operands[machine->operand_count];
  struct lowering *lowering = machine->lowering;
  unsigned argument = cursor->argument++;
  LLVMValueRef value = LLVMGetOperand(cursor->call, argument);
  *operand = (struct asm_operand){.kind = ASM_MEMORY, .leaf = -1};
  if (!is_integer(LLVMTypeOf(value))) return false;
  operand->width = lower_layout(lowering, value)->leaves[0].width;
  operand->value = lower_scalar(lowering, value);
  if (memchr(text, '*', length)) {
    operand->width = pointed_width(lowering, cursor->call, argument);
    return true;
  }
  ir_operand wide = emit_resize(lowering, operand->width, 64, operand->value);
  bool has_register = memchr(text, '{', length) || memchr(text, 'r', length) ||
                      memchr(text, 'q', length) || isdigit((unsigned char)text[0]);
  if (LLVMIsAConstantInt(value) && !has_register) {
    operand->kind = ASM_IMMEDIATE;
    operand->value = emit_const(lowering, 64, (uint64_t)LLVMConstIntGetSExtValue(value));
    return true;
  }
  operand->kind = ASM_REGISTER;
  operand->reg = ASM_FIXED + machine->operand_count;
  if (isdigit((unsigned char)text[0])) {
    unsigned long tied = strtoul(text, NULL, 10);
    if (tied >= machine->operand_count || machine->operands[tied].kind != ASM_REGISTER)
      return false;
    operand->reg = machine->operands[tied].reg;
  } else if (memchr(text, '{', length) && !read_fixed(text, length, &operand->reg)) {
    return false;
  }
  machine->registers[operand->reg] = wide;
  return true;
}

/* Constraints come as "=r,=*m,0,r,~{memory}": outputs, inputs, clobbers. Indirect outputs and
   inputs take an argument each. */
static bool read_constraints(struct asm_machine *machine, LLVMValueRef call, const char *text) {
  struct cursor cursor = {.call = call};
  while (*text) {
    size_t length = strcspn(text, ",");
    if (text[0] == '!' || memchr(text, '|', length)) return false;
    if (text[0] != '~') {
      if (machine->operand_count == ASM_OPERANDS) return false;
      bool is_good = text[0] == '=' ? read_output(machine, &cursor, text, length)
                                    : read_input(machine, &cursor, text, length);
      if (!is_good) return false;
      machine->operand_count++;
    }
    text += length;
    if (*text == ',') text++;
  }
  return (uint32_t)cursor.leaf == lower_layout(machine->lowering, call)->leaf_count;
}

/* The statement in lower case, without leading and trailing spaces and with single spaces
   inside. */
static void normalise(const char *text, size_t length, char *result, size_t size) {
  size_t at = 0;
  bool is_gap = false;
  for (size_t i = 0; i < length && at + 2 < size; i++) {
    unsigned char c = (unsigned char)text[i];
    if (isspace(c) || c == ';') {
      is_gap = at > 0;
      continue;
    }
    if (is_gap) result[at++] = ' ';
    is_gap = false;
    result[at++] = (char)tolower(c);
  }
  result[at] = '\0';
}

/* Instructions that only order memory, with an operand that is not the program's. */
static bool is_fence(const char *statement) {
  static const char *const fences[] = {"lock addl $$0,0(%rsp)", "lock addl $$0, 0(%rsp)",
                                       "lock addq $$0,0(%rsp)", "lock orl $$0,(%rsp)",
                                       "lock orq $$0,(%rsp)",   NULL};
  return text_is_one_of(statement, fences);
}

/* A prefix may be a statement of its own: "lock; addl …". */
static bool is_prefix(const char *statement) {
  return strcmp(statement, "lock") == 0 || strcmp(statement, "rep") == 0;
}

static bool execute(struct asm_machine *machine, const char *text, size_t length) {
  char statement[MAX_STATEMENT];
  const char *end = text + length;
  while (text < end) {
    size_t size = 0;
    while (text + size < end && !strchr(";\n", text[size])) size++;
    normalise(text, size, statement, sizeof statement);
    if (is_prefix(statement) && text + size < end) {
      size++;
      while (text + size < end && !strchr(";\n", text[size])) size++;
      normalise(text, size, statement, sizeof statement);
    }
    if (size + 4 >= sizeof statement) return false;
    if (!is_fence(statement) && !asm_execute(machine, statement)) return false;
    text += size + 1;
  }
  return true;
}

static bool bind_outputs(struct asm_machine *machine, LLVMValueRef call) {
  struct lowering *lowering = machine->lowering;
  const struct layout *layout = lower_layout(lowering, call);
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (unsigned i = 0; i < machine->operand_count; i++) {
    const struct asm_operand *operand = &machine->operands[i];
    if (operand->leaf < 0) continue;
    if (operand->kind != ASM_FLAG) {
      list[operand->leaf] = asm_read(machine, operand->reg, operand->width);
      continue;
    }
    ir_operand condition = asm_condition(machine, operand->flag);
    if (condition == IR_NONE) return false;
    list[operand->leaf] = emit_resize(lowering, 1, operand->width, condition);
  }
  lower_bind(lowering, call, list);
  return true;
}

/* ---- templates that do nothing ---- */

/* Which argument each direct output is tied to, -1 if none. */
static bool find_tied(const char *text, int *tied, uint32_t leaf_count) {
  int argument = 0, direct[ASM_OPERANDS]; /* output constraint to leaf, or -1 */
  unsigned outputs = 0;
  uint32_t leaf = 0;
  for (; *text; text += *text == ',') {
    size_t length = strcspn(text, ",");
    bool is_indirect = memchr(text, '*', length) != NULL;
    if (text[0] == '!') return false;
    if (text[0] == '=') {
      if (outputs == ASM_OPERANDS || (!is_indirect && leaf == leaf_count)) return false;
      direct[outputs++] = is_indirect ? -1 : (int)leaf;
      if (!is_indirect) tied[leaf++] = -1;
      argument += is_indirect;
    } else if (text[0] != '~') {
      unsigned long to = isdigit((unsigned char)text[0]) ? strtoul(text, NULL, 10) : outputs;
      if (to < outputs && direct[to] >= 0) tied[direct[to]] = argument;
      argument++;
    }
    text += length;
  }
  return leaf == leaf_count;
}

/* An empty template is a barrier for the compiler: values of any type pass through. */
static bool lower_barrier(struct lowering *lowering, LLVMValueRef call, const char *constraints) {
  const struct layout *layout = lower_layout(lowering, call);
  int tied[ASM_OPERANDS];
  if (layout->leaf_count > ASM_OPERANDS || !find_tied(constraints, tied, layout->leaf_count))
    return false;
  ir_operand *list = lower_new_list(lowering, layout->leaf_count);
  for (uint32_t i = 0; i < layout->leaf_count; i++) {
    unsigned width = layout->leaves[i].width;
    list[i] = emit_const(lowering, width, 0);
    if (tied[i] < 0) continue;
    LLVMValueRef value = LLVMGetOperand(call, (unsigned)tied[i]);
    const struct layout *given = lower_layout(lowering, value);
    if (given->leaf_count != 1) return false;
    list[i] = emit_resize(lowering, given->leaves[0].width, width, lower_scalar(lowering, value));
  }
  lower_bind(lowering, call, list);
  return true;
}

void lower_asm(struct lowering *lowering, LLVMValueRef call) {
  LLVMValueRef code = LLVMGetCalledValue(call);
  size_t length, constraint_length;
  const char *text = LLVMGetInlineAsmAsmString(code, &length);
  const char *constraints = LLVMGetInlineAsmConstraintString(code, &constraint_length);
  char *copy = alloc_format("%.*s", (int)constraint_length, constraints);
  char plain[MAX_TEXT + 4];
  normalise(text, length, plain, sizeof plain);
  struct asm_machine machine = {.lowering = lowering, .carry = IR_NONE, .zero = IR_NONE};
  for (unsigned i = 0; i < ASM_REGISTERS; i++) machine.registers[i] = IR_NONE;
  bool is_known = plain[0] == '\0' || (plain[0] == '#' && !strchr(text, '\n'))
                      ? lower_barrier(lowering, call, copy)
                      : LLVMGetInlineAsmDialect(code) == LLVMInlineAsmDialectATT &&
                            read_constraints(&machine, call, copy) &&
                            execute(&machine, text, length) && bind_outputs(&machine, call);
  free(copy);
  if (!is_known)
    lower_reject(lowering, "inline assembly \"%s%s\"", plain, length > MAX_TEXT ? "…" : "");
}
