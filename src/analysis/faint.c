/* Finding faint registers: the greatest solution, so all are faint until a use is found.
   Instructions that neither fail nor change anything use their operands if their result is used;
   edges do if the parameter of the block is, calls if the parameter of the callee is, and returns
   if a result of a call is. Everything else uses what it reads, except calls of functions that
   ignore it.

   Functions whose address is taken may be called from anywhere: their results are used. So are
   those of functions that nobody calls, where runs start.

   requires: a verified program.
   ensures:  see faint.h. Accesses to memory may fail depending on the address, never on what is
             there, so a load does not use what it loads. */
#include "analysis/faint.h"

#include "ir/call_graph.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "util/alloc.h"

#include <stdlib.h>

struct faint {
  const struct ir_program *program;
  faint_width *width;
  void *context;
  bool **is_used;     /* per function and register */
  bool **uses_result; /* per function and result */
  bool is_changed;
};

static void use(struct faint *faint, uint32_t func, ir_operand operand) {
  if (operand == IR_NONE || ir_is_const(operand) || faint->is_used[func][operand]) return;
  faint->is_used[func][operand] = true;
  faint->is_changed = true;
}

/* Operations that cannot fail, and have no effect but their result. */
static bool is_pure(enum ir_opcode op) {
  switch (op) {
  case IR_ADD:
  case IR_SUB:
  case IR_MUL:
  case IR_AND:
  case IR_OR:
  case IR_XOR:
  case IR_SHL:
  case IR_LSHR:
  case IR_ASHR:
  case IR_EQ:
  case IR_NE:
  case IR_ULT:
  case IR_ULE:
  case IR_SLT:
  case IR_SLE:
  case IR_TRUNC:
  case IR_ZEXT:
  case IR_SEXT:
  case IR_MOV:
  case IR_BSWAP:
  case IR_SELECT: return true;
  default: return false;
  }
}

static void use_all(struct faint *faint, const struct ir_func *func, const struct ir_ins *ins,
                    struct ir_operand_list *list) {
  list->count = 0;
  ir_list_uses(func, ins, list);
  for (size_t i = 0; i < list->count; i++) use(faint, func->number, list->data[i]);
}

/* ---- calls ---- */

static void use_results(struct faint *faint, const struct ir_func *func, const struct ir_call *call,
                        const struct ir_func *callee) {
  for (uint32_t i = 0; i < call->result_count && i < callee->result_widths.count; i++) {
    uint32_t reg = func->operands.data[call->first_result + i];
    if (!faint->is_used[func->number][reg] || faint->uses_result[callee->number][i]) continue;
    faint->uses_result[callee->number][i] = true;
    faint->is_changed = true;
  }
}

/* Arguments of at least that width matter. */
static void use_wide(struct faint *faint, const struct ir_func *func, ir_operand operand,
                     unsigned least) {
  if (!ir_is_const(operand) && func->reg_widths.data[operand] >= least)
    use(faint, func->number, operand);
}

/* False if all arguments matter. Structures among the variable ones are copied, and one that is
   returned is written. */
static bool is_ignored(struct faint *faint, const struct ir_func *func, const struct ir_call *call,
                       const struct ir_func *callee) {
  unsigned least = faint->width(callee, faint->context);
  if (least == 0) return false;
  for (uint32_t i = 0; i < call->arg_count; i++)
    use_wide(faint, func, func->operands.data[call->first_arg + i],
             i + 1 == call->struct_result ? 0 : least);
  for (uint32_t i = 0; i < call->vararg_count; i++) {
    const struct ir_vararg *vararg = &func->varargs.data[call->first_vararg + i];
    use_wide(faint, func, vararg->operand, vararg->by_value ? 0 : least);
  }
  return true;
}

static void use_each_result(struct faint *faint, const struct ir_func *callee) {
  for (uint32_t i = 0; i < callee->result_widths.count; i++) {
    faint->is_changed |= !faint->uses_result[callee->number][i];
    faint->uses_result[callee->number][i] = true;
  }
}

