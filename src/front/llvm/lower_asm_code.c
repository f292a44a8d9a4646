/* Reading the template of inline assembly in AT&T syntax: statements, their arguments, and
   registers in all their widths. The effects of instructions are in asm_operations.c. Flags other
   than carry and zero, floating-point and vector registers, jumps and labels are not supported. */
#include "front/llvm/lower_asm_code.h"

#include "front/llvm/emit.h"
#include "util/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const names_64[ASM_FIXED] = {"rax", "rbx", "rcx", "rdx", "rsi", "rdi",
                                                "rbp", "rsp", "r8",  "r9",  "r10", "r11",
                                                "r12", "r13", "r14", "r15"};

static bool is_word(const char *text, size_t length, const char *word) {
  return strlen(word) == length && memcmp(text, word, length) == 0;
}

/* r8d, r8w, r8b */
static bool find_numbered(const char *name, size_t length, unsigned *reg, unsigned *width) {
  if (length < 2 || name[0] != 'r' || !isdigit((unsigned char)name[1])) return false;
  unsigned number = 0;
  size_t at = 1;
  for (; at < length && isdigit((unsigned char)name[at]); at++)
    number = number * 10 + (unsigned)(name[at] - '0');
  if (number < 8 || number > 15 || at + 1 < length) return false;
  *reg = number;
  char suffix = at < length ? name[at] : 'q';
  *width = suffix == 'q' ? 64 : suffix == 'd' ? 32 : suffix == 'w' ? 16 : suffix == 'b' ? 8 : 0;
  return *width != 0;
}

bool asm_find_register(const char *name, size_t length, unsigned *reg, unsigned *width,
                       bool *is_high) {
  *is_high = false;
  if (find_numbered(name, length, reg, width)) return true;
  for (unsigned i = 0; i < 8; i++) {
    const char *base = names_64[i] + 1; /* "ax", "si" */
    *reg = i;
    if (length == 3 && (name[0] == 'r' || name[0] == 'e') && memcmp(name + 1, base, 2) == 0) {
      *width = name[0] == 'r' ? 64 : 32;
      return true;
    }
    if (is_word(name, length, base)) {
      *width = 16;
      return true;
    }
    bool is_letter = base[1] == 'x';
    char low[4] = {base[0], is_letter ? 'l' : base[1], is_letter ? '\0' : 'l', '\0'};
    char high[3] = {base[0], 'h', '\0'};
    *is_high = is_letter && is_word(name, length, high);
    if (!*is_high && !is_word(name, length, low)) continue;
    *width = 8;
    return true;
  }
  return false;
}

ir_operand asm_read(struct asm_machine *machine, unsigned reg, unsigned width) {
  ir_operand value = machine->registers[reg];
  if (value == IR_NONE) {
    if (reg < ASM_FIXED) machine->has_asked = true;
    return emit_const(machine->lowering, width, 0);
  }
  return emit_resize(machine->lowering, 64, width, value);
}

/* Writing 32 bits clears the upper half; writing fewer keeps the other bits. */
void asm_write(struct asm_machine *machine, unsigned reg, unsigned width, ir_operand value) {
  struct lowering *lowering = machine->lowering;
  ir_operand wide = emit_resize(lowering, width, 64, value);
  if (width < 32 && machine->registers[reg] != IR_NONE) {
    ir_operand mask = emit_const(lowering, 64, ~ir_mask(width));
    ir_operand rest = emit_binary(lowering, IR_AND, 64, machine->registers[reg], mask);
    wide = emit_binary(lowering, IR_OR, 64, rest, wide);
  }
  machine->registers[reg] = wide;
}

static ir_operand negated(struct asm_machine *machine, ir_operand bit) {
  if (bit == IR_NONE) return IR_NONE;
  return emit_binary(machine->lowering, IR_XOR, 1, bit, emit_const(machine->lowering, 1, 1));
}

ir_operand asm_condition(struct asm_machine *machine, const char *name) {
  static const char *const zero[] = {"e", "z", NULL}, *const not_zero[] = {"ne", "nz", NULL};
  static const char *const carry[] = {"c", "b", "nae", NULL};
  static const char *const not_carry[] = {"nc", "nb", "ae", NULL};
  static const char *const either[] = {"be", "na", NULL}, *const neither[] = {"a", "nbe", NULL};
  if (text_is_one_of(name, zero)) return machine->zero;
  if (text_is_one_of(name, not_zero)) return negated(machine, machine->zero);
  if (text_is_one_of(name, carry)) return machine->carry;
  if (text_is_one_of(name, not_carry)) return negated(machine, machine->carry);
  bool is_either = text_is_one_of(name, either);
  if ((!is_either && !text_is_one_of(name, neither)) || machine->carry == IR_NONE ||
      machine->zero == IR_NONE)
    return IR_NONE;
  ir_operand both = emit_binary(machine->lowering, IR_OR, 1, machine->carry, machine->zero);
  return is_either ? both : negated(machine, both);
}

/* ---- arguments ---- */

static unsigned modifier_width(char modifier) {
  switch (modifier) {
  case 'b':
  case 'h': return 8;
  case 'w': return 16;
  case 'k': return 32;
  case 'q': return 64;
  default: return 0;
  }
}

