/* Instances: which calls get a copy of the callee to themselves.

   Analysed once for all its calls, a function mixes what its callers hand to it and gives it back
   to all of them. That is ruinous where functions hand through what they get: allocation by way of
   xmalloc (one object for the whole heap), searches in strings, and system calls, which all pass
   one function that calls handlers by number. So these are cloned, per call: functions that hand
   out new objects, functions that dispatch, and any that are small; clones in clones up to a depth,
   which is the context of the objects they make (heap cloning). Clones know which arguments are
   constants. Recursive functions are not cloned. There is room for so many instructions in clones;
   when it is used up, calls share the common instance.

   Nystrom, Kim and Hwu (Importance of heap specialization in pointer analysis, PASTE 2004) found
   the depth of cloning of the heap to matter most. */
#include "analysis/points_to_state.h"

#include "analysis/func_shape.h"
#include "ir/builder.h"
#include "ir/ir.h"
#include "ir/operands.h"

enum { SMALL = 40, MEDIUM = 300, MAX_DEPTH = 6, MAX_SMALL_DEPTH = 2, MAX_MAKER_DEPTH = 3 };

static uint32_t add_instance(struct points_to *points, uint32_t func_number) {
  const struct ir_func *func = points->program->funcs.data[func_number];
  struct instance instance = {.func = func_number, .caller = NODE_NONE, .varargs = ABSTRACT_NONE};
  instance.first_node = (uint32_t)points->nodes.count;
  for (size_t i = 0; i < func->reg_widths.count; i++) points_to_new_node(points);
  instance.first_result = (uint32_t)points->nodes.count;
  for (size_t i = 0; i < func->result_widths.count; i++) points_to_new_node(points);
  uint32_t number = (uint32_t)points->instances.count;
  if (func->is_variadic) {
    struct abstract_object area = {
        .kind = ABSTRACT_VARARGS, .number = number, .size = ABSTRACT_UNKNOWN_SIZE};
    instance.varargs = abstracts_add_object(&points->abstracts, area);
    points_to_add_object(points, instance.varargs);
  }
  vec_push(&points->instances, instance);
  return number;
}

uint32_t points_to_common_instance(struct points_to *points, uint32_t func) {
  if (points->common[func] == NODE_NONE) {
    uint32_t number = add_instance(points, func);
    points->common[func] = number;
  }
  return points->common[func];
}

static bool is_worth_cloning(struct points_to *points, const struct instance *caller,
                             const struct ir_func *func) {
  bool is_inside = func->is_library && points->program->funcs.data[caller->func]->is_library;
  const struct func_shape *shape = &points->shapes[func->number];
  size_t size = func->ins.count;
  if (shape->is_recursive || caller->depth >= MAX_DEPTH || size > points->clone_room) return false;
  if (shape->dispatches || shape->forwards) return true;
  if (shape->makes_objects && size <= MEDIUM) return !is_inside && caller->depth < MAX_MAKER_DEPTH;
  return size <= SMALL && caller->depth < MAX_SMALL_DEPTH;
}

/* The arguments that are numbers, and what follows from them. */
static void bind_numbers(struct points_to *points, struct instance *clone, uint32_t caller,
                         const struct ir_call *call) {
  const struct ir_func *func = points->program->funcs.data[clone->func];
  const struct ir_func *from = points->program->funcs.data[points->instances.data[caller].func];
  uint64_t value;
  for (uint32_t i = 0; i < call->arg_count && i < func->params.count; i++) {
    ir_operand argument = from->operands.data[call->first_arg + i];
    uint32_t param = func->params.data[i];
    if (ir_operand_width(from, argument) != func->reg_widths.data[param]) continue;
    if (!points_to_operand_value(points, caller, argument, &value)) continue;
    if (clone->values == NULL) {
      clone->values = alloc_zeroed((func->reg_widths.count + 1) * sizeof *clone->values);
      clone->is_number = alloc_zeroed(func->reg_widths.count + 1);
    }
    clone->is_number[param] = true;
    clone->values[param] = value;
  }
  if (clone->values != NULL) instance_find_values(func, clone);
}

uint32_t points_to_instance_for(struct points_to *points, uint32_t caller, uint32_t ins,
                                uint32_t func) {
  const struct ir_func *callee = points->program->funcs.data[func];
  if (!is_worth_cloning(points, &points->instances.data[caller], callee))
    return points_to_common_instance(points, func);
  points->clone_room -= callee->ins.count;
  uint32_t number = add_instance(points, func);
  struct instance *clone = &points->instances.data[number];
  const struct instance *from = &points->instances.data[caller];
  const struct ir_func *caller_func = points->program->funcs.data[from->func];
  clone->caller = caller;
  clone->call_ins = ins;
  clone->depth = from->depth + 1;
  bind_numbers(points, clone, caller, &caller_func->calls.data[caller_func->ins.data[ins].b]);
  return number;
}
