/* The effect of the instructions that inline assembly uses most: moves, arithmetic on registers and
   memory, rotations, byte swaps, atomic operations. A lock prefix is ignored: there is one thread.
   Flags that are not computed here become undefined, and an instruction that reads one of those is
   not supported. */
#include "front/llvm/emit.h"
#include "front/llvm/link.h"
#include "front/llvm/lower_asm_code.h"
#include "util/text.h"

#include <string.h>

enum { AX = 0, BX = 1, CX = 2, DX = 3 };

static ir_operand read_ref(struct asm_machine *m, const struct asm_ref *ref, unsigned width) {
  struct lowering *lowering = m->lowering;
  switch (ref->kind) {
  case ASM_REF_IMMEDIATE: return emit_resize(lowering, 64, width, ref->value);
  case ASM_REF_MEMORY: return emit_load(lowering, width, ref->value, 0);
  default: break;
  }
  if (!ref->is_high) return asm_read(m, ref->reg, width);
  ir_operand whole = asm_read(m, ref->reg, 64);
  ir_operand moved = emit_binary(lowering, IR_LSHR, 64, whole, emit_const(lowering, 64, 8));
  return emit_resize(lowering, 64, 8, moved);
}

static bool write_ref(struct asm_machine *m, const struct asm_ref *ref, unsigned width,
                      ir_operand value) {
  struct lowering *lowering = m->lowering;
  if (ref->kind == ASM_REF_IMMEDIATE) return false;
  if (ref->kind == ASM_REF_MEMORY) {
    emit_store(lowering, width, ref->value, value, 0);
  } else if (ref->is_high) {
    ir_operand low = asm_read(m, ref->reg, 8), shifted = emit_resize(lowering, 8, 16, value);
    shifted = emit_binary(lowering, IR_SHL, 16, shifted, emit_const(lowering, 16, 8));
    low = emit_resize(lowering, 8, 16, low);
    asm_write(m, ref->reg, 16, emit_binary(lowering, IR_OR, 16, shifted, low));
  } else {
    asm_write(m, ref->reg, width, value);
  }
  return true;
}

static ir_operand number(struct asm_machine *m, unsigned width, uint64_t value) {
  return emit_const(m->lowering, width, value);
}

static ir_operand binary(struct asm_machine *m, unsigned op, unsigned width, ir_operand a,
                         ir_operand b) {
  return emit_binary(m->lowering, op, width, a, b);
}

static ir_operand is_less(struct asm_machine *m, unsigned width, ir_operand a, ir_operand b) {
  return emit_compare(m->lowering, IR_ULT, width, a, b);
}

static void set_zero(struct asm_machine *m, unsigned width, ir_operand result) {
  m->zero = emit_compare(m->lowering, IR_EQ, width, result, number(m, width, 0));
}

static void forget_flags(struct asm_machine *m) { m->carry = m->zero = IR_NONE; }

/* The sum or difference, with its flags. */
static ir_operand sum(struct asm_machine *m, unsigned op, unsigned width, ir_operand a,
                      ir_operand b) {
  ir_operand result = binary(m, op, width, a, b);
  m->carry = op == IR_ADD ? is_less(m, width, result, a) : is_less(m, width, a, b);
  set_zero(m, width, result);
  return result;
}

static ir_operand sum_with_carry(struct asm_machine *m, unsigned op, unsigned width, ir_operand a,
                                 ir_operand b) {
  ir_operand before = emit_resize(m->lowering, 1, width, m->carry);
  ir_operand half = sum(m, op, width, a, b), carry = m->carry;
  ir_operand result = sum(m, op, width, half, before);
  m->carry = binary(m, IR_OR, 1, carry, m->carry);
  return result;
}

struct operation; /* one instruction with its arguments, source first */
typedef bool operate(struct asm_machine *m, const struct operation *operation,
                     const struct asm_ref *refs, unsigned width);
struct operation {
  const char *name;
  unsigned arguments;
  operate *run;
  unsigned op;
};