/* $0 or ${0:k}; moves *text past it. */
static bool read_operand(struct asm_machine *machine, const char **text, struct asm_ref *ref) {
  const char *at = *text + 1;
  bool has_brace = *at == '{';
  if (has_brace) at++;
  char *end;
  if (!isdigit((unsigned char)*at)) return false;
  unsigned long number = strtoul(at, &end, 10);
  char modifier = '\0';
  at = end;
  if (has_brace && *at == ':') modifier = at[1], at += 2;
  if (has_brace && *at++ != '}') return false;
  if (number >= machine->operand_count) return false;
  const struct asm_operand *operand = &machine->operands[number];
  unsigned width = modifier_width(modifier);
  if (modifier && !width && modifier != 'c' && modifier != 'P' && modifier != 'a') return false;
  *ref = (struct asm_ref){.reg = operand->reg, .is_high = modifier == 'h', .value = operand->value};
  switch (operand->kind) {
  case ASM_REGISTER: ref->kind = ASM_REF_REGISTER; break;
  case ASM_IMMEDIATE: ref->kind = ASM_REF_IMMEDIATE; break;
  case ASM_MEMORY: ref->kind = ASM_REF_MEMORY; break;
  default: return false;
  }
  if (operand->kind != ASM_IMMEDIATE) ref->width = width ? width : operand->width;
  *text = at;
  return true;
}

static bool read_named(const char **text, struct asm_ref *ref) {
  const char *at = *text + 1;
  size_t length = 0;
  while (isalnum((unsigned char)at[length])) length++;
  *ref = (struct asm_ref){.kind = ASM_REF_REGISTER};
  *text = at + length;
  return asm_find_register(at, length, &ref->reg, &ref->width, &ref->is_high);
}

static bool read_number(struct asm_machine *machine, const char **text, struct asm_ref *ref) {
  char *end;
  int64_t number = strtoll(*text, &end, 0);
  if (end == *text) return false;
  *text = end;
  *ref = (struct asm_ref){.kind = ASM_REF_IMMEDIATE,
                          .value = emit_const(machine->lowering, 64, (uint64_t)number)};
  return true;
}

/* A register inside parentheses, as part of an address. */
static bool read_address_part(struct asm_machine *machine, const char **text, ir_operand *value) {
  struct asm_ref ref;
  bool is_good = **text == '%' ? read_named(text, &ref) : read_operand(machine, text, &ref);
  if (!is_good || ref.kind != ASM_REF_REGISTER || ref.is_high || ref.reg == 7) return false;
  *value = asm_read(machine, ref.reg, 64);
  return true;
}

/* disp(base,index,scale), without segments and rip. */
static bool read_memory(struct asm_machine *machine, const char *text, struct asm_ref *ref) {
  struct lowering *lowering = machine->lowering;
  char *end;
  int64_t distance = strtoll(text, &end, 0);
  ir_operand base, index;
  text = end;
  if (*text++ != '(' || !read_address_part(machine, &text, &base)) return false;
  if (*text == ',') {
    text++;
    if (!read_address_part(machine, &text, &index)) return false;
    uint64_t scale = 1;
    if (*text == ',') scale = strtoull(text + 1, &end, 10), text = end;
    index = emit_binary(lowering, IR_MUL, 64, index, emit_const(lowering, 64, scale));
    base = emit_binary(lowering, IR_ADD, 64, base, index);
  }
  if (text[0] != ')' || text[1] != '\0') return false;
  *ref = (struct asm_ref){.kind = ASM_REF_MEMORY,
                          .value = emit_offset(lowering, base, (uint64_t)distance)};
  return true;
}

static bool read_argument(struct asm_machine *machine, const char *text, struct asm_ref *ref) {
  bool is_good;
  if (strchr(text, '(')) return read_memory(machine, text, ref);
  if (text[0] == '%')
    is_good = read_named(&text, ref);
  else if (text[0] == '$' && text[1] == '$')
    text += 2, is_good = read_number(machine, &text, ref);
  else
    is_good = text[0] == '$' && read_operand(machine, &text, ref);
  return is_good && *text == '\0';
}

/* ---- statements ---- */

bool asm_execute(struct asm_machine *machine, const char *statement) {
  static const char *const nothing[] = {"",       "nop",    "pause",  "rep nop",
                                        "mfence", "lfence", "sfence", NULL};
  if (statement[0] == '#' || text_is_one_of(statement, nothing)) return true;
  if (text_starts_with(statement, "lock ")) statement += 5;
  size_t length = strcspn(statement, " ");
  char mnemonic[16], text[64];
  if (length >= sizeof mnemonic) return false;
  memcpy(mnemonic, statement, length);
  mnemonic[length] = '\0';
  struct asm_ref refs[ASM_REFS];
  unsigned count = 0, depth = 0;
  size_t at = 0;
  for (const char *from = statement + length;; from++) {
    if (*from == ' ') continue;
    if (*from == '(') depth++;
    if (*from == ')') depth--;
    bool is_end = *from == '\0' || (*from == ',' && depth == 0);
    if (!is_end) {
      if (at + 1 >= sizeof text) return false;
      text[at++] = *from;
      continue;
    }
    text[at] = '\0';
    if (at == 0 && count == 0 && *from == '\0') break;
    if (count == ASM_REFS || !read_argument(machine, text, &refs[count++])) return false;
    at = 0;
    if (*from == '\0') break;
  }
  return asm_operate(machine, mnemonic, refs, count) && !machine->has_asked;
}
