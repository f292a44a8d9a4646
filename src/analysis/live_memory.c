/* Liveness across calls. What may still be read is, for each frame on the stack, what the blocks
   read that can be reached from where the frame goes on, callees included. Frames of a function
   with a setjmp may also go on there, if there is a longjmp in the program. Stores are not looked
   at: where they hide older content is known only for exact places, and finding out costs more than
   that is worth.

   Sets are worked out per instance and block when first asked for, and kept.

   requires: mod/ref of the same program. */
#include "analysis/live_memory.h"

#include "analysis/mod_ref.h"
#include "analysis/points_to.h"
#include "ir/cfg.h"
#include "ir/def_use.h"
#include "ir/ir.h"
#include "ir/liveness.h"
#include "ir/operands.h"
#include "util/word_map.h"

#include <stdlib.h>

struct live_func {
  struct cfg cfg;
  struct def_use def_use;
  struct liveness liveness;
};

struct live_memory {
  const struct ir_program *program;
  const struct points_to *points;
  struct mod_ref *mod_ref;
  bool has_longjmp;
  struct live_func **funcs;  /* NULL until asked for */
  struct word_map reads;     /* of instance and block: place in sets + 1, what the block reads */
  struct word_map reachable; /* the same: what is read from its entry on */
  VEC(struct sparse_set) sets;
};

struct live_memory *live_memory_new(const struct ir_program *program,
                                    const struct points_to *points, struct mod_ref *mod_ref) {
  struct live_memory *live = alloc_zeroed(sizeof *live);
  live->program = program;
  live->points = points;
  live->mod_ref = mod_ref;
  live->funcs = alloc_zeroed((program->funcs.count + 1) * sizeof *live->funcs);
  for (size_t f = 0; f < program->funcs.count; f++)
    for (size_t i = 0; i < program->funcs.data[f]->ins.count; i++)
      live->has_longjmp |= program->funcs.data[f]->ins.data[i].op == IR_LONGJMP;
  return live;
}

void live_memory_free(struct live_memory *live) {
  if (live == NULL) return;
  for (size_t i = 0; i < live->program->funcs.count; i++) {
    if (live->funcs[i] == NULL) continue;
    liveness_free(&live->funcs[i]->liveness);
    def_use_free(&live->funcs[i]->def_use);
    cfg_free(&live->funcs[i]->cfg);
    free(live->funcs[i]);
  }
  for (size_t i = 0; i < live->sets.count; i++) sparse_set_free(&live->sets.data[i]);
  vec_free(&live->sets);
  word_map_free(&live->reads);
  word_map_free(&live->reachable);
  free(live->funcs);
  free(live);
}

bool live_memory_is_known(const struct live_memory *live) {
  return mod_ref_is_known(live->mod_ref);
}

static struct live_func *func_of(struct live_memory *live, uint32_t number) {
  if (live->funcs[number] == NULL) {
    const struct ir_func *func = live->program->funcs.data[number];
    struct live_func *made = alloc_zeroed(sizeof *made);
    made->cfg = cfg_build(func);
    made->def_use = def_use_build(func);
    made->liveness = liveness_build(func, &made->cfg, &made->def_use);
    live->funcs[number] = made;
  }
  return live->funcs[number];
}

static uint64_t key_of(uint32_t instance, uint32_t block) {
  return ((uint64_t)(instance + 1) << 32 | block) * 0x9e3779b97f4a7c15u;
}

static void add_reads(struct live_memory *live, uint32_t instance, uint32_t first, uint32_t end,
                      struct sparse_set *regions) {
  struct effects effects = {0};
  for (uint32_t i = first; i < end; i++) mod_ref_add_ins(live->mod_ref, instance, i, &effects);
  sparse_set_unite(regions, &effects.reads);
  effects_free(&effects);
}

/* A new set in the list, number + 1. */
static uint64_t new_set(struct live_memory *live) {
  vec_push(&live->sets, (struct sparse_set){0});
  return live->sets.count;
}

static void add_block(struct live_memory *live, uint32_t instance, const struct ir_func *func,
                      uint32_t block, struct sparse_set *regions) {
  uint64_t *place = word_map_place(&live->reads, key_of(instance, block));
  if (*place == 0) {
    const struct ir_block *b = &func->blocks.data[block];
    uint64_t number = *place = new_set(live);
    if (points_to_block_runs(live->points, instance, block))
      add_reads(live, instance, b->first, b->first + b->count, &live->sets.data[number - 1]);
  }
  sparse_set_unite(regions, &live->sets.data[*place - 1]);
}

