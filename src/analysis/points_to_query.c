/* What points-to analysis found, for those who ask. Sets of constants are made when first asked
   for. */
#include "analysis/points_to_state.h"

#include "ir/ir.h"

bool points_to_is_known(const struct points_to *points) { return !points->is_stopped; }

const struct abstracts *points_to_abstracts(const struct points_to *points) {
  return &points->abstracts;
}

uint32_t points_to_global(const struct points_to *points, uint32_t global) {
  return points->global_objects[global];
}

uint32_t points_to_func(const struct points_to *points, uint32_t func) {
  return points->func_objects[func];
}

uint32_t points_to_instance_count(const struct points_to *points) {
  return (uint32_t)points->instances.count;
}

uint32_t points_to_instance_func(const struct points_to *points, uint32_t instance) {
  return points->instances.data[instance].func;
}

bool points_to_instance_site(const struct points_to *points, uint32_t number, uint32_t *caller,
                             uint32_t *ins) {
  const struct instance *instance = &points->instances.data[number];
  if (instance->caller == NODE_NONE) return false;
  *caller = instance->caller;
  *ins = instance->call_ins;
  return true;
}

uint32_t points_to_common(const struct points_to *points, uint32_t func) {
  return points->common[func];
}

bool points_to_block_runs(const struct points_to *points, uint32_t instance, uint32_t block) {
  const bool *is_live = points->instances.data[instance].is_live;
  return is_live == NULL || is_live[block];
}

bool points_to_value(const struct points_to *points, uint32_t instance, uint32_t operand,
                     uint64_t *value) {
  return points_to_operand_value(points, instance, operand, value);
}

const struct points_to_arc *points_to_arcs(const struct points_to *points, uint32_t instance,
                                           uint32_t *count) {
  *count = (uint32_t)points->instances.data[instance].calls.count;
  return points->instances.data[instance].calls.data;
}

uint32_t points_to_enter(const struct points_to *points, uint32_t number, uint32_t ins,
                         uint32_t callee) {
  const struct instance *instance = &points->instances.data[number];
  for (size_t i = 0; i < instance->calls.count; i++)
    if (instance->calls.data[i].ins == ins &&
        points->instances.data[instance->calls.data[i].callee].func == callee)
      return instance->calls.data[i].callee;
  return ABSTRACT_NONE;
}

const struct sparse_set *points_to_set(const struct points_to *points, uint32_t instance,
                                       uint32_t operand) {
  static const struct sparse_set empty;
  /* Nodes and locations of constants are made on demand, which changes no answer. */
  struct points_to *inside = (struct points_to *)(uintptr_t)points;
  uint32_t node = points_to_operand_node(inside, instance, operand);
  if (node == NODE_NONE) return &empty;
  return &points->nodes.data[points->nodes.data[node].parent].all;
}

bool points_to_may_be_wild(const struct points_to *points, uint32_t instance, uint32_t operand) {
  return sparse_set_has(points_to_set(points, instance, operand), points->any);
}

bool points_to_excludes_wild(const struct points_to *points) {
  return points->options.excludes_wild;
}

bool points_to_trusts_undefined(const struct points_to *points) {
  return points->options.trusts_undefined;
}

uint32_t points_to_unknown(const struct points_to *points) {
  return points->abstracts.locations.data[points->world].object;
}

void points_to_collect(const struct points_to *points, uint32_t func, uint32_t operand,
                       struct sparse_set *set) {
  for (uint32_t i = 0; i < points->instances.count; i++)
    if (points->instances.data[i].func == func)
      sparse_set_unite(set, points_to_set(points, i, operand));
}

void points_to_content(const struct points_to *points, uint32_t location, uint64_t size,
                       struct sparse_set *set) {
  struct location at = points->abstracts.locations.data[location];
  const struct object_memory *memory = &points->memory.data[at.object];
  for (size_t i = 0; i < memory->cells.count; i++) {
    const struct cell *cell = &points->cells.data[memory->cells.data[i]];
    if (cell->written == NODE_NONE || !abstract_overlaps(at, size, cell->at, 8)) continue;
    sparse_set_unite(set, &points->nodes.data[points->nodes.data[cell->written].parent].all);
  }
}

const struct sparse_set *points_to_escaped(const struct points_to *points) {
  return &points->nodes.data[points->nodes.data[points->escaped].parent].all;
}
