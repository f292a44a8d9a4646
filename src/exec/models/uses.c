/* Following the result of a call through the registers of its caller.

   A length or place that is only compared turns many forks into one; one that becomes an address
   or a size, or is stored in memory, makes everything after it symbolic. Only registers are
   followed: a value that is stored, returned or passed to another function counts as used. */
#include "exec/models/uses.h"

#include "exec/models/models.h"
#include "ir/def_use.h"
#include "ir/operands.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

struct search {
  const struct ir_program *program;
  const struct ir_func *func;
  struct def_use def_use;
  bool *seen; /* per register */
  VEC(uint32_t) open;
};

static void follow(struct search *search, uint32_t reg) {
  if (search->seen[reg]) return;
  search->seen[reg] = true;
  vec_push(&search->open, reg);
}

/* Intrinsics only read values. */
static bool is_intrinsic(const struct ir_func *func) {
  return !func->has_body &&
         (strncmp(func->name, "klee_", 5) == 0 || strncmp(func->name, "__VERIFIER_", 11) == 0);
}

static bool is_comparing_call(const struct search *search, const struct ir_ins *ins) {
  if (!ir_is_const(ins->a)) return false;
  const struct ir_const *callee = &search->func->consts.data[ins->a & ~IR_CONST];
  if (callee->kind != IR_CONST_FUNC || callee->value != 0) return false;
  const struct ir_func *func = search->program->funcs.data[callee->ref];
  if (is_intrinsic(func)) return true;
  return func->is_library && !func->is_local && models_is_order(models_find(func->name));
}

static void follow_edge(struct search *search, uint32_t number, uint32_t reg) {
  const struct ir_func *func = search->func;
  const struct ir_edge *edge = &func->edges.data[number];
  const struct ir_block *target = &func->blocks.data[edge->target];
  for (uint32_t i = 0; i < target->param_count; i++)
    if (func->operands.data[edge->first_arg + i] == reg)
      follow(search, func->operands.data[target->first_param + i]);
}

/* False: it is used for something other than a test. */
static bool follow_use(struct search *search, const struct use_site *use, uint32_t reg) {
  const struct ir_ins *ins = &search->func->ins.data[use->ins];
  if (use->edge != IR_NONE) {
    follow_edge(search, use->edge, reg);
    return true;
  }
  if (ins->op >= IR_EQ && ins->op <= IR_SMULO) return true;
  if (ins->op == IR_CONDBR || ins->op == IR_SWITCH) return true;
  if (ins->op == IR_CALL) return is_comparing_call(search, ins);
  bool is_computing = ins->op <= IR_ASHR || (ins->op >= IR_TRUNC && ins->op <= IR_SEXT) ||
                      ins->op == IR_MOV || ins->op == IR_SELECT;
  if (is_computing) follow(search, ins->dst);
  return is_computing;
}

static bool is_tested(struct search *search) {
  while (search->open.count > 0) {
    uint32_t reg = vec_pop(&search->open);
    for (uint32_t i = search->def_use.first_use[reg]; i < search->def_use.first_use[reg + 1]; i++)
      if (!follow_use(search, &search->def_use.uses[i], reg)) return false;
  }
  return true;
}

bool uses_are_tests(const struct ir_program *program, const struct ir_func *func, uint32_t call) {
  struct search search = {.program = program, .func = func, .def_use = def_use_build(func)};
  search.seen = alloc_zeroed(func->reg_widths.count * sizeof *search.seen);
  const struct ir_call *site = &func->calls.data[call];
  for (uint32_t i = 0; i < site->result_count; i++)
    follow(&search, func->operands.data[site->first_result + i]);
  bool is_test = is_tested(&search);
  free(search.seen);
  vec_free(&search.open);
  def_use_free(&search.def_use);
  return is_test;
}
