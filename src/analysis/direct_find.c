/* Which variables are direct. A candidate is a global, or a variable of fixed size that the first
   block of a function makes. It is not direct if its address, or one computed from it, is stored,
   returned, compared with something other than 0, passed on to another block or to a function with
   a body or a builtin, or used in any other way than to load, to store, or to copy and fill blocks.

   Functions that nobody defines may have the address: what the engine assumes of them is that they
   read nothing, keep nothing, and return no address of the program's (exec/builtin/unknown.h). */
#include "analysis/builtin_effects.h"
#include "analysis/direct_state.h"
#include "ir/operands.h"

#include <stdlib.h>
#include <string.h>

/* Candidates while looking: globals by their numbers, then the locals of the function. */
struct finder {
  struct direct_cells *cells;
  bool *escapes; /* per global */
  const struct ir_func *func;
  struct direct_func *direct;
  bool *local_escapes;
};

static uint32_t origin_of(const struct finder *f, ir_operand operand) {
  if (operand == IR_NONE) return GRAPH_NONE;
  if (!ir_is_const(operand)) return f->direct->origins[operand];
  const struct ir_const *entry = &f->func->consts.data[operand & ~IR_CONST];
  return entry->kind == IR_CONST_GLOBAL ? entry->ref : GRAPH_NONE;
}

static void escape(const struct finder *f, uint32_t origin) {
  uint32_t globals = (uint32_t)f->cells->program->globals.count;
  if (origin == GRAPH_NONE) return;
  if (origin < globals)
    f->escapes[origin] = true;
  else
    f->local_escapes[origin - globals] = true;
}

static void add_local(const struct finder *f, const struct ir_ins *ins, uint32_t number) {
  uint64_t size;
  if (!ir_const_value(f->func, ins->a, &size) || size == 0) return;
  f->direct->origins[ins->dst] =
      (uint32_t)(f->cells->program->globals.count + f->direct->locals.count);
  vec_push(&f->direct->locals, ((struct direct_local){ins->dst, number, size}));
}

/* Registers are assigned once, but blocks are in any order. */
static void find_origins(const struct finder *f) {
  const struct ir_block *first = &f->func->blocks.data[0];
  for (uint32_t i = first->first; i < first->first + first->count; i++)
    if (f->func->ins.data[i].op == IR_ALLOCA) add_local(f, &f->func->ins.data[i], i);
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (uint32_t i = 0; i < f->func->ins.count; i++) {
      const struct ir_ins *ins = &f->func->ins.data[i];
      if (ins->op != IR_ADD || !(ins->aux & IR_ADDRESS)) continue;
      uint32_t origin = origin_of(f, ins->a);
      if (origin == GRAPH_NONE || f->direct->origins[ins->dst] == origin) continue;
      f->direct->origins[ins->dst] = origin;
      is_changed = true;
    }
  }
}

static bool is_null(const struct finder *f, ir_operand operand) {
  uint64_t value;
  return ir_const_value(f->func, operand, &value) && value == 0;
}

static bool is_undefined(const struct finder *f, const struct ir_ins *ins) {
  uint32_t callee = call_graph_direct_callee(f->func, ins);
  if (callee == GRAPH_NONE) return false;
  const struct ir_func *func = f->cells->program->funcs.data[callee];
  return !func->has_body && builtin_effect_find(func->name) == NULL;
}

/* Uses that leave a variable direct; `which` counts the operands a, b, c. */
static bool is_direct_use(const struct finder *f, const struct ir_ins *ins, unsigned which) {
  switch (ins->op) {
  case IR_LOAD:
  case IR_STORE:
  case IR_MEMSET: return which == 0;
  case IR_MEMCPY:
  case IR_MEMMOVE: return which < 2;
  case IR_ADD: return which == 0 && (ins->aux & IR_ADDRESS);
  case IR_EQ:
  case IR_NE: return is_null(f, which == 0 ? ins->b : ins->a);
  default: return false;
  }
}

static void look_at_list(const struct finder *f, const struct ir_operand_list *list) {
  for (size_t i = 0; i < list->count; i++) escape(f, origin_of(f, list->data[i]));
}

