/* The verifier's checks of one instruction: every number in it must refer to something, and every
   width must be as its format in opcodes.h says. Nothing is dereferenced before it was checked,
   since the IR may be arbitrarily wrong. */
#include "ir/verify_ins.h"

#include "util/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool verify_fail(const struct verifier *verifier, const char *format, ...) {
  char message[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (verifier->global != NULL) buffer_add(verifier->why, "global '%s': ", verifier->global->name);
  if (verifier->func != NULL)
    buffer_add(verifier->why,
               "function '%s': ", verifier->func->name == NULL ? "" : verifier->func->name);
  if (verifier->block != IR_NONE) buffer_add(verifier->why, "block b%u: ", verifier->block);
  if (verifier->ins != NULL) {
    unsigned op = verifier->ins->op;
    buffer_add(verifier->why,
               "instruction %zu (%s): ", (size_t)(verifier->ins - verifier->func->ins.data),
               op < IR_OPCODE_COUNT ? ir_opcode_names[op] : "?");
  }
  buffer_add(verifier->why, "%s", message);
  return false;
}

bool verify_range(const struct verifier *verifier, const char *what, uint64_t first, uint64_t count,
                  size_t size) {
  if (first + count <= size) return true;
  return verify_fail(verifier, "%s %llu to %llu of %zu", what, (unsigned long long)first,
                     (unsigned long long)(first + count), size);
}

static bool has_width(const struct verifier *verifier, const char *what, unsigned actual,
                      unsigned wanted) {
  if (actual == 0) return verify_fail(verifier, "%s is the second word of a wide value", what);
  if (wanted != 0 && actual != wanted)
    return verify_fail(verifier, "%s has %u bits instead of %u", what, actual, wanted);
  return true;
}

bool verify_reg(const struct verifier *verifier, const char *what, uint32_t reg, unsigned width) {
  if (reg >= verifier->func->reg_widths.count)
    return verify_fail(verifier, "%s: no register %u", what, reg);
  return has_width(verifier, what, verifier->func->reg_widths.data[reg], width);
}

bool verify_operand(const struct verifier *verifier, const char *what, ir_operand operand,
                    unsigned width) {
  if (operand == IR_NONE) return verify_fail(verifier, "%s is missing", what);
  if (!ir_is_const(operand)) return verify_reg(verifier, what, operand, width);
  uint32_t number = operand & ~IR_CONST;
  if (number >= verifier->func->consts.count)
    return verify_fail(verifier, "%s: no constant %u", what, number);
  return has_width(verifier, what, verifier->func->consts.data[number].width, width);
}

static bool check_string(const struct verifier *verifier, uint32_t number) {
  if (number < verifier->program->strings.count) return true;
  return verify_fail(verifier, "no string %u", number);
}

static bool check_edge(const struct verifier *verifier, uint32_t number) {
  if (number < verifier->func->edges.count) return true;
  return verify_fail(verifier, "no edge %u", number);
}

static bool check_list(const struct verifier *verifier, const char *what, uint32_t first,
                       uint32_t count) {
  if (!verify_range(verifier, what, first, count, verifier->func->operands.count)) return false;
  for (uint32_t i = 0; i < count; i++)
    if (!verify_operand(verifier, what, verifier->func->operands.data[first + i], 0)) return false;
  return true;
}

/* Widths that depend on the operation. */

static bool is_float_width(unsigned width) {
  return width == 16 || width == 32 || width == 64 || width == 80 || width == 128;
}

static bool takes_float(unsigned op) {
  return (op >= IR_FADD && op <= IR_FMA) || (op >= IR_FCONV && op <= IR_FPTOUI_SAT);
}

static bool gives_float(unsigned op) {
  return ((op >= IR_FADD && op <= IR_FMA) && op != IR_FCMP && op != IR_FCLASS) || op == IR_FCONV ||
         op == IR_SITOFP || op == IR_UITOFP;
}

static bool check_conversion(const struct verifier *verifier) {
  const struct ir_ins *ins = verifier->ins;
  if (ins->c < 1 || ins->c > IR_MAX_WIDTH)
    return verify_fail(verifier, "cannot convert from %u bits", ins->c);
  if (ins->op == IR_TRUNC && ins->c <= ins->width)
    return verify_fail(verifier, "%u bits do not shrink to %u", ins->c, ins->width);
  if ((ins->op == IR_ZEXT || ins->op == IR_SEXT) && ins->c >= ins->width)
    return verify_fail(verifier, "%u bits do not grow to %u", ins->c, ins->width);
  return true;
}

