/* Points-to analysis: inclusion-based (Andersen, Program analysis and specialization for the C
   programming language, 1994), with fields by offset (Pearce, Kelly and Hankin, TOPLAS 2007),
   clones of small functions and of what allocates (points_to_instances.c), functions behind
   pointers found on the fly. It does not look at the order of instructions.

   requires: a verified program. IR_ADDRESS is set only where the source adds a distance to an
             address.
   ensures:  on every run, an address that an instruction uses to reach an object lies at a location
             in the instruction's set; every call that happens is in the call arcs.

   This assumes of runs
   - what C demands: an address that is moved, also by overwriting some of its bytes, stays in its
     object, and adding to a null pointer gives no address;
   - where wild uses are excluded (points_to.h), that an address is computed from an address. Other
     numbers that may be addresses are marked (points_to_wild.c).
   Addresses are followed through memory, files and pipes, through masks and exclusive or, in bytes
   and words of any size, and as distances that are added to the address they were measured from.

   Runs start with arguments that point to the world, an object that stands for all that the engine
   hands in. */
#include "analysis/points_to_state.h"

#include "analysis/func_shape.h"
#include "ir/call_graph.h"
#include "ir/ir.h"

#include <stdlib.h>
#include <string.h>

enum { WORLD = 0, ROOM_FACTOR = 4, ROOM_EXTRA = 50000 };

static uint32_t add_object(struct points_to *points, struct abstract_object object) {
  uint32_t number = abstracts_add_object(&points->abstracts, object);
  points_to_add_object(points, number);
  return number;
}

static uint64_t word_at(const struct ir_global *global, uint64_t at) {
  uint64_t word;
  memcpy(&word, global->bytes + at, 8);
  return word;
}

/* Constants that are as large as addresses, at any alignment. */
static bool has_numbers(const struct ir_global *global) {
  for (uint64_t at = 0; global->bytes != NULL && at + 8 <= global->size; at++)
    if (points_to_could_be_address(word_at(global, at))) return true;
  return false;
}

/* Whether it may hold addresses of unknown objects from the start. */
static bool is_open(const struct points_to *points, const struct ir_global *global) {
  const struct points_to_options *options = &points->options;
  return options->trusts_undefined &&
         (!global->is_defined || (options->has_open_globals && !global->is_constant));
}

static void add_objects(struct points_to *points) {
  const struct ir_program *program = points->program;
  add_object(points,
             (struct abstract_object){.kind = ABSTRACT_WORLD, .size = ABSTRACT_UNKNOWN_SIZE});
  points_to_add_any(points);
  points->global_objects = alloc_bytes((program->globals.count + 1) * sizeof(uint32_t));
  points->func_objects = alloc_bytes((program->funcs.count + 1) * sizeof(uint32_t));
  uint32_t constants = ABSTRACT_NONE;
  for (uint32_t i = 0; i < program->globals.count; i++) {
    const struct ir_global *global = program->globals.data[i];
    struct abstract_object object = {.kind = ABSTRACT_GLOBAL, .number = i, .size = global->size};
    object.is_constant = global->is_constant;
    object.holds_none = global->is_constant && global->relocs.count == 0 && !has_numbers(global) &&
                        !is_open(points, global);
    if (is_open(points, global) && !global->is_defined) object.size = ABSTRACT_UNKNOWN_SIZE;
    if (object.holds_none) object.number = ABSTRACT_NONE, object.size = ABSTRACT_UNKNOWN_SIZE;
    if (!object.holds_none || constants == ABSTRACT_NONE)
      points->global_objects[i] = add_object(points, object);
    if (object.holds_none && constants == ABSTRACT_NONE) constants = points->global_objects[i];
    if (object.holds_none) points->global_objects[i] = constants;
  }
  for (uint32_t i = 0; i < program->funcs.count; i++)
    points->func_objects[i] = add_object(
        points, (struct abstract_object){
                    .kind = ABSTRACT_FUNC, .number = i, .is_constant = true, .holds_none = true});
}

static void add_numbers(struct points_to *points, const struct ir_global *global) {
  for (uint64_t at = 0; global->bytes != NULL && at + 8 <= global->size; at++) {
    if (!points_to_could_be_address(word_at(global, at))) continue;
    struct location place = {.object = points->global_objects[global->number],
                             .offset = (int64_t)at};
    points_to_initialise(points, abstracts_locate(&points->abstracts, place),
                         points_to_any_node(points, true));
  }
}