static void look_at_call(struct faint *faint, const struct ir_func *func, const struct ir_ins *ins,
                         struct ir_operand_list *list) {
  const struct ir_call *call = &func->calls.data[ins->b];
  uint32_t number = call_graph_direct_callee(func, ins);
  const struct ir_func *callee = number != GRAPH_NONE ? faint->program->funcs.data[number] : NULL;
  bool is_plain = callee != NULL && call_graph_accepts(callee, func, call);
  if (is_plain && !callee->has_body && is_ignored(faint, func, call, callee)) return;
  if (!is_plain || !callee->has_body || callee->is_variadic) {
    use_all(faint, func, ins, list);
    if (callee != NULL && callee->has_body) use_each_result(faint, callee);
    return;
  }
  for (uint32_t i = 0; i < call->arg_count; i++)
    if (i >= callee->params.count || faint->is_used[number][callee->params.data[i]])
      use(faint, func->number, func->operands.data[call->first_arg + i]);
  use_results(faint, func, call, callee);
}

/* ---- the rest ---- */

static void look_at_edge(struct faint *faint, const struct ir_func *func, uint32_t edge,
                         struct ir_operand_list *list) {
  const struct ir_block *target = &func->blocks.data[func->edges.data[edge].target];
  list->count = 0;
  ir_list_edge_args(func, edge, list);
  for (size_t i = 0; i < list->count; i++)
    if (faint->is_used[func->number][func->operands.data[target->first_param + i]])
      use(faint, func->number, list->data[i]);
}

static void look_at_return(struct faint *faint, const struct ir_func *func,
                           const struct ir_ins *ins) {
  for (uint32_t i = 0; i < ins->c; i++)
    if (i >= func->result_widths.count || faint->uses_result[func->number][i])
      use(faint, func->number, func->operands.data[ins->b + i]);
}

static void look_at(struct faint *faint, const struct ir_func *func, const struct ir_ins *ins,
                    struct ir_operand_list *list) {
  if (ins->op == IR_CALL)
    look_at_call(faint, func, ins, list);
  else if (ins->op == IR_RET)
    look_at_return(faint, func, ins);
  else if (!is_pure(ins->op) || faint->is_used[func->number][ins->dst])
    use_all(faint, func, ins, list);
  for (uint32_t i = 0; i < ir_successor_count(ins); i++)
    look_at_edge(faint, func, ir_successor_edge(func, ins, i), list);
}

static void solve(struct faint *faint) {
  struct ir_operand_list list = {0};
  for (faint->is_changed = true; faint->is_changed;) {
    faint->is_changed = false;
    for (size_t f = 0; f < faint->program->funcs.count; f++) {
      const struct ir_func *func = faint->program->funcs.data[f];
      for (size_t i = func->has_body ? func->ins.count : 0; i-- > 0;)
        look_at(faint, func, &func->ins.data[i], &list);
    }
  }
  vec_free(&list);
}

struct faint *faint_new(const struct ir_program *program, faint_width *width, void *context) {
  struct faint *faint = alloc_zeroed(sizeof *faint);
  struct call_graph graph = call_graph_build(program);
  faint->program = program;
  faint->width = width;
  faint->context = context;
  faint->is_used = alloc_zeroed((program->funcs.count + 1) * sizeof *faint->is_used);
  faint->uses_result = alloc_zeroed((program->funcs.count + 1) * sizeof *faint->uses_result);
  for (uint32_t f = 0; f < program->funcs.count; f++) {
    const struct ir_func *func = program->funcs.data[f];
    bool is_open =
        graph.is_address_taken[f] || graph.callers.start[f] == graph.callers.start[f + 1];
    faint->is_used[f] = alloc_zeroed(func->reg_widths.count + 1);
    faint->uses_result[f] = alloc_zeroed(func->result_widths.count + 1);
    for (size_t i = 0; i < func->result_widths.count; i++) faint->uses_result[f][i] = is_open;
  }
  call_graph_free(&graph);
  solve(faint);
  return faint;
}

void faint_free(struct faint *faint) {
  if (faint == NULL) return;
  for (size_t f = 0; f < faint->program->funcs.count; f++) {
    free(faint->is_used[f]);
    free(faint->uses_result[f]);
  }
  free(faint->is_used);
  free(faint->uses_result);
  free(faint);
}

bool faint_is(const struct faint *faint, uint32_t func, uint32_t reg) {
  return !faint->is_used[func][reg];
}