static bool check_width(const struct verifier *verifier) {
  const struct ir_ins *ins = verifier->ins;
  unsigned format = ir_opcode_formats[ins->op];
  bool is_conversion = format == IR_FORMAT_CONVERT;
  if (format > IR_FORMAT_STORE && format != IR_FORMAT_SWITCH) return true;
  if (ins->width < 1 || ins->width > IR_MAX_WIDTH)
    return verify_fail(verifier, "width %u", ins->width);
  if (is_conversion && !check_conversion(verifier)) return false;
  if (takes_float(ins->op) && !is_float_width(is_conversion ? ins->c : ins->width))
    return verify_fail(verifier, "no floating-point format has %u bits",
                       is_conversion ? ins->c : ins->width);
  if (gives_float(ins->op) && !is_float_width(ins->width))
    return verify_fail(verifier, "no floating-point format has %u bits", ins->width);
  if (ins->op == IR_BSWAP && ins->width % 8 != 0)
    return verify_fail(verifier, "%u bits are not whole bytes", ins->width);
  return true;
}

static bool check_aux(const struct verifier *verifier) {
  const struct ir_ins *ins = verifier->ins;
  unsigned allowed = UINT8_MAX;
  if (ins->op <= IR_ASHR) allowed = IR_NSW | IR_NUW | IR_EXACT;
  if (ins->op == IR_ADD) allowed |= IR_ADDRESS;
  if (ins->op >= IR_SHL && ins->op <= IR_ASHR) allowed |= IR_CHECKED;
  if (ins->op == IR_FPTOSI || ins->op == IR_FPTOUI) allowed = IR_CHECKED;
  if (ins->op == IR_FCMP) allowed = 15;
  if (ins->op == IR_LOAD || ins->op == IR_STORE) allowed = IR_VOLATILE;
  if (ins->op == IR_TRAP) allowed = IR_TRAP_ABORT;
  return (ins->aux & ~allowed) == 0 || verify_fail(verifier, "unknown flags 0x%x", ins->aux);
}

/* Calls, switches, returns. */

static bool check_varargs(const struct verifier *verifier, const struct ir_call *call) {
  for (uint32_t i = 0; i < call->vararg_count; i++) {
    const struct ir_vararg *vararg = &verifier->func->varargs.data[call->first_vararg + i];
    if (!verify_operand(verifier, "variable argument", vararg->operand, vararg->by_value ? 64 : 0))
      return false;
    if ((uint64_t)vararg->offset + vararg->size > call->vararg_size)
      return verify_fail(verifier, "variable argument beyond the argument area");
    if (!vararg->by_value && vararg->size > 16)
      return verify_fail(verifier, "scalar variable argument of %u bytes", vararg->size);
  }
  return true;
}

/* Whether a direct callee accepts these arguments is not checked here: C programs may get it wrong,
   and then it is their error, reported when it happens. */
static bool check_call(const struct verifier *verifier) {
  const struct ir_func *func = verifier->func;
  if (!verify_operand(verifier, "callee", verifier->ins->a, 64)) return false;
  if (verifier->ins->b >= func->calls.count)
    return verify_fail(verifier, "no call %u", verifier->ins->b);
  const struct ir_call *call = &func->calls.data[verifier->ins->b];
  if (!verify_range(verifier, "results", call->first_result, call->result_count,
                    func->operands.count))
    return false;
  for (uint32_t i = 0; i < call->result_count; i++)
    if (!verify_reg(verifier, "result", func->operands.data[call->first_result + i], 0))
      return false;
  if (call->struct_result > call->arg_count)
    return verify_fail(verifier, "no argument %u for the returned structure", call->struct_result);
  return check_list(verifier, "argument", call->first_arg, call->arg_count) &&
         verify_range(verifier, "variable arguments", call->first_vararg, call->vararg_count,
                      func->varargs.count) &&
         check_varargs(verifier, call);
}