/* All that is read from the entry of the block on until the instance returns. */
static void add_reachable(struct live_memory *live, uint32_t instance, uint32_t block,
                          struct sparse_set *regions) {
  uint32_t number = points_to_instance_func(live->points, instance);
  uint64_t *place = word_map_find(&live->reachable, key_of(instance, block));
  if (place == NULL) {
    const struct graph *graph = &func_of(live, number)->cfg.successors;
    struct bitset seen = bitset_new(graph->node_count);
    struct sparse_set found = {0};
    VEC(uint32_t) work = {0};
    vec_push(&work, block);
    bitset_add(&seen, block);
    while (work.count != 0) {
      uint32_t at = vec_pop(&work);
      add_block(live, instance, live->program->funcs.data[number], at, &found);
      for (uint32_t i = graph->start[at]; i < graph->start[at + 1]; i++) {
        if (bitset_has(&seen, graph->targets[i])) continue;
        bitset_add(&seen, graph->targets[i]);
        vec_push(&work, graph->targets[i]);
      }
    }
    uint64_t made = new_set(live);
    live->sets.data[made - 1] = found;
    place = word_map_place(&live->reachable, key_of(instance, block));
    *place = made;
    bitset_free(&seen);
    vec_free(&work);
  }
  sparse_set_unite(regions, &live->sets.data[*place - 1]);
}

static void add_from(struct live_memory *live, uint32_t instance, uint32_t ins,
                     struct sparse_set *regions) {
  uint32_t number = points_to_instance_func(live->points, instance);
  const struct ir_func *func = live->program->funcs.data[number];
  const struct live_func *found = func_of(live, number);
  uint32_t block = found->def_use.block_of_ins[ins];
  const struct ir_block *b = &func->blocks.data[block];
  const struct graph *graph = &found->cfg.successors;
  add_reads(live, instance, ins, b->first + b->count, regions);
  for (uint32_t i = graph->start[block]; i < graph->start[block + 1]; i++)
    add_reachable(live, instance, graph->targets[i], regions);
  for (uint32_t i = 0; live->has_longjmp && i < func->ins.count; i++)
    if (func->ins.data[i].op == IR_SETJMP)
      add_reachable(live, instance, found->def_use.block_of_ins[i], regions);
}

static void add_frame(struct live_memory *live, uint32_t instance, struct live_frame frame,
                      bool is_top, struct sparse_set *regions) {
  uint32_t ins = is_top ? frame.ins : frame.ins + 1;
  if (instance != ABSTRACT_NONE) {
    add_from(live, instance, ins, regions);
    return;
  }
  for (uint32_t i = 0; i < points_to_instance_count(live->points); i++)
    if (points_to_instance_func(live->points, i) == frame.func) add_from(live, i, ins, regions);
}

void live_memory_add(struct live_memory *live, const struct live_frame *frames, uint32_t count,
                     struct sparse_set *regions) {
  uint32_t instance = count == 0 ? ABSTRACT_NONE : points_to_common(live->points, frames[0].func);
  for (uint32_t i = 0; i < count; i++) {
    add_frame(live, instance, frames[i], i + 1 == count, regions);
    if (instance != ABSTRACT_NONE && i + 1 < count)
      instance = points_to_enter(live->points, instance, frames[i].ins, frames[i + 1].func);
  }
}

struct bitset live_registers(struct live_memory *live, struct live_frame frame, bool is_top) {
  const struct ir_func *func = live->program->funcs.data[frame.func];
  const struct live_func *found = func_of(live, frame.func);
  uint32_t ins = is_top ? frame.ins : frame.ins + 1;
  struct liveness_cursor cursor =
      liveness_start(func, &found->liveness, found->def_use.block_of_ins[frame.ins]);
  while (cursor.ins > ins && liveness_step_back(&cursor)) continue;
  if (!is_top) { /* the results are still to come */
    struct ir_operand_list defs = {0};
    ir_list_defs(func, &func->ins.data[frame.ins], &defs);
    for (size_t i = 0; i < defs.count; i++) bitset_remove(&cursor.live, defs.data[i]);
    vec_free(&defs);
  }
  for (uint32_t i = 0; i < found->liveness.resumed.count; i++)
    if (live->has_longjmp) bitset_add(&cursor.live, found->liveness.resumed.regs[i]);
  return cursor.live;
}
