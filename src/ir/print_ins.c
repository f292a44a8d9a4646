/* Printing single instructions: operands, then the fields that each format of opcodes.h has. A
   constant shows its width where nothing else on the line implies it, and is printed as floating
   point for operations on floats. */
#include "ir/print_ins.h"

#include "ir/print.h"
#include "util/buffer.h"

#include <string.h>

/* Text, names, locations. */

static void print_quoted_byte(unsigned char byte, struct buffer *out) {
  switch (byte) {
  case '\n': buffer_add(out, "\\n"); break;
  case '\t': buffer_add(out, "\\t"); break;
  case '\r': buffer_add(out, "\\r"); break;
  case '"': buffer_add(out, "\\\""); break;
  case '\\': buffer_add(out, "\\\\"); break;
  default:
    if (byte >= ' ' && byte <= '~')
      buffer_add_bytes(out, &byte, 1);
    else
      buffer_add(out, "\\x%02x", byte);
  }
}

void ir_print_quoted(const void *bytes, uint64_t size, struct buffer *out) {
  const unsigned char *byte = bytes;
  buffer_add_bytes(out, "\"", 1);
  for (uint64_t i = 0; i < size; i++) print_quoted_byte(byte[i], out);
  buffer_add_bytes(out, "\"", 1);
}

static bool name_is_plain(const char *name) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$";
  return name[0] != '\0' && name[strspn(name, plain)] == '\0';
}

void printer_add_name(const struct printer *printer, const char *name, uint32_t number) {
  buffer_add(printer->out, "@");
  if (name_is_plain(name))
    buffer_add(printer->out, "%s", name);
  else
    ir_print_quoted(name, strlen(name), printer->out);
  uint32_t uses = strmap_get(&printer->uses_of_name, name);
  if (uses != STRMAP_NONE && uses > 1) buffer_add(printer->out, "#%u", number);
}

static void print_func_name(const struct printer *printer, uint32_t number) {
  printer_add_name(printer, printer->program->funcs.data[number]->name, number);
}

/* Constants and operands. */

static int64_t sign_extended(uint64_t value, unsigned width) {
  unsigned shift = 64 - width;
  return (int64_t)(value << shift) >> shift;
}

/* Bit patterns read better unsigned, small negative numbers such as -1 and -8 better signed. */
static bool is_small_negative(int64_t value, unsigned width) {
  unsigned bits = width / 2 < 20 ? width / 2 : 20;
  return width > 1 && value < 0 && value >= -((int64_t)1 << bits);
}

void ir_print_int(unsigned width, uint64_t value, struct buffer *out) {
  int64_t as_signed = sign_extended(value, width);
  if (is_small_negative(as_signed, width))
    buffer_add(out, "%lld", (long long)as_signed);
  else
    buffer_add(out, "%llu", (unsigned long long)value);
}

static void print_wide_bits(const struct ir_const *words, struct buffer *out) {
  buffer_add(out, "0x%llx%016llx", (unsigned long long)words[1].value,
             (unsigned long long)words->value);
}

static void print_int(struct buffer *out, const struct ir_const *words) {
  if (words->width <= 64)
    ir_print_int(words->width, words->value, out);
  else if (words[1].value == 0)
    buffer_add(out, "%llu", (unsigned long long)words->value);
  else if (words[1].value == ir_mask(words->width - 64u) && (int64_t)words->value < 0)
    buffer_add(out, "%lld", (long long)words->value);
  else
    print_wide_bits(words, out);
}

/* Enough digits to distinguish any two values; NaNs, infinities and formats that C cannot print
   portably are printed as bits. */
