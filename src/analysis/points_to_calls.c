/* Calls: arguments and results flow between instances; builtins do what their table says; functions
   that nobody defines may do anything to what they can get hold of.

   What the unknown can get hold of is one node, `escaped`: all that is handed to it and all that
   can be reached from there. It reads that, overwrites it with any of it, and calls the functions
   among it.

   A call through a pointer goes to the functions that the pointer may point at and that a run would
   accept there (ir/call_graph.h), as soon as the analysis finds that it may. */
#include "analysis/points_to_state.h"

#include "analysis/builtin_effects.h"
#include "ir/call_graph.h"
#include "ir/ir.h"
#include "ir/operands.h"

#include <string.h>

static const struct shift no_shift = {0};

struct call_view {
  struct points_to *points;
  uint32_t instance, ins;
  const struct ir_func *func;
  const struct ir_call *call;
};

static struct call_view view_call(struct points_to *points, uint32_t instance, uint32_t ins) {
  const struct ir_func *func = points->program->funcs.data[points->instances.data[instance].func];
  return (struct call_view){points, instance, ins, func, &func->calls.data[func->ins.data[ins].b]};
}

/* Arguments in order, variable ones after the others. */
static uint32_t argument_count(const struct call_view *view) {
  return view->call->arg_count + view->call->vararg_count;
}
static ir_operand argument(const struct call_view *view, uint32_t index) {
  const struct ir_call *call = view->call;
  if (index < call->arg_count) return view->func->operands.data[call->first_arg + index];
  return view->func->varargs.data[call->first_vararg + index - call->arg_count].operand;
}
static uint32_t argument_node(const struct call_view *view, uint32_t index) {
  if (index >= argument_count(view)) return NODE_NONE;
  return points_to_operand_node(view->points, view->instance, argument(view, index));
}
static uint32_t result_node(const struct call_view *view, uint32_t index) {
  if (index >= view->call->result_count) return NODE_NONE;
  return points_to_operand_node(view->points, view->instance,
                                view->func->operands.data[view->call->first_result + index]);
}

/* Functions with a body. */

static void pass_varargs(const struct call_view *view, uint32_t area) {
  struct points_to *points = view->points;
  for (uint32_t i = 0; i < view->call->vararg_count; i++) {
    const struct ir_vararg *vararg = &view->func->varargs.data[view->call->first_vararg + i];
    uint32_t from = points_to_operand_node(points, view->instance, vararg->operand);
    if (from == NODE_NONE) continue;
    uint32_t location = abstracts_locate(
        &points->abstracts, (struct location){.object = area, .offset = vararg->offset});
    if (!vararg->by_value) {
      points_to_store(points, location, vararg->size, from);
      continue;
    }
    uint32_t to = points_to_new_node(points);
    points_to_add_location(points, to, location);
    points_to_add_copy(points, to, from, vararg->size);
  }
}

static void enter(const struct call_view *view, uint32_t callee) {
  struct points_to *points = view->points;
  struct instance *caller = &points->instances.data[view->instance];
  for (size_t i = 0; i < caller->calls.count; i++)
    if (caller->calls.data[i].ins == view->ins && caller->calls.data[i].callee == callee) return;
  vec_push(&caller->calls, ((struct points_to_arc){view->ins, callee}));
  const struct instance *to = &points->instances.data[callee];
  const struct ir_func *func = points->program->funcs.data[to->func];
  /* A clone has one call: its parameters are the arguments, its results the call's. */
  bool is_clone = to->caller != NODE_NONE;
  for (uint32_t i = 0; i < func->params.count && i < argument_count(view); i++) {
    uint32_t param = points_to_operand_node(points, callee, func->params.data[i]);
    if (!is_clone || !points_to_become(points, param, argument_node(view, i)))
      points_to_add_edge(points, argument_node(view, i), param, no_shift);
  }
  for (uint32_t i = 0; i < func->result_widths.count; i++) {
    uint32_t result = points->instances.data[callee].first_result + i;
    if (!is_clone || !points_to_become(points, result, result_node(view, i)))
      points_to_add_edge(points, result, result_node(view, i), no_shift);
  }
  if (points->instances.data[callee].varargs != ABSTRACT_NONE)
    pass_varargs(view, points->instances.data[callee].varargs);
}

