/* Mod/ref: the effects of instructions follow from points-to sets, those of functions from their
   instructions and callees, bottom-up over the graph of instances; instances that call each other
   have the same effects.

   requires: a verified program and its points-to analysis.
   ensures:  see mod_ref.h, under the assumptions of points_to.c.

   Freeing counts as writing the whole object, longjmp reads and setjmp writes the buffer. What
   failing allocations do to errno is counted, allocation itself is not: the objects are new. */
#include "analysis/mod_ref.h"

#include "analysis/mod_ref_state.h"
#include "ir/graph.h"
#include "util/hash.h"

#include <stdlib.h>

void effects_free(struct effects *effects) {
  sparse_set_free(&effects->writes);
  sparse_set_free(&effects->reads);
}

bool mod_ref_is_known(const struct mod_ref *mod_ref) { return !mod_ref->is_stopped; }

struct region mod_ref_region(const struct mod_ref *mod_ref, uint32_t number) {
  return mod_ref->regions.data[number];
}

uint32_t mod_ref_region_count(const struct mod_ref *mod_ref) {
  return (uint32_t)mod_ref->regions.count;
}

static void unite(struct effects *target, const struct effects *source) {
  sparse_set_unite(&target->writes, &source->writes);
  sparse_set_unite(&target->reads, &source->reads);
}

/* Variables of an instance of the component are gone when it returns. An instance that is part of a
   recursion may have older ones. */
struct visibility {
  const struct mod_ref *mod_ref;
  uint32_t component;
};

static bool is_visible(void *context, uint32_t region) {
  const struct visibility *v = context;
  uint32_t owner = v->mod_ref->owners.data[region];
  return owner == ABSTRACT_NONE || v->mod_ref->components.of_node[owner] != v->component;
}

/* The callees of other components are done. */
static void summarise(struct mod_ref *mod_ref, uint32_t component) {
  struct effects *effects = &mod_ref->effects[component];
  const struct graph_components *components = &mod_ref->components;
  for (uint32_t i = components->start[component]; i < components->start[component + 1]; i++) {
    uint32_t instance = components->members[i], count;
    const struct ir_func *func =
        mod_ref->program->funcs.data[points_to_instance_func(mod_ref->points, instance)];
    mod_ref_add_own_effects(mod_ref, func, instance, effects);
    const struct points_to_arc *arcs = points_to_arcs(mod_ref->points, instance, &count);
    for (uint32_t j = 0; j < count; j++)
      if (components->of_node[arcs[j].callee] != component)
        unite(effects, &mod_ref->effects[components->of_node[arcs[j].callee]]);
  }
  if (graph_component_is_cyclic(&mod_ref->calls, components, component)) return;
  struct visibility visibility = {mod_ref, component};
  sparse_set_filter(&effects->writes, is_visible, &visibility);
  sparse_set_filter(&effects->reads, is_visible, &visibility);
}

static void build_graph(struct mod_ref *mod_ref) {
  VEC(struct graph_arc) list = {0};
  uint32_t instances = points_to_instance_count(mod_ref->points), count;
  for (uint32_t i = 0; i < instances; i++) {
    const struct points_to_arc *arcs = points_to_arcs(mod_ref->points, i, &count);
    for (uint32_t j = 0; j < count; j++)
      vec_push(&list, ((struct graph_arc){i, arcs[j].callee, arcs[j].ins}));
  }
  mod_ref->calls = graph_build(instances, list.data, list.count);
  mod_ref->components = graph_find_components(&mod_ref->calls, NULL);
  vec_free(&list);
}

static void list_instances(struct mod_ref *mod_ref) {
  size_t funcs = mod_ref->program->funcs.count;
  VEC(struct graph_arc) list = {0};
  uint32_t count = points_to_instance_count(mod_ref->points);
  for (uint32_t i = 0; i < count; i++)
    vec_push(&list, ((struct graph_arc){points_to_instance_func(mod_ref->points, i), i, 0}));
  uint32_t nodes = count > funcs ? count : (uint32_t)funcs;
  mod_ref->instances = graph_build(nodes, list.data, list.count);
  vec_free(&list);
}

struct mod_ref *mod_ref_new(const struct ir_program *program, const struct points_to *points,
                            const volatile bool *stop) {
  return mod_ref_new_without(program, points, NULL, stop);
}