static void look_at(const struct finder *f, const struct ir_ins *ins,
                    struct ir_operand_list *list) {
  list->count = 0;
  if (ins->op == IR_CALL && is_undefined(f, ins)) {
    const struct ir_call *call = &f->func->calls.data[ins->b];
    for (uint32_t i = 0; i < call->vararg_count; i++) /* by value: they are read */
      escape(f, origin_of(f, f->func->varargs.data[call->first_vararg + i].operand));
    return;
  }
  ir_list_uses(f->func, ins, list);
  for (size_t i = 0; i < list->count; i++) {
    uint32_t origin = origin_of(f, list->data[i]);
    unsigned which = list->data[i] == ins->a ? 0 : list->data[i] == ins->b ? 1 : 2;
    bool is_twice = ins->a == ins->b && ins->op == IR_STORE;
    if (origin != GRAPH_NONE && (is_twice || !is_direct_use(f, ins, which))) escape(f, origin);
  }
}

static void look_at_func(struct finder *f) {
  struct ir_operand_list list = {0};
  size_t count = f->func->reg_widths.count + 1;
  f->direct->origins = alloc_bytes(count * sizeof *f->direct->origins);
  memset(f->direct->origins, 0xff, count * sizeof *f->direct->origins);
  find_origins(f);
  f->local_escapes = alloc_zeroed(f->direct->locals.count + 1);
  for (uint32_t i = 0; i < f->func->ins.count; i++) look_at(f, &f->func->ins.data[i], &list);
  for (uint32_t i = 0; i < f->func->edges.count; i++) {
    list.count = 0;
    ir_list_edge_args(f->func, i, &list);
    look_at_list(f, &list);
  }
  for (uint32_t reg = 0; reg + 1 < count; reg++) { /* number the locals that are left */
    uint32_t origin = f->direct->origins[reg], globals = (uint32_t)f->cells->program->globals.count;
    if (origin == GRAPH_NONE || origin < globals) continue;
    if (f->local_escapes[origin - globals]) f->direct->origins[reg] = GRAPH_NONE;
  }
  for (size_t i = 0; i < f->direct->locals.count; i++)
    if (f->local_escapes[i]) f->direct->locals.data[i].size = 0;
  free(f->local_escapes);
  vec_free(&list);
}

void direct_find(struct direct_cells *cells) {
  const struct ir_program *program = cells->program;
  struct finder f = {.cells = cells, .escapes = alloc_zeroed(program->globals.count + 1)};
  for (size_t i = 0; i < program->funcs.count; i++) {
    f.func = program->funcs.data[i];
    f.direct = &cells->funcs[i];
    if (f.func->has_body) look_at_func(&f);
  }
  for (size_t i = 0; i < program->globals.count; i++)
    for (size_t k = 0; k < program->globals.data[i]->relocs.count; k++) {
      const struct ir_const *target = &program->globals.data[i]->relocs.data[k].target;
      if (target->kind == IR_CONST_GLOBAL) f.escapes[target->ref] = true;
    }
  cells->cell_of = alloc_bytes((program->globals.count + 1) * sizeof *cells->cell_of);
  for (uint32_t i = 0; i < program->globals.count; i++) {
    const struct ir_global *global = program->globals.data[i];
    bool is_engines = strncmp(global->name, "__smew_", 7) == 0; /* builtins look at it */
    bool is_direct = !f.escapes[i] && !global->is_constant && global->size != 0 && !is_engines;
    cells->cell_of[i] = is_direct ? (uint32_t)cells->globals.count : GRAPH_NONE;
    if (is_direct) vec_push(&cells->globals, i);
  }
  free(f.escapes);
}

uint32_t direct_cell(const struct direct_cells *cells, const struct ir_func *func,
                     ir_operand operand, bool *is_start) {
  const struct direct_func *direct = &cells->funcs[func->number];
  uint32_t globals = (uint32_t)cells->program->globals.count, origin;
  if (operand == IR_NONE) return GRAPH_NONE;
  if (ir_is_const(operand)) {
    const struct ir_const *entry = &func->consts.data[operand & ~IR_CONST];
    if (entry->kind != IR_CONST_GLOBAL) return GRAPH_NONE;
    *is_start = entry->value == 0;
    return cells->cell_of[entry->ref];
  }
  origin = direct->origins[operand];
  *is_start = false;
  if (origin == GRAPH_NONE) return GRAPH_NONE;
  if (origin < globals) return cells->cell_of[origin];
  *is_start = direct->locals.data[origin - globals].reg == operand;
  return (uint32_t)cells->globals.count + origin - globals;
}

uint64_t direct_size(const struct direct_cells *cells, const struct ir_func *func, uint32_t cell) {
  uint32_t globals = (uint32_t)cells->globals.count;
  if (cell < globals) return cells->program->globals.data[cells->globals.data[cell]]->size;
  return cells->funcs[func->number].locals.data[cell - globals].size;
}