static void print_float(struct buffer *out, const struct ir_const *words) {
  double value = 0;
  int digits = 17;
  if (words->width == 64) {
    memcpy(&value, &words->value, sizeof value);
  } else if (words->width == 32) {
    float narrow;
    uint32_t bits = (uint32_t)words->value;
    memcpy(&narrow, &bits, sizeof narrow);
    value = narrow;
    digits = 9;
  }
  if ((words->width != 64 && words->width != 32) || value != value || value - value != 0) {
    if (words->width > 64)
      print_wide_bits(words, out);
    else
      buffer_add(out, "0x%llx", (unsigned long long)words->value);
    return;
  }
  size_t start = out->length;
  buffer_add(out, "%.*g", digits, value);
  if (out->text[start + strcspn(out->text + start, ".e")] == '\0') buffer_add(out, ".0");
}

static void print_offset(struct buffer *out, uint64_t offset) {
  if (offset == 0) return;
  if ((int64_t)offset < 0)
    buffer_add(out, "%lld", (long long)offset);
  else
    buffer_add(out, "+%llu", (unsigned long long)offset);
}

void printer_add_const(const struct printer *printer, const struct ir_const *words) {
  switch ((enum ir_const_kind)words->kind) {
  case IR_CONST_INT: print_int(printer->out, words); break;
  case IR_CONST_GLOBAL:
    printer_add_name(printer, printer->program->globals.data[words->ref]->name, words->ref);
    print_offset(printer->out, words->value);
    break;
  case IR_CONST_FUNC:
    print_func_name(printer, words->ref);
    print_offset(printer->out, words->value);
    break;
  case IR_CONST_BLOCK:
    print_func_name(printer, words->ref);
    buffer_add(printer->out, ":b%llu", (unsigned long long)words->value);
    break;
  case IR_CONST_UNDEFINED: buffer_add(printer->out, "undef"); break;
  }
}

void printer_add_operand(const struct printer *printer, ir_operand operand,
                         enum print_style style) {
  if (!ir_is_const(operand)) {
    buffer_add(printer->out, "%%%u", operand);
    if (style == PRINT_WITH_WIDTH)
      buffer_add(printer->out, ":%u", printer->func->reg_widths.data[operand]);
    return;
  }
  const struct ir_const *words = &printer->func->consts.data[operand & ~IR_CONST];
  if (style == PRINT_AS_FLOAT && words->kind == IR_CONST_INT)
    print_float(printer->out, words);
  else
    printer_add_const(printer, words);
  bool is_number = words->kind == IR_CONST_INT || words->kind == IR_CONST_UNDEFINED;
  if (style == PRINT_WITH_WIDTH && is_number) buffer_add(printer->out, ":%u", words->width);
}

void printer_add_operands(const struct printer *printer, uint32_t first, uint32_t count,
                          enum print_style style) {
  for (uint32_t i = 0; i < count; i++) {
    if (i != 0) buffer_add(printer->out, ", ");
    printer_add_operand(printer, printer->func->operands.data[first + i], style);
  }
}

static void print_edge(const struct printer *printer, uint32_t number) {
  const struct ir_edge *edge = &printer->func->edges.data[number];
  uint32_t count = printer->func->blocks.data[edge->target].param_count;
  buffer_add(printer->out, "b%u", edge->target);
  if (count == 0) return;
  buffer_add(printer->out, "(");
  printer_add_operands(printer, edge->first_arg, count, PRINT_PLAIN);
  buffer_add(printer->out, ")");
}

/* Instructions. */

static bool operates_on_floats(unsigned op) {
  return (op >= IR_FADD && op <= IR_FMA) || op == IR_FCONV || op == IR_FPTOSI || op == IR_FPTOUI ||
         op == IR_FPTOSI_SAT || op == IR_FPTOUI_SAT;
}

static void print_flags(const struct ir_ins *ins, struct buffer *out) {
  static const char *const fcmp_names[16] = {"false", "oeq", "ogt", "oge", "olt", "ole",
                                             "one",   "ord", "uno", "ueq", "ugt", "uge",
                                             "ult",   "ule", "une", "true"};
  if (ins->op == IR_FCMP) buffer_add(out, " %s", fcmp_names[ins->aux & 15]);
  if (ins->op == IR_LOAD || ins->op == IR_STORE)
    buffer_add(out, "%s", ins->aux & IR_VOLATILE ? " volatile" : "");
  if (ins->op > IR_ASHR) return;
  if (ins->aux & IR_NSW) buffer_add(out, " nsw");
  if (ins->aux & IR_NUW) buffer_add(out, " nuw");
  if (ins->aux & IR_EXACT) buffer_add(out, " exact");
  if (ins->aux & IR_CHECKED) buffer_add(out, " checked");
}