static bool run_arithmetic(struct asm_machine *m, const struct operation *operation,
                           const struct asm_ref *refs, unsigned width) {
  bool uses_carry = strcmp(operation->name, "adc") == 0 || strcmp(operation->name, "sbb") == 0;
  if (uses_carry && m->carry == IR_NONE) return false;
  if (operation->op == IR_XOR && refs[0].kind == ASM_REF_REGISTER &&
      refs[1].kind == ASM_REF_REGISTER && refs[0].reg == refs[1].reg &&
      refs[0].is_high == refs[1].is_high) { /* x ^ x and x - x are 0, whatever x is */
    m->carry = number(m, 1, 0);
    m->zero = number(m, 1, 1);
    return write_ref(m, &refs[1], width, number(m, width, 0));
  }
  ir_operand b = read_ref(m, &refs[0], width), a = read_ref(m, &refs[1], width), result;
  if (operation->op == IR_ADD || operation->op == IR_SUB) {
    result = uses_carry ? sum_with_carry(m, operation->op, width, a, b)
                        : sum(m, operation->op, width, a, b);
  } else {
    result = binary(m, operation->op, width, a, b);
    m->carry = number(m, 1, 0);
    set_zero(m, width, result);
  }
  bool is_only_asked = strcmp(operation->name, "cmp") == 0 || strcmp(operation->name, "test") == 0;
  return is_only_asked || write_ref(m, &refs[1], width, result);
}

static bool run_product(struct asm_machine *m, const struct operation *operation,
                        const struct asm_ref *refs, unsigned width) {
  ir_operand product =
      binary(m, operation->op, width, read_ref(m, &refs[1], width), read_ref(m, &refs[0], width));
  forget_flags(m);
  return write_ref(m, &refs[operation->arguments - 1], width, product);
}

/* The full product, in dx and ax. */
static bool run_full_product(struct asm_machine *m, const struct operation *operation,
                             const struct asm_ref *refs, unsigned width) {
  struct lowering *lowering = m->lowering;
  if (width < 32) return false;
  unsigned extend = operation->op, twice = 2 * width;
  ir_operand a = emit_convert(lowering, extend, width, twice, asm_read(m, AX, width));
  ir_operand b = emit_convert(lowering, extend, width, twice, read_ref(m, &refs[0], width));
  ir_operand product = binary(m, IR_MUL, twice, a, b);
  ir_operand high = binary(m, IR_LSHR, twice, product, number(m, twice, width));
  asm_write(m, AX, width, emit_resize(lowering, twice, width, product));
  asm_write(m, DX, width, emit_resize(lowering, twice, width, high));
  forget_flags(m);
  return true;
}

static bool run_step(struct asm_machine *m, const struct operation *operation,
                     const struct asm_ref *refs, unsigned width) {
  ir_operand carry = m->carry;
  ir_operand result =
      sum(m, operation->op, width, read_ref(m, &refs[0], width), number(m, width, 1));
  m->carry = carry;
  return write_ref(m, &refs[0], width, result);
}

static bool run_negation(struct asm_machine *m, const struct operation *operation,
                         const struct asm_ref *refs, unsigned width) {
  ir_operand a = read_ref(m, &refs[0], width);
  if (operation->op == IR_XOR)
    return write_ref(m, &refs[0], width,
                     binary(m, IR_XOR, width, a, emit_ones(m->lowering, width)));
  return write_ref(m, &refs[0], width, sum(m, IR_SUB, width, number(m, width, 0), a));
}

/* By an immediate or cl, of which the processor uses 5 or 6 bits. */
static ir_operand shift_amount(struct asm_machine *m, const struct asm_ref *ref, unsigned width) {
  ir_operand amount = read_ref(m, ref, 8);
  amount = binary(m, IR_AND, 8, amount, number(m, 8, width == 64 ? 63 : 31));
  return width == 8 ? amount : emit_resize(m->lowering, 8, width, amount);
}

static bool run_shift(struct asm_machine *m, const struct operation *operation,
                      const struct asm_ref *refs, unsigned width) {
  const struct asm_ref *to = &refs[operation->arguments - 1];
  ir_operand amount =
      operation->arguments == 1 ? number(m, width, 1) : shift_amount(m, &refs[0], width);
  if (operation->op == IR_ASHR && width < 32)
    return false; /* an amount above the width fills with sign bits */
  ir_operand result = binary(m, operation->op, width, read_ref(m, to, width), amount);
  forget_flags(m);
  return write_ref(m, to, width, result);
}