/* Builtins. */

static uint32_t new_heap_object(const struct call_view *view, const struct builtin_effect *effect) {
  struct points_to *points = view->points;
  struct abstract_object object = {.kind = ABSTRACT_HEAP,
                                   .number = view->instance,
                                   .ins = view->ins,
                                   .size = ABSTRACT_UNKNOWN_SIZE};
  uint64_t size;
  /* The last argument of the plain ones is the size, which for calloc is but a factor. */
  bool is_plain = view->call->arg_count == 1 && effect->result == RESULT_FRESH;
  if (is_plain && points_to_operand_value(points, view->instance, argument(view, 0), &size))
    object.size = size;
  uint32_t made = abstracts_add_object(&points->abstracts, object);
  points_to_add_object(points, made);
  return abstracts_locate(&points->abstracts, (struct location){.object = made});
}

static void make_object(const struct call_view *view, const struct builtin_effect *effect) {
  struct points_to *points = view->points;
  uint32_t fresh = points_to_new_node(points);
  points_to_add_location(points, fresh, new_heap_object(view, effect));
  if (effect->stores_fresh)
    points_to_add_constraint(points, argument_node(view, 0),
                             (struct constraint){CONSTRAINT_STORE, fresh, 8});
  else
    points_to_add_edge(points, fresh, result_node(view, 0), no_shift);
  if (effect->moves) points_to_add_copy(points, fresh, argument_node(view, 0), COPY_WHOLE);
}

/* What builtins write and return are inputs, unless it is said to be something else. */
static void add_numbers(const struct call_view *view, const struct builtin_effect *effect,
                        uint64_t size) {
  struct points_to *points = view->points;
  bool writes_numbers = !effect->copies && !effect->stores_fresh && effect->result != RESULT_FIRST;
  for (uint32_t i = 0; writes_numbers && i < argument_count(view) && i < 8; i++)
    if (effect->writes >> i & 1)
      points_to_add_constraint(
          points, argument_node(view, i),
          (struct constraint){CONSTRAINT_STORE, points_to_any_node(points, true), size});
  if (effect->result != RESULT_NUMBER || view->call->result_count == 0) return;
  ir_operand result = view->func->operands.data[view->call->first_result];
  bool is_wide = view->func->reg_widths.data[result] >= LEAST_ADDRESS;
  points_to_add_edge(points, points_to_any_node(points, is_wide), result_node(view, 0), no_shift);
}

static void call_builtin(const struct call_view *view, const struct builtin_effect *effect) {
  struct points_to *points = view->points;
  uint64_t size;
  if (effect->result == RESULT_FRESH || effect->stores_fresh) make_object(view, effect);
  if (effect->result == RESULT_FIRST)
    points_to_add_edge(points, argument_node(view, 0), result_node(view, 0), no_shift);
  bool is_known =
      effect->size_arg != 0 && effect->size_arg <= argument_count(view) &&
      points_to_operand_value(points, view->instance, argument(view, effect->size_arg - 1u), &size);
  if (!is_known) size = UINT64_MAX;
  if (effect->copies)
    points_to_add_copy(points, argument_node(view, 0), argument_node(view, 1), size);
  else if (effect->result != RESULT_FIRST || effect->size_arg == 0)
    add_numbers(view, effect, size);
  else
    points_to_add_set(points, argument_node(view, 0), argument_node(view, 1), size);
}