/* What the initialisers of globals hold. */
static void add_content(struct points_to *points) {
  const struct ir_program *program = points->program;
  for (uint32_t i = 0; i < program->globals.count; i++) {
    const struct ir_global *global = program->globals.data[i];
    for (size_t j = 0; j < global->relocs.count; j++) {
      const struct ir_reloc *reloc = &global->relocs.data[j];
      bool is_global = reloc->target.kind == IR_CONST_GLOBAL;
      if (!is_global && reloc->target.kind != IR_CONST_FUNC) continue;
      uint32_t object = is_global ? points->global_objects[reloc->target.ref]
                                  : points->func_objects[reloc->target.ref];
      struct location held = {.object = object, .offset = (int64_t)reloc->target.value};
      struct location at = {.object = points->global_objects[i], .offset = (int64_t)reloc->offset};
      uint32_t node = points_to_new_node(points);
      points_to_add_location(points, node, abstracts_locate(&points->abstracts, held));
      points_to_initialise(points, abstracts_locate(&points->abstracts, at), node);
    }
    add_numbers(points, global);
  }
}

/* Pointers to functions that undefined code returns may lead to any whose address is taken. */
static void add_taken_functions(struct points_to *points) {
  struct call_graph graph = call_graph_build(points->program);
  for (uint32_t i = 0; i < graph.address_taken_count; i++) {
    struct location func = {.object = points->func_objects[graph.address_taken[i]]};
    points_to_add_location(points, points->escaped, abstracts_locate(&points->abstracts, func));
  }
  call_graph_free(&graph);
}

static void add_world(struct points_to *points) {
  points->world =
      abstracts_locate(&points->abstracts, (struct location){.object = WORLD, .stride = 1});
  points->escaped = points_to_new_node(points);
  points_to_add_location(points, points->escaped, points->world);
  if (!points->options.trusts_undefined) {
    points_to_add_constraint(points, points->escaped,
                             (struct constraint){.kind = CONSTRAINT_ESCAPE});
    return;
  }
  add_taken_functions(points); /* unknown objects lead to these, to others, and to nothing else */
  points_to_initialise(points, points->world, points->escaped);
}

/* Variables that hold addresses of unknown objects. */
static void add_open_globals(struct points_to *points) {
  const struct ir_program *program = points->program;
  for (uint32_t i = 0; i < program->globals.count; i++) {
    struct location all = {.object = points->global_objects[i], .stride = 1};
    if (is_open(points, program->globals.data[i]))
      points_to_initialise(points, abstracts_locate(&points->abstracts, all), points->escaped);
  }
}

/* Where the engine starts, parameters after the first are arrays of texts. */
static void add_engine_entry(struct points_to *points, const struct ir_func *func) {
  uint32_t instance = points_to_common_instance(points, func->number);
  if (func->params.count != 0)
    points_to_add_edge(points, points_to_any_node(points, false),
                       points->instances.data[instance].first_node + func->params.data[0],
                       (struct shift){0});
  for (size_t i = 1; i < func->params.count; i++) {
    uint32_t both[2];
    for (uint32_t j = 0; j < 2; j++)
      both[j] = add_object(points, (struct abstract_object){.kind = ABSTRACT_WORLD,
                                                            .number = (uint32_t)i,
                                                            .size = ABSTRACT_UNKNOWN_SIZE});
    uint32_t array = abstracts_locate(&points->abstracts, (struct location){.object = both[0]});
    uint32_t words =
        abstracts_locate(&points->abstracts, (struct location){.object = both[0], .stride = 8});
    uint32_t text = abstracts_locate(&points->abstracts, (struct location){.object = both[1]});
    uint32_t node = points_to_new_node(points);
    points_to_add_location(points, node, text);
    points_to_store(points, words, 8, node);
    points_to_store(
        points, abstracts_locate(&points->abstracts, (struct location){both[1], 1, 0, PIECE_NOT}),
        8, points_to_any_node(points, true));
    points_to_add_location(
        points, points->instances.data[instance].first_node + func->params.data[i], array);
  }
}

static void add_entry(struct points_to *points, const struct ir_func *func) {
  uint32_t instance = points_to_common_instance(points, func->number);
  uint32_t world =
      abstracts_locate(&points->abstracts, (struct location){.object = WORLD, .stride = 1});
  for (size_t i = 0; i < func->params.count; i++)
    points_to_add_location(
        points, points->instances.data[instance].first_node + func->params.data[i], world);
}