/* With an amount of 0 the other part is shifted by the full width, which gives 0. */
static bool run_rotation(struct asm_machine *m, const struct operation *operation,
                         const struct asm_ref *refs, unsigned width) {
  const struct asm_ref *to = &refs[operation->arguments - 1];
  ir_operand a = read_ref(m, to, width);
  ir_operand amount =
      operation->arguments == 1 ? number(m, width, 1) : shift_amount(m, &refs[0], width);
  amount = binary(m, IR_AND, width, amount, number(m, width, width - 1));
  ir_operand rest = binary(m, IR_SUB, width, number(m, width, width), amount);
  bool is_left = operation->op == IR_SHL;
  ir_operand left = binary(m, IR_SHL, width, a, is_left ? amount : rest);
  ir_operand right = binary(m, IR_LSHR, width, a, is_left ? rest : amount);
  m->carry = IR_NONE;
  return write_ref(m, to, width, binary(m, IR_OR, width, left, right));
}

static bool run_move(struct asm_machine *m, const struct operation *operation,
                     const struct asm_ref *refs, unsigned width) {
  (void)operation;
  return write_ref(m, &refs[1], width, read_ref(m, &refs[0], width));
}

static bool run_address(struct asm_machine *m, const struct operation *operation,
                        const struct asm_ref *refs, unsigned width) {
  (void)operation;
  if (refs[0].kind != ASM_REF_MEMORY) return false;
  return write_ref(m, &refs[1], width, emit_resize(m->lowering, 64, width, refs[0].value));
}

static bool run_swap_bytes(struct asm_machine *m, const struct operation *operation,
                           const struct asm_ref *refs, unsigned width) {
  if (width < 32) return false;
  ir_operand a = read_ref(m, &refs[0], width);
  return write_ref(m, &refs[0], width, emit_unary(m->lowering, operation->op, width, a));
}

static bool run_exchange(struct asm_machine *m, const struct operation *operation,
                         const struct asm_ref *refs, unsigned width) {
  ir_operand a = read_ref(m, &refs[0], width), b = read_ref(m, &refs[1], width);
  ir_operand stays = operation->op == IR_ADD ? sum(m, IR_ADD, width, a, b) : a;
  return write_ref(m, &refs[0], width, b) && write_ref(m, &refs[1], width, stays);
}

static bool run_compare_exchange(struct asm_machine *m, const struct operation *operation,
                                 const struct asm_ref *refs, unsigned width) {
  (void)operation;
  struct lowering *lowering = m->lowering;
  ir_operand there = read_ref(m, &refs[1], width), expected = asm_read(m, AX, width);
  ir_operand wanted = read_ref(m, &refs[0], width);
  sum(m, IR_SUB, width, expected, there);
  ir_operand is_equal = m->zero;
  asm_write(m, AX, width, emit_select(lowering, width, is_equal, expected, there));
  return write_ref(m, &refs[1], width, emit_select(lowering, width, is_equal, wanted, there));
}

/* 0 has no first bit: the destination keeps its value. */
static bool run_scan(struct asm_machine *m, const struct operation *operation,
                     const struct asm_ref *refs, unsigned width) {
  struct lowering *lowering = m->lowering;
  ir_operand a = read_ref(m, &refs[0], width);
  ir_operand place = emit_unary(lowering, operation->op, width, a);
  if (operation->op == IR_CTLZ)
    place = binary(m, IR_SUB, width, number(m, width, width - 1), place);
  set_zero(m, width, a);
  m->carry = IR_NONE;
  ir_operand before = read_ref(m, &refs[1], width);
  return write_ref(m, &refs[1], width, emit_select(lowering, width, m->zero, before, place));
}

static bool run_count(struct asm_machine *m, const struct operation *operation,
                      const struct asm_ref *refs, unsigned width) {
  ir_operand a = read_ref(m, &refs[0], width);
  forget_flags(m);
  return write_ref(m, &refs[1], width, emit_unary(m->lowering, operation->op, width, a));
}

