/* The call graph. A call through a pointer may reach every function whose address is taken and that
   accepts the call: the number of arguments, counting variable ones where the caller knew no
   prototype, and the widths of what goes in and out. The interpreter checks at least as much before
   a call.

   requires: a verified program.
   ensures:  every call that can happen has an arc, except those that the interpreter
             itself makes at the start and the end of a program. A function's address
             is taken if it occurs in the initialiser of a global, or in an
             instruction other than as the function being called. */
#include "ir/call_graph.h"

#include "ir/builder.h"
#include "ir/operands.h"

#include <stdlib.h>

struct walk {
  const struct ir_program *program;
  struct call_graph *graph;
  VEC(struct graph_arc) arcs;
  uint32_t *last_caller; /* of a callee: caller + 1 of its last arc, to list it once */
};

uint32_t call_graph_direct_callee(const struct ir_func *func, const struct ir_ins *call) {
  if (!ir_is_const(call->a)) return GRAPH_NONE;
  const struct ir_const *callee = &func->consts.data[call->a & ~IR_CONST];
  return callee->kind == IR_CONST_FUNC && callee->value == 0 ? callee->ref : GRAPH_NONE;
}

static bool widths_fit(const struct ir_func *callee, const struct ir_func *caller,
                       const struct ir_call *call) {
  for (uint32_t i = 0; i < call->arg_count && i < callee->param_widths.count; i++)
    if (ir_operand_width(caller, caller->operands.data[call->first_arg + i]) !=
        callee->param_widths.data[i])
      return false;
  for (uint32_t i = 0; i < call->result_count; i++)
    if (i >= callee->result_widths.count ||
        ir_operand_width(caller, caller->operands.data[call->first_result + i]) !=
            callee->result_widths.data[i])
      return false;
  return true;
}

bool call_graph_accepts(const struct ir_func *callee, const struct ir_func *caller,
                        const struct ir_call *call) {
  size_t wanted = callee->param_widths.count;
  size_t fixed = call->arg_count, all = fixed + call->vararg_count;
  bool count_fits = callee->is_variadic ? all >= wanted : fixed == wanted || all == wanted;
  return count_fits && (!callee->has_body || widths_fit(callee, caller, call));
}

static void take_address(struct call_graph *graph, const struct ir_const *constant) {
  if (constant->kind == IR_CONST_FUNC) graph->is_address_taken[constant->ref] = true;
}

static void find_taken_in_func(struct call_graph *graph, const struct ir_func *func,
                               struct ir_operand_list *list) {
  for (size_t i = 0; i < func->ins.count; i++) {
    const struct ir_ins *ins = &func->ins.data[i];
    bool is_direct = ins->op == IR_CALL && call_graph_direct_callee(func, ins) != GRAPH_NONE;
    vec_clear(list);
    ir_list_uses(func, ins, list);
    for (uint32_t j = 0; j < ir_successor_count(ins); j++)
      ir_list_edge_args(func, ir_successor_edge(func, ins, j), list);
    /* The callee is the first use of a call. */
    for (size_t j = is_direct ? 1 : 0; j < list->count; j++)
      if (ir_is_const(list->data[j]))
        take_address(graph, &func->consts.data[list->data[j] & ~IR_CONST]);
  }
}

static void find_taken(const struct ir_program *program, struct call_graph *graph) {
  struct ir_operand_list list = {0};
  for (size_t i = 0; i < program->globals.count; i++) {
    const struct ir_global *global = program->globals.data[i];
    for (size_t j = 0; j < global->relocs.count; j++)
      take_address(graph, &global->relocs.data[j].target);
  }
  for (size_t i = 0; i < program->funcs.count; i++)
    find_taken_in_func(graph, program->funcs.data[i], &list);
  for (uint32_t i = 0; i < program->funcs.count; i++)
    if (graph->is_address_taken[i]) graph->address_taken[graph->address_taken_count++] = i;
  vec_free(&list);
}

static void add_arc(struct walk *walk, uint32_t caller, uint32_t callee, uint32_t ins) {
  if (walk->last_caller[callee] == caller + 1) return;
  walk->last_caller[callee] = caller + 1;
  struct graph_arc arc = {caller, callee, ins};
  vec_push(&walk->arcs, arc);
}

static void walk_call(struct walk *walk, const struct ir_func *func, uint32_t number) {
  const struct ir_ins *ins = &func->ins.data[number];
  uint32_t callee = call_graph_direct_callee(func, ins);
  if (callee != GRAPH_NONE) {
    add_arc(walk, func->number, callee, number);
    return;
  }
  walk->graph->has_indirect_call[func->number] = true;
  for (uint32_t i = 0; i < walk->graph->address_taken_count; i++) {
    callee = walk->graph->address_taken[i];
    if (call_graph_accepts(walk->program->funcs.data[callee], func, &func->calls.data[ins->b]))
      add_arc(walk, func->number, callee, number);
  }
}

struct call_graph call_graph_build(const struct ir_program *program) {
  size_t count = program->funcs.count;
  struct call_graph graph = {.is_address_taken = alloc_zeroed(count),
                             .has_indirect_call = alloc_zeroed(count),
                             .address_taken = alloc_bytes(count * sizeof(uint32_t))};
  struct walk walk = {
      .program = program, .graph = &graph, .last_caller = alloc_zeroed(count * sizeof(uint32_t))};
  find_taken(program, &graph);
  for (size_t i = 0; i < count; i++) {
    const struct ir_func *func = program->funcs.data[i];
    for (uint32_t j = 0; j < func->ins.count; j++)
      if (func->ins.data[j].op == IR_CALL) walk_call(&walk, func, j);
  }
  graph.callees = graph_build((uint32_t)count, walk.arcs.data, walk.arcs.count);
  graph.callers = graph_reverse(&graph.callees);
  graph.components = graph_find_components(&graph.callees, NULL);
  vec_free(&walk.arcs);
  free(walk.last_caller);
  return graph;
}

void call_graph_free(struct call_graph *graph) {
  graph_free(&graph->callees);
  graph_free(&graph->callers);
  graph_components_free(&graph->components);
  free(graph->is_address_taken);
  free(graph->has_indirect_call);
  free(graph->address_taken);
  *graph = (struct call_graph){0};
}