static void add_entries(struct points_to *points) {
  static const char *const engine[] = {"__smew_libc_start", "__smew_bare_start"};
  const struct ir_program *program = points->program;
  const char *const *names = points->options.entries;
  for (size_t i = 0; names != NULL && names[i] != NULL; i++) {
    const struct ir_func *func = ir_find_func(program, names[i]);
    if (func != NULL && func->has_body) add_entry(points, func);
  }
  for (size_t i = 0; names == NULL && i < 2; i++) {
    const struct ir_func *func = ir_find_func(program, engine[i]);
    if (func == NULL || !func->has_body) continue;
    add_engine_entry(points, func);
    return;
  }
  for (size_t i = 0; names == NULL && i < program->funcs.count; i++)
    if (program->funcs.data[i]->has_body) add_entry(points, program->funcs.data[i]);
}

static int compare_arcs(const void *a, const void *b) {
  const struct points_to_arc *x = a, *y = b;
  if (x->ins != y->ins) return x->ins < y->ins ? -1 : 1;
  return (x->callee > y->callee) - (x->callee < y->callee);
}

static void free_node(struct node *node, bool keeps_members) {
  sparse_set_free(&node->fresh);
  if (!keeps_members) sparse_set_free(&node->all);
  vec_free(&node->edges);
  vec_free(&node->constraints);
}

/* Drops what only solving needs. */
static void settle(struct points_to *points) {
  for (size_t i = 0; i < points->nodes.count; i++) {
    points->nodes.data[i].parent = points_to_find_node(points, (uint32_t)i);
    free_node(&points->nodes.data[i], !points->is_stopped);
  }
  for (size_t i = 0; i < points->instances.count; i++) {
    struct instance *instance = &points->instances.data[i];
    if (instance->calls.count > 1)
      qsort(instance->calls.data, instance->calls.count, sizeof *instance->calls.data,
            compare_arcs);
  }
  for (size_t i = 0; i < points->copies.count; i++) {
    sparse_set_free(&points->copies.data[i].sources);
    sparse_set_free(&points->copies.data[i].targets);
  }
  for (size_t i = 0; i < points->memory.count; i++) {
    vec_free(&points->memory.data[i].links);
    vec_free(&points->memory.data[i].blurs);
  }
  vec_free(&points->copies);
  vec_free(&points->order);
  vec_free(&points->waiting);
  vec_free(&points->indirect);
  vec_free(&points->sums);
  vec_free(&points->called);
  word_map_free(&points->edge_set);
  word_map_free(&points->derived);
}

struct points_to *points_to_new(const struct ir_program *program,
                                const struct points_to_options *options) {
  struct points_to *points = alloc_zeroed(sizeof *points);
  points->program = program;
  points->options = *options;
  points->common = alloc_bytes((program->funcs.count + 1) * sizeof *points->common);
  points->clone_room = ROOM_EXTRA;
  for (size_t i = 0; i < program->funcs.count; i++) {
    points->common[i] = NODE_NONE;
    points->clone_room += ROOM_FACTOR * program->funcs.data[i]->ins.count;
  }
  points->shapes = func_shapes_find(program);
  add_objects(points);
  add_world(points);
  add_content(points);
  add_open_globals(points);
  add_entries(points);
  points_to_solve(points);
  settle(points);
  return points;
}

void points_to_free(struct points_to *points) {
  if (points == NULL) return;
  for (size_t i = 0; i < points->nodes.count; i++) free_node(&points->nodes.data[i], false);
  for (size_t i = 0; i < points->instances.count; i++) {
    vec_free(&points->instances.data[i].calls);
    free(points->instances.data[i].values);
    free(points->instances.data[i].is_number);
    free(points->instances.data[i].is_live);
  }
  for (size_t i = 0; i < points->memory.count; i++) vec_free(&points->memory.data[i].cells);
  func_shapes_free(points->shapes, (uint32_t)points->program->funcs.count);
  abstracts_free(&points->abstracts);
  vec_free(&points->instances);
  vec_free(&points->nodes);
  vec_free(&points->shifts);
  for (size_t i = 0; i < points->tables.count; i++) free(points->tables.data[i].results);
  vec_free(&points->tables);
  vec_free(&points->cells);
  vec_free(&points->new_cells);
  vec_free(&points->waiting);
  vec_free(&points->memory);
  word_map_free(&points->constant_nodes);
  word_map_free(&points->cell_numbers);
  free(points->common);
  free(points->global_objects);
  free(points->func_objects);
  free(points);
}
