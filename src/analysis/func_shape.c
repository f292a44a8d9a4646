/* Shapes of functions: which registers feed which, which functions are worth analysing once per
   call.

   Registers that are advanced by a constant on a cycle (p++) take all multiples of it; the cycles
   are strongly connected components of the graph of registers. A function hands out new objects if
   one of its results comes from an allocation, its own or that of such a function: xmalloc, strdup,
   fopen. It dispatches if it calls what it loads from a table that a parameter is an index of: the
   door of the system calls.

   requires: a verified program. */
#include "analysis/func_shape.h"

#include "analysis/builtin_effects.h"
#include "analysis/magnitude.h"
#include "ir/call_graph.h"
#include "ir/ir.h"
#include "ir/operands.h"
#include "util/bitset.h"

#include <stdlib.h>

enum { MAX_DEPTH = 8 };

/* What an instruction computes its result from, as far as that can be an address or an offset. */
static bool passes_on(unsigned op) {
  unsigned format = ir_opcode_formats[op];
  return format == IR_FORMAT_BINARY || format == IR_FORMAT_CONVERT || format == IR_FORMAT_UNARY ||
         format == IR_FORMAT_SELECT || format == IR_FORMAT_TERNARY;
}

struct arc_list {
  struct graph_arc *data;
  size_t count, capacity;
};

static void add_arcs(const struct ir_func *func, const struct ir_ins *ins, struct arc_list *arcs) {
  struct ir_operand_list uses = {0};
  if (passes_on(ins->op)) {
    ir_list_uses(func, ins, &uses);
    for (size_t i = 0; i < uses.count; i++)
      if (!ir_is_const(uses.data[i]))
        vec_push(arcs, ((struct graph_arc){uses.data[i], ins->dst, 0}));
  }
  for (uint32_t i = 0; i < ir_successor_count(ins); i++) {
    const struct ir_edge *edge = &func->edges.data[ir_successor_edge(func, ins, i)];
    const struct ir_block *target = &func->blocks.data[edge->target];
    for (uint32_t j = 0; j < target->param_count; j++) {
      ir_operand argument = func->operands.data[edge->first_arg + j];
      if (!ir_is_const(argument))
        vec_push(arcs,
                 ((struct graph_arc){argument, func->operands.data[target->first_param + j], 0}));
    }
  }
  vec_free(&uses);
}

/* Arcs lead from a register to those that are computed from it. */
static struct graph register_graph(const struct ir_func *func) {
  struct arc_list arcs = {0};
  for (size_t i = 0; i < func->ins.count; i++) add_arcs(func, &func->ins.data[i], &arcs);
  struct graph graph = graph_build((uint32_t)func->reg_widths.count, arcs.data, arcs.count);
  vec_free(&arcs);
  return graph;
}

static void find_definitions(const struct ir_func *func, struct func_shape *shape) {
  struct ir_operand_list defs = {0};
  shape->definition = alloc_bytes((func->reg_widths.count + 1) * sizeof *shape->definition);
  for (size_t i = 0; i < func->reg_widths.count; i++) shape->definition[i] = ABSTRACT_NONE;
  for (uint32_t i = 0; i < func->ins.count; i++) {
    vec_clear(&defs);
    ir_list_defs(func, &func->ins.data[i], &defs);
    for (size_t j = 0; j < defs.count; j++) shape->definition[defs.data[j]] = i;
  }
  vec_free(&defs);
}

/* All registers that the given one is computed from. The caller frees the set. */
static struct bitset sources_of(const struct graph *reversed, uint32_t reg) {
  struct bitset seen = bitset_new(reversed->node_count);
  VEC(uint32_t) work = {0};
  bitset_add(&seen, reg);
  vec_push(&work, reg);
  while (work.count != 0) {
    uint32_t node = vec_pop(&work);
    for (uint32_t i = reversed->start[node]; i < reversed->start[node + 1]; i++) {
      if (bitset_has(&seen, reversed->targets[i])) continue;
      bitset_add(&seen, reversed->targets[i]);
      vec_push(&work, reversed->targets[i]);
    }
  }
  vec_free(&work);
  return seen;
}

static bool makes_object(const struct ir_program *program, const struct func_shape *shapes,
                         const struct ir_func *func, const struct ir_ins *ins) {
  if (ins->op != IR_CALL) return false;
  uint32_t number = call_graph_direct_callee(func, ins);
  if (number == GRAPH_NONE) return false;
  const struct ir_func *callee = program->funcs.data[number];
  if (callee->has_body) return shapes[number].makes_objects;
  const struct builtin_effect *effect = builtin_effect_find(callee->name);
  return effect != NULL && (effect->result == RESULT_FRESH || effect->stores_fresh);
}