struct mod_ref *mod_ref_new_without(const struct ir_program *program,
                                    const struct points_to *points, const struct faint *faint,
                                    const volatile bool *stop) {
  struct mod_ref *mod_ref = alloc_zeroed(sizeof *mod_ref);
  mod_ref->faint = faint;
  mod_ref->program = program;
  mod_ref->points = points;
  mod_ref->is_stopped = !points_to_is_known(points);
  if (mod_ref->is_stopped) return mod_ref;
  mod_ref->flows = alloc_zeroed((program->funcs.count + 1) * sizeof *mod_ref->flows);
  build_graph(mod_ref);
  list_instances(mod_ref);
  mod_ref->effects = alloc_zeroed((mod_ref->components.count + 1) * sizeof *mod_ref->effects);
  for (uint32_t i = 0; i < mod_ref->components.count && !mod_ref->is_stopped; i++) {
    summarise(mod_ref, i);
    mod_ref->is_stopped = stop != NULL && *stop;
  }
  return mod_ref;
}

void mod_ref_free(struct mod_ref *mod_ref) {
  if (mod_ref == NULL) return;
  for (uint32_t i = 0; mod_ref->effects != NULL && i < mod_ref->components.count; i++)
    effects_free(&mod_ref->effects[i]);
  mod_ref_free_flows(mod_ref);
  free(mod_ref->effects);
  graph_free(&mod_ref->calls);
  graph_free(&mod_ref->instances);
  graph_components_free(&mod_ref->components);
  vec_free(&mod_ref->regions);
  vec_free(&mod_ref->owners);
  for (size_t i = 0; i < sizeof mod_ref->tables / sizeof *mod_ref->tables; i++)
    free(mod_ref->tables[i].numbers);
  word_map_free(&mod_ref->region_numbers);
  free(mod_ref);
}

void mod_ref_add_instance(const struct mod_ref *mod_ref, uint32_t instance,
                          struct effects *effects) {
  unite(effects, &mod_ref->effects[mod_ref->components.of_node[instance]]);
}

void mod_ref_add_ins(const struct mod_ref *mod_ref, uint32_t instance, uint32_t ins,
                     struct effects *effects) {
  const struct ir_func *func =
      mod_ref->program->funcs.data[points_to_instance_func(mod_ref->points, instance)];
  uint32_t count;
  const struct points_to_arc *arcs = points_to_arcs(mod_ref->points, instance, &count);
  /* Regions of instructions were numbered when the instance was summarised. */
  mod_ref_add_ins_effects((struct mod_ref *)(uintptr_t)mod_ref, func, instance, ins, effects);
  for (uint32_t i = 0; i < count; i++)
    if (arcs[i].ins == ins) mod_ref_add_instance(mod_ref, arcs[i].callee, effects);
}

void mod_ref_add_call(const struct mod_ref *mod_ref, uint32_t func, uint32_t ins,
                      struct effects *effects) {
  const struct graph *list = &mod_ref->instances;
  for (uint32_t i = list->start[func]; i < list->start[func + 1]; i++)
    mod_ref_add_ins(mod_ref, list->targets[i], ins, effects);
}

bool mod_ref_touches(const struct mod_ref *mod_ref, const struct sparse_set *regions,
                     uint32_t object, int64_t offset, uint64_t size) {
  const struct abstracts *abstracts = points_to_abstracts(mod_ref->points);
  struct location wanted = {.object = object, .offset = offset};
  for (SPARSE_EACH(number, regions)) {
    struct region region = mod_ref->regions.data[number];
    struct location at = abstracts->locations.data[region.location];
    if (abstracts->objects.data[at.object].kind == ABSTRACT_ANY) return true;
    uint64_t length = region.size == UINT32_MAX ? UINT64_MAX : region.size;
    if (abstract_overlaps(at, length, wanted, size)) return true;
  }
  return false;
}

bool mod_ref_list_objects(const struct mod_ref *mod_ref, const struct sparse_set *regions,
                          struct sparse_set *objects) {
  const struct abstracts *abstracts = points_to_abstracts(mod_ref->points);
  for (SPARSE_EACH(number, regions)) {
    uint32_t location = mod_ref->regions.data[number].location;
    uint32_t object = abstracts->locations.data[location].object;
    if (abstracts->objects.data[object].kind == ABSTRACT_ANY) return false;
    sparse_set_add(objects, object);
  }
  return true;
}