/* What the engine assumes of undefined code. */
static void call_trusted(const struct call_view *view) {
  struct points_to *points = view->points;
  for (uint32_t i = 0; i < argument_count(view); i++)
    if (argument_node(view, i) != NODE_NONE)
      points_to_add_constraint(points, argument_node(view, i),
                               (struct constraint){CONSTRAINT_STORE, points->escaped, UINT64_MAX});
  for (uint32_t i = 0; i < view->call->result_count; i++)
    points_to_add_edge(points, points->escaped, result_node(view, i), no_shift);
}

static void call_unknown(const struct call_view *view) {
  for (uint32_t i = 0; i < argument_count(view); i++)
    points_to_add_edge(view->points, argument_node(view, i), view->points->escaped, no_shift);
  for (uint32_t i = 0; i < view->call->result_count; i++)
    points_to_add_edge(view->points, view->points->escaped, result_node(view, i), no_shift);
}

static void call_without_body(const struct call_view *view, const struct ir_func *callee) {
  const struct builtin_effect *effect = builtin_effect_find(callee->name);
  bool is_trusted = view->points->options.trusts_undefined;
  if (is_trusted && (effect == NULL || strcmp(callee->name, "__smew_unknown") == 0))
    call_trusted(view);
  else if (effect != NULL)
    call_builtin(view, effect);
  else
    call_unknown(view);
}

void points_to_call_function(struct points_to *points, uint32_t instance, uint32_t ins,
                             uint32_t number) {
  struct call_view view = view_call(points, instance, ins);
  const struct ir_func *callee = points->program->funcs.data[number];
  if (!call_graph_accepts(callee, view.func, view.call)) return;
  if (callee->has_body) {
    enter(&view, points_to_common_instance(points, number));
    return;
  }
  /* A pointer may arrive with several offsets. */
  for (size_t i = 0; i < points->called.count; i++) {
    const struct called_builtin *called = &points->called.data[i];
    if (called->instance == instance && called->ins == ins && called->func == number) return;
  }
  vec_push(&points->called, ((struct called_builtin){instance, ins, number}));
  call_without_body(&view, callee);
}

void points_to_generate_call(struct points_to *points, uint32_t instance, uint32_t number) {
  struct call_view view = view_call(points, instance, number);
  const struct ir_ins *ins = &view.func->ins.data[number];
  uint32_t direct = call_graph_direct_callee(view.func, ins);
  if (direct == GRAPH_NONE) {
    struct indirect_call call = {instance, number};
    vec_push(&points->indirect, call);
    uint32_t which = (uint32_t)points->indirect.count - 1;
    points_to_add_constraint(points, points_to_operand_node(points, instance, ins->a),
                             (struct constraint){CONSTRAINT_CALL, which, 0});
    return;
  }
  const struct ir_func *callee = points->program->funcs.data[direct];
  if (callee->has_body)
    enter(&view, points_to_instance_for(points, instance, number, direct));
  else
    call_without_body(&view, callee);
}

/* The unknown. */

void points_to_escape(struct points_to *points, uint32_t number) {
  struct location location = points->abstracts.locations.data[number];
  const struct abstract_object *object = &points->abstracts.objects.data[location.object];
  if (object->kind != ABSTRACT_FUNC) {
    uint32_t all = abstracts_locate(&points->abstracts,
                                    (struct location){.object = location.object, .stride = 1});
    points_to_load(points, all, 8, points->escaped);
    points_to_store(points, all, 8, points->escaped);
    return;
  }
  const struct ir_func *func = points->program->funcs.data[object->number];
  if (!func->has_body) return;
  uint32_t callee = points_to_common_instance(points, func->number);
  for (size_t i = 0; i < func->params.count; i++)
    points_to_add_edge(points, points->escaped,
                       points_to_operand_node(points, callee, func->params.data[i]), no_shift);
  for (size_t i = 0; i < func->result_widths.count; i++)
    points_to_add_edge(points, points->instances.data[callee].first_result + (uint32_t)i,
                       points->escaped, no_shift);
}