static bool returns_object(const struct ir_program *program, const struct func_shape *shapes,
                           const struct ir_func *func, const struct graph *reversed) {
  const struct func_shape *shape = &shapes[func->number];
  bool is_any = false, returns = false;
  for (size_t i = 0; i < func->ins.count && !is_any; i++)
    is_any = makes_object(program, shapes, func, &func->ins.data[i]);
  for (size_t i = 0; i < func->ins.count && is_any && !returns; i++) {
    const struct ir_ins *ins = &func->ins.data[i];
    for (uint32_t j = 0; ins->op == IR_RET && j < ins->c && !returns; j++) {
      ir_operand operand = func->operands.data[ins->b + j];
      if (ir_is_const(operand)) continue;
      struct bitset sources = sources_of(reversed, operand);
      for (size_t reg = bitset_next(&sources, 0); reg != BITSET_NONE && !returns;
           reg = bitset_next(&sources, reg + 1))
        returns = shape->definition[reg] != ABSTRACT_NONE &&
                  makes_object(program, shapes, func, &func->ins.data[shape->definition[reg]]);
      bitset_free(&sources);
    }
  }
  return returns;
}

/* A call of a function that dispatches, with a number that is not known here. */
static bool is_forwarding(const struct func_shape *shapes, const struct ir_func *func,
                          const struct ir_ins *ins) {
  uint32_t callee = ins->op == IR_CALL ? call_graph_direct_callee(func, ins) : GRAPH_NONE;
  if (callee == GRAPH_NONE || !(shapes[callee].dispatches || shapes[callee].forwards)) return false;
  const struct ir_call *call = &func->calls.data[ins->b];
  return call->arg_count != 0 && !ir_is_const(func->operands.data[call->first_arg]);
}

/* Is the callee loaded from a global at an index that depends on a parameter? */
static bool is_dispatch(const struct ir_func *func, const struct func_shape *shape,
                        const struct graph *reversed, const struct ir_ins *ins) {
  if (ins->op != IR_CALL || ir_is_const(ins->a)) return false;
  uint32_t at = shape->definition[ins->a];
  if (at == ABSTRACT_NONE || func->ins.data[at].op != IR_LOAD) return false;
  ir_operand address = func->ins.data[at].a;
  if (ir_is_const(address) || shape->definition[address] == ABSTRACT_NONE) return false;
  const struct ir_ins *sum = &func->ins.data[shape->definition[address]];
  if (sum->op != IR_ADD || ir_is_const(sum->a) == ir_is_const(sum->b)) return false;
  ir_operand constant = ir_is_const(sum->a) ? sum->a : sum->b;
  if (func->consts.data[constant & ~IR_CONST].kind != IR_CONST_GLOBAL) return false;
  struct bitset sources = sources_of(reversed, address);
  bool depends = false;
  for (size_t i = 0; i < func->params.count; i++)
    depends |= bitset_has(&sources, func->params.data[i]);
  bitset_free(&sources);
  return depends;
}

struct func_shape *func_shapes_find(const struct ir_program *program) {
  size_t count = program->funcs.count;
  struct func_shape *shapes = alloc_zeroed((count + 1) * sizeof *shapes);
  struct graph *reversed = alloc_zeroed((count + 1) * sizeof *reversed);
  VEC(struct graph_arc) arcs = {0};
  for (uint32_t f = 0; f < count; f++) {
    const struct ir_func *func = program->funcs.data[f];
    struct graph graph = register_graph(func);
    struct graph_components components = graph_find_components(&graph, NULL);
    shapes[f].cycle = components.of_node;
    components.of_node = NULL;
    graph_components_free(&components);
    find_definitions(func, &shapes[f]);
    shapes[f].magnitudes = magnitudes_find(func, shapes[f].cycle);
    reversed[f] = graph_reverse(&graph);
    graph_free(&graph);
    for (size_t i = 0; i < func->ins.count; i++) {
      const struct ir_ins *ins = &func->ins.data[i];
      shapes[f].dispatches |= is_dispatch(func, &shapes[f], &reversed[f], ins);
      uint32_t callee = ins->op == IR_CALL ? call_graph_direct_callee(func, ins) : GRAPH_NONE;
      if (callee != GRAPH_NONE) vec_push(&arcs, ((struct graph_arc){f, callee, 0}));
    }
  }
  struct graph calls = graph_build((uint32_t)count, arcs.data, arcs.count);
  struct graph_components components = graph_find_components(&calls, NULL);
  for (uint32_t i = 0; i < count; i++) {
    /* Callees have lower components: one round sees them first, but for recursion. */
    uint32_t f = components.members[i];
    shapes[f].is_recursive = graph_component_is_cyclic(&calls, &components, components.of_node[f]);
    for (size_t j = 0; j < program->funcs.data[f]->ins.count; j++)
      shapes[f].forwards |=
          is_forwarding(shapes, program->funcs.data[f], &program->funcs.data[f]->ins.data[j]);
    shapes[f].makes_objects = returns_object(program, shapes, program->funcs.data[f], &reversed[f]);
  }
  graph_components_free(&components);
  graph_free(&calls);
  vec_free(&arcs);
  for (size_t f = 0; f < count; f++) graph_free(&reversed[f]);
  free(reversed);
  return shapes;
}