/* The processor that the code is compiled for: x86-64 without extensions. */
static bool run_identify(struct asm_machine *m, const struct operation *operation,
                         const struct asm_ref *refs, unsigned width) {
  (void)operation, (void)refs, (void)width;
  static const struct {
    uint32_t leaf, ax, bx, cx, dx;
  } leaves[] = {{0, 1, 0x756e6547, 0x6c65746e, 0x49656e69}, /* "GenuineIntel" */
                {1, 0xf00, 0, 0, 0x07808111},               /* fpu tsc cx8 cmov mmx fxsr sse sse2 */
                {0x80000000, 0x80000001, 0, 0, 0},
                {0x80000001, 0, 0, 0, 0x20000800}}; /* long mode, syscall */
  struct lowering *lowering = m->lowering;
  ir_operand leaf = asm_read(m, AX, 32), results[4];
  for (unsigned i = 0; i < 4; i++) results[i] = number(m, 32, 0);
  for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
    const uint32_t row[4] = {leaves[i].ax, leaves[i].bx, leaves[i].cx, leaves[i].dx};
    ir_operand is_it = emit_compare(lowering, IR_EQ, 32, leaf, number(m, 32, leaves[i].leaf));
    for (unsigned k = 0; k < 4; k++)
      results[k] = emit_select(lowering, 32, is_it, number(m, 32, row[k]), results[k]);
  }
  for (unsigned i = 0; i < 4; i++) asm_write(m, i, 32, results[i]);
  return true;
}

static bool run_timestamp(struct asm_machine *m, const struct operation *operation,
                          const struct asm_ref *refs, unsigned width) {
  (void)operation, (void)refs, (void)width;
  struct lowering *lowering = m->lowering;
  uint32_t time = ir_new_reg(lowering->func, 64);
  struct link_symbol *symbol = link_intern(lowering->loader, "__smew_timestamp");
  lower_plain_call(lowering, lower_symbol(lowering, symbol), NULL, 0, &time, 1);
  ir_operand high = binary(m, IR_LSHR, 64, time, number(m, 64, 32));
  asm_write(m, AX, 32, emit_resize(lowering, 64, 32, time));
  asm_write(m, DX, 32, emit_resize(lowering, 64, 32, high));
  return true;
}

static const struct operation operations[] = {
    {"mov", 2, run_move, 0},
    {"movabs", 2, run_move, 0},
    {"lea", 2, run_address, 0},
    {"add", 2, run_arithmetic, IR_ADD},
    {"adc", 2, run_arithmetic, IR_ADD},
    {"sub", 2, run_arithmetic, IR_SUB},
    {"sbb", 2, run_arithmetic, IR_SUB},
    {"cmp", 2, run_arithmetic, IR_SUB},
    {"and", 2, run_arithmetic, IR_AND},
    {"test", 2, run_arithmetic, IR_AND},
    {"or", 2, run_arithmetic, IR_OR},
    {"xor", 2, run_arithmetic, IR_XOR},
    {"imul", 2, run_product, IR_MUL},
    {"imul", 3, run_product, IR_MUL},
    {"imul", 1, run_full_product, IR_SEXT},
    {"mul", 1, run_full_product, IR_ZEXT},
    {"inc", 1, run_step, IR_ADD},
    {"dec", 1, run_step, IR_SUB},
    {"neg", 1, run_negation, IR_SUB},
    {"not", 1, run_negation, IR_XOR},
    {"shl", 1, run_shift, IR_SHL},
    {"shl", 2, run_shift, IR_SHL},
    {"sal", 2, run_shift, IR_SHL},
    {"shr", 1, run_shift, IR_LSHR},
    {"shr", 2, run_shift, IR_LSHR},
    {"sar", 1, run_shift, IR_ASHR},
    {"sar", 2, run_shift, IR_ASHR},
    {"rol", 1, run_rotation, IR_SHL},
    {"rol", 2, run_rotation, IR_SHL},
    {"ror", 1, run_rotation, IR_LSHR},
    {"ror", 2, run_rotation, IR_LSHR},
    {"bswap", 1, run_swap_bytes, IR_BSWAP},
    {"xchg", 2, run_exchange, IR_MOV},
    {"xadd", 2, run_exchange, IR_ADD},
    {"cmpxchg", 2, run_compare_exchange, 0},
    {"bsf", 2, run_scan, IR_CTTZ},
    {"bsr", 2, run_scan, IR_CTLZ},
    {"popcnt", 2, run_count, IR_CTPOP},
    {"lzcnt", 2, run_count, IR_CTLZ},
    {"tzcnt", 2, run_count, IR_CTTZ},
    {"cpuid", 0, run_identify, 0},
    {"rdtsc", 0, run_timestamp, 0},
};

