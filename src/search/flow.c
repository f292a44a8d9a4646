/* Flow through a program.

   requires: a verified program.
   ensures:  through and to_return are the lengths of shortest paths over the edges and
             calls of the IR, whatever the data; FLOW_NONE where there is none.

   Shortest paths are computed bottom-up over the components of the call graph, starting from
   FLOW_NONE: within a component, and within a function, relaxation continues until nothing changes.
   Blocks are relaxed in postorder, so few rounds suffice.

   Ignored: jumps from longjmp back to setjmp, so nothing follows a longjmp; and whether a function
   without a body exists at all: calling it takes one instruction, unless its name is that of a
   function that never returns. */
#include "search/flow.h"

#include "ir/builder.h"
#include "ir/call_graph.h"
#include "ir/operands.h"
#include "util/buffer.h"

#include <stdlib.h>
#include <string.h>

/* Functions of the engine that end the path. */
static const char *const endings[] = {
    "abort",           "__assert_fail",     "klee_assert_fail", "__smew_exit",
    "klee_abort",      "klee_report_error", "klee_silent_exit", "reach_error",
    "__VERIFIER_error"};

struct build {
  struct flow *flow;
  struct call_graph graph;
  struct strmap groups; /* shape of a call -> node */
  VEC(struct graph_arc) arcs;
  struct buffer shape;
};

static bool ends_path(const struct ir_func *func) {
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    if (strcmp(endings[i], func->name) == 0) return true;
  return false;
}

/* What call_graph_accepts compares, as text. */
static const char *describe_shape(struct build *build, const struct ir_func *func,
                                  const struct ir_call *call) {
  build->shape.length = 0;
  buffer_add(&build->shape, "%u", call->vararg_count);
  for (uint32_t i = 0; i < call->arg_count; i++)
    buffer_add(&build->shape, ",%u",
               ir_operand_width(func, func->operands.data[call->first_arg + i]));
  buffer_add(&build->shape, ":");
  for (uint32_t i = 0; i < call->result_count; i++)
    buffer_add(&build->shape, ",%u",
               ir_operand_width(func, func->operands.data[call->first_result + i]));
  return build->shape.text;
}

static uint32_t find_group(struct build *build, const struct ir_func *func,
                           const struct ir_call *call) {
  const char *shape = describe_shape(build, func, call);
  uint32_t node = strmap_get(&build->groups, shape);
  if (node != STRMAP_NONE) return node;
  node = build->flow->node_count++;
  strmap_set(&build->groups, shape, node);
  for (uint32_t i = 0; i < build->graph.address_taken_count; i++) {
    uint32_t callee = build->graph.address_taken[i];
    if (call_graph_accepts(build->flow->program->funcs.data[callee], func, call))
      vec_push(&build->arcs, ((struct graph_arc){node, callee, 0}));
  }
  return node;
}

static void add_call(struct build *build, const struct ir_func *func, uint32_t ins) {
  const struct ir_ins *call = &func->ins.data[ins];
  uint32_t target = call_graph_direct_callee(func, call);
  if (target == GRAPH_NONE) target = find_group(build, func, &func->calls.data[call->b]);
  vec_push(&build->arcs, ((struct graph_arc){func->number, target, ins}));
  struct flow_call entry = {ins, call->b, target};
  vec_push(&build->flow->funcs[func->number].calls, entry);
}

static int compare_words(const void *a, const void *b) {
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return (left > right) - (left < right);
}

static uint32_t *sort_blocks(const struct ir_func *func) {
  size_t count = func->blocks.count;
  uint64_t *keys = alloc_bytes(count * sizeof *keys);
  uint32_t *sorted = alloc_bytes(count * sizeof *sorted);
  for (size_t i = 0; i < count; i++) keys[i] = (uint64_t)func->blocks.data[i].first << 32 | i;
  qsort(keys, count, sizeof *keys, compare_words);
  for (size_t i = 0; i < count; i++) sorted[i] = (uint32_t)keys[i];
  free(keys);
  return sorted;
}

static void build_func(struct build *build, const struct ir_func *func) {
  struct flow_func *here = &build->flow->funcs[func->number];
  uint32_t block_count = (uint32_t)func->blocks.count;
  if (!func->has_body) return;
  here->cfg = cfg_build(func);
  here->sorted = sort_blocks(func);
  here->first_call = alloc_bytes((block_count + 1) * sizeof(uint32_t));
  here->to_return = alloc_bytes(block_count * sizeof(uint32_t));
  for (uint32_t block = 0; block < block_count; block++) {
    const struct ir_block *b = &func->blocks.data[block];
    here->to_return[block] = FLOW_NONE;
    here->first_call[block] = (uint32_t)here->calls.count;
    for (uint32_t ins = b->first; ins < b->first + b->count; ins++)
      if (func->ins.data[ins].op == IR_CALL) add_call(build, func, ins);
  }
  here->first_call[block_count] = (uint32_t)here->calls.count;
}