static void print_varargs(const struct printer *printer, const struct ir_call *call) {
  if (call->vararg_count == 0) return;
  buffer_add(printer->out, " varargs(");
  for (uint32_t i = 0; i < call->vararg_count; i++) {
    const struct ir_vararg *vararg = &printer->func->varargs.data[call->first_vararg + i];
    buffer_add(printer->out, "%s%u: ", i == 0 ? "" : ", ", vararg->offset);
    if (vararg->by_value) {
      buffer_add(printer->out, "%u bytes at ", vararg->size);
      printer_add_operand(printer, vararg->operand, PRINT_PLAIN);
    } else {
      printer_add_operand(printer, vararg->operand, PRINT_WITH_WIDTH);
    }
  }
  buffer_add(printer->out, ")");
}

static void print_call(const struct printer *printer, const struct ir_ins *ins) {
  const struct ir_call *call = &printer->func->calls.data[ins->b];
  printer_add_operand(printer, ins->a, PRINT_PLAIN);
  buffer_add(printer->out, "(");
  printer_add_operands(printer, call->first_arg, call->arg_count, PRINT_WITH_WIDTH);
  buffer_add(printer->out, ")");
  print_varargs(printer, call);
  if (call->struct_result != 0)
    buffer_add(printer->out, " returns %llu bytes by argument %u",
               (unsigned long long)call->struct_size, call->struct_result);
}

static void print_case_value(const struct printer *printer, const struct ir_ins *ins,
                             const struct ir_case *entry) {
  if (ins->op == IR_INDIRECTBR) return;
  ir_print_int(ins->width, entry->value, printer->out);
  buffer_add(printer->out, ": ");
}

static void print_cases(const struct printer *printer, const struct ir_ins *ins) {
  printer_add_operand(printer, ins->a, PRINT_PLAIN);
  buffer_add(printer->out, " [");
  for (uint32_t i = 0; i < ins->c; i++) {
    const struct ir_case *entry = &printer->func->cases.data[ins->b + i];
    if (i != 0) buffer_add(printer->out, ", ");
    print_case_value(printer, ins, entry);
    print_edge(printer, entry->edge);
  }
  buffer_add(printer->out, "]");
  if (ins->op != IR_SWITCH) return;
  buffer_add(printer->out, " else ");
  print_edge(printer, ins->dst);
}

static void print_dst(const struct printer *printer, const struct ir_ins *ins) {
  uint32_t count = 0;
  if (ir_has_dst(ins->op)) {
    printer_add_operand(printer, ins->dst, PRINT_WITH_WIDTH);
    count = 1;
  } else if (ins->op == IR_CALL) {
    const struct ir_call *call = &printer->func->calls.data[ins->b];
    count = call->result_count;
    printer_add_operands(printer, call->first_result, count, PRINT_WITH_WIDTH);
  }
  if (count != 0) buffer_add(printer->out, " = ");
}

static void print_list(const struct printer *printer, const ir_operand *operands, int count,
                       enum print_style style) {
  for (int i = 0; i < count; i++) {
    if (i != 0) buffer_add(printer->out, ", ");
    printer_add_operand(printer, operands[i], style);
  }
}

static void print_string(const struct printer *printer, uint32_t number) {
  const char *text = printer->program->strings.data[number];
  ir_print_quoted(text, strlen(text), printer->out);
}