static int compare_values(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static bool check_case_values(const struct verifier *verifier) {
  const struct ir_ins *ins = verifier->ins;
  bool is_fine = true;
  uint64_t *values = alloc_bytes(ins->c * sizeof *values);
  for (uint32_t i = 0; i < ins->c; i++) values[i] = verifier->func->cases.data[ins->b + i].value;
  qsort(values, ins->c, sizeof *values, compare_values);
  for (uint32_t i = 0; i < ins->c && is_fine; i++) {
    if ((values[i] & ~ir_mask(ins->width)) != 0)
      is_fine = verify_fail(verifier, "case %llu does not fit", (unsigned long long)values[i]);
    else if (i > 0 && values[i] == values[i - 1])
      is_fine = verify_fail(verifier, "case %llu occurs twice", (unsigned long long)values[i]);
  }
  free(values);
  return is_fine;
}

static bool check_cases(const struct verifier *verifier) {
  const struct ir_ins *ins = verifier->ins;
  const struct ir_func *func = verifier->func;
  bool is_switch = ins->op == IR_SWITCH;
  if (is_switch && ins->width > 64) return verify_fail(verifier, "switch over %u bits", ins->width);
  if (!verify_operand(verifier, "value", ins->a, is_switch ? ins->width : 64)) return false;
  if (!verify_range(verifier, "cases", ins->b, ins->c, func->cases.count)) return false;
  for (uint32_t i = 0; i < ins->c; i++)
    if (!check_edge(verifier, func->cases.data[ins->b + i].edge)) return false;
  return !is_switch || (check_edge(verifier, ins->dst) && check_case_values(verifier));
}

static bool check_return(const struct verifier *verifier) {
  const struct ir_ins *ins = verifier->ins;
  const struct ir_func *func = verifier->func;
  if (!check_list(verifier, "result", ins->b, ins->c)) return false;
  if (ins->c != func->result_widths.count)
    return verify_fail(verifier, "%u results instead of %zu", ins->c, func->result_widths.count);
  for (uint32_t i = 0; i < ins->c; i++)
    if (!verify_operand(verifier, "result", func->operands.data[ins->b + i],
                        func->result_widths.data[i]))
      return false;
  return true;
}

static bool check_alloca(const struct verifier *verifier) {
  const struct ir_ins *ins = verifier->ins;
  if (ins->c == 0 || (ins->c & (ins->c - 1)) != 0)
    return verify_fail(verifier, "alignment %u is no power of two", ins->c);
  return verify_reg(verifier, "destination", ins->dst, 64) &&
         verify_operand(verifier, "size", ins->a, 64) && check_string(verifier, ins->b);
}

static bool check_fields(const struct verifier *verifier) {
  const struct ir_ins *ins = verifier->ins;
  unsigned width = ins->width;
#define DST(bits) verify_reg(verifier, "destination", ins->dst, (bits))
#define OPERAND(field, bits) verify_operand(verifier, "operand " #field, ins->field, (bits))
  switch ((enum ir_format)ir_opcode_formats[ins->op]) {
  case IR_FORMAT_BINARY: return DST(width) && OPERAND(a, width) && OPERAND(b, width);
  case IR_FORMAT_COMPARE: return DST(1) && OPERAND(a, width) && OPERAND(b, width);
  case IR_FORMAT_CONVERT: return DST(width) && OPERAND(a, ins->c);
  case IR_FORMAT_UNARY: return DST(width) && OPERAND(a, width);
  case IR_FORMAT_SELECT:
    return DST(width) && OPERAND(a, 1) && OPERAND(b, width) && OPERAND(c, width);
  case IR_FORMAT_TERNARY:
    return DST(width) && OPERAND(a, width) && OPERAND(b, width) && OPERAND(c, width);
  case IR_FORMAT_FCLASS: return DST(1) && OPERAND(a, width);
  case IR_FORMAT_LOAD: return DST(width) && OPERAND(a, 64);
  case IR_FORMAT_STORE: return OPERAND(a, 64) && OPERAND(b, width);
  case IR_FORMAT_MEMORY:
    return OPERAND(a, 64) && OPERAND(b, ins->op == IR_MEMSET ? 8 : 64) && OPERAND(c, 64);
  case IR_FORMAT_ALLOCA: return check_alloca(verifier);
  case IR_FORMAT_NULLARY: return DST(64);
  case IR_FORMAT_EFFECT: return OPERAND(a, 64);
  case IR_FORMAT_GUARD:
    return OPERAND(a, 1) && check_list(verifier, "operand", ins->b, ins->c) &&
           check_string(verifier, ins->dst);
  case IR_FORMAT_SETJMP: return DST(32) && OPERAND(a, 64);
  case IR_FORMAT_LONGJMP: return OPERAND(a, 64) && OPERAND(b, 32);
  case IR_FORMAT_CALL: return check_call(verifier);
  case IR_FORMAT_BR: return check_edge(verifier, ins->a);
  case IR_FORMAT_CONDBR:
    return OPERAND(a, 1) && check_edge(verifier, ins->b) && check_edge(verifier, ins->c);
  case IR_FORMAT_SWITCH:
  case IR_FORMAT_INDIRECTBR: return check_cases(verifier);
  case IR_FORMAT_RET: return check_return(verifier);
  case IR_FORMAT_END: return true;
  case IR_FORMAT_TRAP: return check_string(verifier, ins->a);
  }
#undef DST
#undef OPERAND
  return verify_fail(verifier, "unknown format");
}

bool verify_ins(const struct verifier *verifier) {
  if (verifier->ins->loc >= verifier->program->locs.count)
    return verify_fail(verifier, "no location %u", verifier->ins->loc);
  return check_width(verifier) && check_aux(verifier) && check_fields(verifier);
}
