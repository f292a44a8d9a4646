/* Translating calls and returns: arguments are resolved to slots and constants once, so that a
   call is a loop of copies. */
#include "exec/builtin/builtin.h"
#include "exec/fast/fast.h"
#include "exec/translate/code.h"
#include "exec/translate/translate.h"
#include "ir/builder.h"

static uint32_t count_words(const struct ir_func *func, const ir_operand *operands,
                            uint32_t count) {
  uint32_t words = 0;
  for (uint32_t i = 0; i < count; i++) words += ir_word_count(ir_operand_width(func, operands[i]));
  return words;
}

static struct arg_word *list_words(struct translator *t, const ir_operand *operands, uint32_t count,
                                   uint32_t *word_count) {
  *word_count = count_words(t->func, operands, count);
  struct arg_word *words = translate_keep(t, *word_count * sizeof *words);
  uint32_t at = 0;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < ir_word_count(ir_operand_width(t->func, operands[i])); k++)
      words[at++] = translate_word(t, operands[i], k);
  return words;
}

static uint8_t *list_widths(struct translator *t, const ir_operand *operands, uint32_t count) {
  uint8_t *widths = translate_keep(t, count);
  for (uint32_t i = 0; i < count; i++) widths[i] = (uint8_t)ir_operand_width(t->func, operands[i]);
  return widths;
}

static void fill_results(struct translator *t, struct call_site *site, const struct ir_call *call) {
  const uint32_t *regs = translate_operands(t, call->first_result, call->result_count);
  site->result_count = call->result_count;
  site->result_widths = list_widths(t, regs, call->result_count);
  site->result_word_count = count_words(t->func, regs, call->result_count);
  uint32_t *slots = translate_keep(t, site->result_word_count * sizeof *slots);
  uint32_t at = 0;
  for (uint32_t i = 0; i < call->result_count; i++)
    for (uint32_t k = 0; k < ir_word_count(ir_operand_width(t->func, regs[i])); k++)
      slots[at++] = regs[i] + k;
  site->results = slots;
}

static void fill_varargs(struct translator *t, struct call_site *site, const struct ir_call *call) {
  struct vararg_word *varargs = translate_keep(t, call->vararg_count * sizeof *varargs);
  for (uint32_t i = 0; i < call->vararg_count; i++) {
    const struct ir_vararg *vararg = &t->func->varargs.data[call->first_vararg + i];
    bool is_wide = ir_operand_width(t->func, vararg->operand) > 64;
    varargs[i].low = translate_word(t, vararg->operand, 0);
    varargs[i].high =
        is_wide ? translate_word(t, vararg->operand, 1) : (struct arg_word){.from = UINT32_MAX};
    varargs[i].offset = vararg->offset;
    varargs[i].size = vararg->size;
    varargs[i].is_by_value = vararg->by_value;
  }
  site->vararg_count = call->vararg_count;
  site->vararg_size = call->vararg_size;
  site->vararg_name = ir_intern_string(t->machine->program, "variable arguments");
  site->vararg_general = call->vararg_general;
  site->vararg_vector = call->vararg_vector;
  site->varargs = varargs;
}

/* Whether the call passes exactly what the function takes. */
static bool fits(const struct call_site *site, const struct ir_func *callee) {
  if (site->arg_count != callee->param_widths.count) return false;
  if (site->vararg_count != 0 && !callee->is_variadic) return false;
  for (uint32_t i = 0; i < site->arg_count; i++)
    if (site->arg_widths[i] != callee->param_widths.data[i]) return false;
  if (site->result_count > callee->result_widths.count) return false;
  for (uint32_t i = 0; i < site->result_count; i++)
    if (site->result_widths[i] != callee->result_widths.data[i]) return false;
  return true;
}

static op_handler *handler_of(struct translator *t, struct call_site *site) {
  if (site->callee == UINT32_MAX) return fast_call_indirect;
  const struct ir_func *callee = t->machine->program->funcs.data[site->callee];
  if (callee->has_body) return fits(site, callee) ? fast_call : fast_call_indirect;
  site->builtin = t->machine->builtins[site->callee];
  if (site->builtin == NULL) return fast_call_undefined;
  bool is_refused = site->builtin->is_internal && !site->is_trusted;
  return is_refused || site->arg_word_count < site->builtin->arg_count ? fast_call_indirect
                                                                       : fast_call_builtin;
}

void translate_call(struct translator *t, const struct ir_ins *ins) {
  const struct ir_call *call = &t->func->calls.data[ins->b];
  struct call_site *site = translate_keep(t, sizeof *site);
  const ir_operand *args = translate_operands(t, call->first_arg, call->arg_count);
  site->loc = ins->loc;
  site->func = t->func->number;
  site->number = ins->b;
  site->is_trusted = t->func->is_trusted;
  site->callee = UINT32_MAX;
  if (ir_is_const(ins->a)) {
    const struct ir_const *callee = &t->func->consts.data[ins->a & ~IR_CONST];
    if (callee->kind == IR_CONST_FUNC && callee->value == 0) site->callee = callee->ref;
  }
  site->address = translate_word(t, ins->a, 0);
  site->args = list_words(t, args, call->arg_count, &site->arg_word_count);
  site->arg_count = call->arg_count;
  site->arg_widths = list_widths(t, args, call->arg_count);
  fill_results(t, site, call);
  fill_varargs(t, site, call);
  translate_emit(t, (struct op){.run = handler_of(t, site), .data = site});
}

void translate_return(struct translator *t, const struct ir_ins *ins, uint32_t count) {
  const ir_operand *operands = translate_operands(t, ins->b, ins->c);
  bool arrives = t->machine->places & REDUCER_RETURN;
  if (t->machine->exploration->is_traced) translate_emit(t, (struct op){.run = fast_record_leave});
  if (ins->c == 0) {
    op_handler *run = arrives ? fast_arriving_return_void : fast_return_void;
    translate_emit(t, (struct op){.run = run, .b = count});
    return;
  }
  if (ins->c == 1 && ir_operand_width(t->func, operands[0]) <= 64) {
    op_handler *run = arrives ? fast_arriving_return_value : fast_return_value;
    translate_emit(t, (struct op){.run = run, .a = translate_slot(t, operands[0]), .b = count});
    return;
  }
  uint32_t word_count;
  struct arg_word *words = list_words(t, operands, ins->c, &word_count);
  struct return_site *site = translate_keep(t, sizeof *site + word_count * sizeof site->words[0]);
  site->word_count = word_count;
  for (uint32_t i = 0; i < word_count; i++) site->words[i] = words[i];
  op_handler *run = arrives ? fast_arriving_return : fast_return;
  translate_emit(t, (struct op){.run = run, .b = count, .data = site});
}