uint32_t flow_block_of(const struct flow *flow, uint32_t func, uint32_t ins) {
  const struct ir_func *f = flow->program->funcs.data[func];
  const uint32_t *sorted = flow->funcs[func].sorted;
  size_t low = 0, high = f->blocks.count;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (f->blocks.data[sorted[middle]].first <= ins)
      low = middle;
    else
      high = middle;
  }
  return sorted[low];
}

uint32_t flow_call_from(const struct flow_func *func, uint32_t block, uint32_t ins) {
  uint32_t call = func->first_call[block];
  while (call < func->first_call[block + 1] && func->calls.data[call].ins < ins) call++;
  return call;
}

uint32_t flow_to_return(const struct flow *flow, uint32_t func, uint32_t block, uint32_t ins) {
  const struct ir_func *f = flow->program->funcs.data[func];
  const struct flow_func *here = &flow->funcs[func];
  const struct ir_block *b = &f->blocks.data[block];
  uint32_t length = b->first + b->count - ins, rest = FLOW_NONE;
  for (uint32_t i = flow_call_from(here, block, ins); i < here->first_call[block + 1]; i++)
    length = flow_sum(length, flow->through[here->calls.data[i].target]);
  if (ir_terminator(f, block)->op == IR_RET) return length;
  const struct graph *successors = &here->cfg.successors;
  for (uint32_t i = successors->start[block]; i < successors->start[block + 1]; i++)
    rest = flow_least(rest, here->to_return[successors->targets[i]]);
  return flow_sum(length, rest);
}

/* True if the path through the function has become shorter. */
static bool relax_func(struct flow *flow, uint32_t func) {
  struct flow_func *here = &flow->funcs[func];
  const struct ir_func *f = flow->program->funcs.data[func];
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (uint32_t i = here->cfg.order_count; i-- > 0;) {
      uint32_t block = here->cfg.order[i];
      uint32_t length = flow_to_return(flow, func, block, f->blocks.data[block].first);
      has_changed |= length < here->to_return[block];
      here->to_return[block] = length;
    }
  }
  bool is_shorter = here->to_return[0] < flow->through[func];
  flow->through[func] = here->to_return[0];
  return is_shorter;
}

static bool relax_node(struct flow *flow, uint32_t node) {
  uint32_t length = FLOW_NONE;
  if (node < flow->func_count) {
    const struct ir_func *func = flow->program->funcs.data[node];
    if (func->has_body) return relax_func(flow, node);
    length = ends_path(func) ? FLOW_NONE : 0;
  } else {
    for (uint32_t i = flow->callees.start[node]; i < flow->callees.start[node + 1]; i++)
      length = flow_least(length, flow->through[flow->callees.targets[i]]);
  }
  bool is_shorter = length < flow->through[node];
  flow->through[node] = length;
  return is_shorter;
}

static void find_through(struct flow *flow) {
  const struct graph_components *components = &flow->components;
  flow->through = alloc_bytes(flow->node_count * sizeof(uint32_t));
  for (uint32_t i = 0; i < flow->node_count; i++) flow->through[i] = FLOW_NONE;
  for (uint32_t c = 0; c < components->count; c++) {
    bool is_cyclic = graph_component_is_cyclic(&flow->callees, components, c), has_changed = true;
    while (has_changed) {
      has_changed = false;
      for (uint32_t i = components->start[c]; i < components->start[c + 1]; i++)
        has_changed |= relax_node(flow, components->members[i]);
      if (!is_cyclic) break;
    }
  }
}

struct flow flow_build(const struct ir_program *program) {
  struct flow flow = {.program = program,
                      .func_count = (uint32_t)program->funcs.count,
                      .node_count = (uint32_t)program->funcs.count};
  struct build build = {.flow = &flow, .graph = call_graph_build(program)};
  flow.funcs = alloc_zeroed(flow.func_count * sizeof *flow.funcs);
  for (uint32_t i = 0; i < flow.func_count; i++) build_func(&build, program->funcs.data[i]);
  flow.callees = graph_build(flow.node_count, build.arcs.data, build.arcs.count);
  flow.callers = graph_reverse(&flow.callees);
  flow.components = graph_find_components(&flow.callees, NULL);
  call_graph_free(&build.graph);
  strmap_free(&build.groups);
  buffer_free(&build.shape);
  vec_free(&build.arcs);
  find_through(&flow);
  return flow;
}

void flow_free(struct flow *flow) {
  for (uint32_t i = 0; i < flow->func_count; i++) {
    struct flow_func *func = &flow->funcs[i];
    if (func->sorted == NULL) continue;
    cfg_free(&func->cfg);
    vec_free(&func->calls);
    free(func->first_call);
    free(func->sorted);
    free(func->to_return);
  }
  graph_free(&flow->callees);
  graph_free(&flow->callers);
  graph_components_free(&flow->components);
  free(flow->funcs);
  free(flow->through);
  *flow = (struct flow){0};
}