void func_shapes_free(struct func_shape *shapes, uint32_t count) {
  for (uint32_t f = 0; shapes != NULL && f < count; f++) {
    free(shapes[f].definition);
    free(shapes[f].cycle);
    free(shapes[f].magnitudes);
  }
  free(shapes);
}

/* Offsets. A product that may wrap around 64 bits is a multiple of the powers of two in its factor
   only. Sums of offsets that wrap are taken for what they are: distances within an object. */

static struct shift add_shifts(struct shift a, struct shift b) {
  struct shift sum = {.offset = a.offset + b.offset, .stride = a.stride};
  for (uint32_t x = b.stride; x != 0;) {
    uint32_t rest = sum.stride % x;
    sum.stride = x;
    x = rest;
  }
  return sum;
}

static struct shift scale_shift(struct shift shift, uint64_t factor) {
  uint64_t stride;
  bool overflows = __builtin_mul_overflow((uint64_t)shift.stride, factor, &stride);
  shift.stride = overflows ? 1 : abstract_stride(stride);
  if (__builtin_mul_overflow(shift.offset, (int64_t)factor, &shift.offset)) shift.stride = 1;
  return shift;
}

struct offset_search {
  const struct ir_func *func;
  const struct func_shape *shape;
};

static struct shift find_shift(const struct offset_search *s, ir_operand operand, unsigned depth);

static struct shift scale(const struct offset_search *s, ir_operand operand, uint64_t factor,
                          unsigned depth) {
  struct magnitude size = magnitude_of(s->func, s->shape->magnitudes, operand);
  unsigned factor_bits = factor == 0 ? 0 : 64 - (unsigned)__builtin_clzll(factor);
  if (size.bits + factor_bits > 63) {
    uint64_t power = factor & -factor;
    return (struct shift){.stride = power == 0 ? 0 : abstract_stride(power)};
  }
  return scale_shift(find_shift(s, operand, depth), factor);
}

static struct shift find_shift(const struct offset_search *s, ir_operand operand, unsigned depth) {
  const struct shift any = {.stride = 1};
  const struct ir_func *func = s->func;
  uint64_t value;
  if (ir_const_value(func, operand, &value)) return (struct shift){.offset = (int64_t)value};
  if (ir_is_const(operand) || depth == MAX_DEPTH) return any;
  if (s->shape->definition[operand] == ABSTRACT_NONE) return any;
  const struct ir_ins *ins = &func->ins.data[s->shape->definition[operand]];
  if (ins->width != 64) return any;
  switch (ins->op) {
  case IR_MOV: return find_shift(s, ins->a, depth + 1);
  case IR_ADD:
    return add_shifts(find_shift(s, ins->a, depth + 1), find_shift(s, ins->b, depth + 1));
  case IR_MUL:
    if (ir_const_value(func, ins->b, &value)) return scale(s, ins->a, value, depth + 1);
    if (ir_const_value(func, ins->a, &value)) return scale(s, ins->b, value, depth + 1);
    return any;
  case IR_SHL:
    if (ir_const_value(func, ins->b, &value) && value < 24)
      return scale(s, ins->a, (uint64_t)1 << value, depth + 1);
    return any;
  default: return any;
  }
}

struct shift func_shape_shift(const struct ir_func *func, const struct func_shape *shape,
                              uint32_t operand) {
  struct shift shift = find_shift(&(struct offset_search){func, shape}, operand, 0);
  shift.stride = abstract_stride(shift.stride);
  if (shift.stride == 1)
    shift.offset = magnitude_of(func, shape->magnitudes, operand).is_signed ? SHIFT_DOWN : 0;
  return shift;
}