static void print_fields(const struct printer *printer, const struct ir_ins *ins) {
  struct buffer *out = printer->out;
  const ir_operand fields[3] = {ins->a, ins->b, ins->c};
  enum print_style style = operates_on_floats(ins->op) ? PRINT_AS_FLOAT : PRINT_PLAIN;
  bool both_const = ir_is_const(ins->a) && ir_is_const(ins->b) && style == PRINT_PLAIN;
  switch ((enum ir_format)ir_opcode_formats[ins->op]) {
  case IR_FORMAT_BINARY: print_list(printer, fields, 2, style); break;
  case IR_FORMAT_COMPARE:
    print_list(printer, fields, 2, both_const ? PRINT_WITH_WIDTH : style);
    break;
  case IR_FORMAT_CONVERT:
    printer_add_operand(printer, ins->a, style == PRINT_PLAIN ? PRINT_WITH_WIDTH : style);
    break;
  case IR_FORMAT_UNARY: printer_add_operand(printer, ins->a, style); break;
  case IR_FORMAT_SELECT:
  case IR_FORMAT_TERNARY:
  case IR_FORMAT_MEMORY: print_list(printer, fields, 3, style); break;
  case IR_FORMAT_FCLASS:
    printer_add_operand(printer, ins->a, style);
    buffer_add(out, ", 0x%x", ins->c);
    break;
  case IR_FORMAT_LOAD:
  case IR_FORMAT_STORE:
    buffer_add(out, "[");
    printer_add_operand(printer, ins->a, PRINT_PLAIN);
    buffer_add(out, "]");
    if (ins->op != IR_STORE) break;
    buffer_add(out, ", ");
    printer_add_operand(printer, ins->b, PRINT_WITH_WIDTH);
    break;
  case IR_FORMAT_ALLOCA:
    printer_add_operand(printer, ins->a, PRINT_PLAIN);
    buffer_add(out, ", align %u", ins->c);
    if (ins->b == 0) break;
    buffer_add(out, ", ");
    print_string(printer, ins->b);
    break;
  case IR_FORMAT_EFFECT:
  case IR_FORMAT_SETJMP: printer_add_operand(printer, ins->a, PRINT_PLAIN); break;
  case IR_FORMAT_GUARD:
    printer_add_operand(printer, ins->a, PRINT_PLAIN);
    buffer_add(out, ", ");
    print_string(printer, ins->dst);
    if (ins->c != 0) buffer_add(out, ", ");
    printer_add_operands(printer, ins->b, ins->c, PRINT_WITH_WIDTH);
    break;
  case IR_FORMAT_LONGJMP: print_list(printer, fields, 2, PRINT_PLAIN); break;
  case IR_FORMAT_CALL: print_call(printer, ins); break;
  case IR_FORMAT_BR: print_edge(printer, ins->a); break;
  case IR_FORMAT_CONDBR:
    printer_add_operand(printer, ins->a, PRINT_PLAIN);
    buffer_add(out, ", ");
    print_edge(printer, ins->b);
    buffer_add(out, ", ");
    print_edge(printer, ins->c);
    break;
  case IR_FORMAT_SWITCH:
  case IR_FORMAT_INDIRECTBR: print_cases(printer, ins); break;
  case IR_FORMAT_RET: printer_add_operands(printer, ins->b, ins->c, PRINT_WITH_WIDTH); break;
  case IR_FORMAT_TRAP:
    buffer_add(out, "%s ", ins->aux == IR_TRAP_ABORT ? "abort" : "unsupported");
    print_string(printer, ins->a);
    break;
  case IR_FORMAT_NULLARY:
  case IR_FORMAT_END: break;
  }
}

void printer_add_ins(const struct printer *printer, const struct ir_ins *ins) {
  print_dst(printer, ins);
  buffer_add(printer->out, "%s", ir_opcode_names[ins->op]);
  print_flags(ins, printer->out);
  size_t length = printer->out->length;
  buffer_add(printer->out, " ");
  print_fields(printer, ins);
  if (printer->out->length == length + 1) printer->out->text[--printer->out->length] = '\0';
}

void ir_print_ins(const struct ir_program *program, const struct ir_func *func,
                  const struct ir_ins *ins, struct buffer *out) {
  struct printer printer = {.program = program, .func = func, .out = out};
  printer_add_ins(&printer, ins);
}