static unsigned suffix_width(char suffix) {
  return suffix == 'b' ? 8 : suffix == 'w' ? 16 : suffix == 'l' ? 32 : suffix == 'q' ? 64 : 0;
}

/* The width is given by the suffix, else by a register, or by the type of the memory operand. */
static unsigned width_of(const struct asm_ref *refs, unsigned count, unsigned suffix) {
  if (suffix) return suffix;
  for (unsigned kind = ASM_REF_REGISTER;; kind = ASM_REF_MEMORY) {
    for (unsigned i = count; i-- > 0;)
      if (refs[i].kind == kind && refs[i].width) return refs[i].width;
    if (kind == ASM_REF_MEMORY) return 0;
  }
}

static bool is_width(unsigned width) {
  return width == 8 || width == 16 || width == 32 || width == 64;
}

static bool run_named(struct asm_machine *m, const char *name, size_t length, unsigned suffix,
                      const struct asm_ref *refs, unsigned count) {
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    const struct operation *operation = &operations[i];
    if (operation->arguments != count || strlen(operation->name) != length ||
        memcmp(operation->name, name, length) != 0)
      continue;
    unsigned width = count == 0 ? 64 : width_of(refs, count, suffix);
    return is_width(width) && operation->run(m, operation, refs, width);
  }
  return false;
}

/* movzbl, movslq and the like. */
static bool run_extension(struct asm_machine *m, const char *name, const struct asm_ref *refs) {
  unsigned from = suffix_width(name[4]), to = suffix_width(name[5]);
  if (strlen(name) != 6 || !from || !to || from >= to) return false;
  ir_operand value = read_ref(m, &refs[0], from);
  return write_ref(m, &refs[1], to,
                   name[3] == 's' ? emit_resize_signed(m->lowering, from, to, value)
                                  : emit_resize(m->lowering, from, to, value));
}

static bool run_conditional(struct asm_machine *m, const char *mnemonic, const struct asm_ref *refs,
                            unsigned count) {
  bool is_set = text_starts_with(mnemonic, "set");
  ir_operand condition = asm_condition(m, mnemonic + (is_set ? 3 : 4));
  if (condition == IR_NONE || count != (is_set ? 1 : 2)) return false;
  if (is_set) return write_ref(m, &refs[0], 8, emit_resize(m->lowering, 1, 8, condition));
  unsigned width = width_of(refs, count, 0);
  if (!is_width(width) || width == 8) return false;
  return write_ref(m, &refs[1], width,
                   emit_select(m->lowering, width, condition, read_ref(m, &refs[0], width),
                               read_ref(m, &refs[1], width)));
}

bool asm_operate(struct asm_machine *machine, const char *mnemonic, const struct asm_ref *refs,
                 unsigned count) {
  size_t length = strlen(mnemonic);
  if (text_starts_with(mnemonic, "set") || text_starts_with(mnemonic, "cmov"))
    return run_conditional(machine, mnemonic, refs, count);
  if (count == 2 && length == 6 &&
      (text_starts_with(mnemonic, "movz") || text_starts_with(mnemonic, "movs")))
    return run_extension(machine, mnemonic, refs);
  if (run_named(machine, mnemonic, length, 0, refs, count)) return true;
  unsigned suffix = length > 1 ? suffix_width(mnemonic[length - 1]) : 0;
  return suffix && run_named(machine, mnemonic, length - 1, suffix, refs, count);
}
