/* Liveness, one register at a time: from each use upwards until the definition (Boissinot, Brandner
   and others, Computing liveness sets for SSA-form programs, 2011, section 5). The time is linear
   in the size of the result; bit sets per block would be quadratic for large functions, which
   consist mostly of temporaries. Registers are processed in order, so the sets are sorted, and
   membership is checked by looking at the last element.

   requires: the analyses of the same verified function.
   ensures:  a register that is not in a set is not read on any run from there before
             it is defined again, counting runs that come back to a setjmp.

   A longjmp continues after a setjmp with the registers of the frame as they are at that time. So
   what is live after a setjmp is live at every call and longjmp that can run after it in the same
   activation; on some runs to such a call it may not be defined yet. */
#include "ir/liveness.h"

#include "ir/cfg.h"
#include "ir/def_use.h"
#include "ir/operands.h"

#include <stdlib.h>

struct walker {
  const struct ir_func *func;
  const struct cfg *cfg;
  const struct def_use *def_use;
  struct liveness *result;
  VEC(uint32_t) work; /* blocks at whose start the register was found live */
};

static bool set_append(struct live_set *set, uint32_t reg) {
  if (set->count != 0 && set->regs[set->count - 1] == reg) return false;
  if (set->count == set->capacity) {
    size_t capacity = set->capacity;
    set->regs = vec_grown(set->regs, &capacity, set->count + 1, sizeof *set->regs);
    set->capacity = (uint32_t)capacity;
  }
  set->regs[set->count++] = reg;
  return true;
}

bool liveness_has(const struct live_set *set, uint32_t reg) {
  uint32_t low = 0, high = set->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (set->regs[middle] < reg)
      low = middle + 1;
    else
      high = middle;
  }
  return low < set->count && set->regs[low] == reg;
}

/* The register is read in the block before the block could define it. */
static void mark_live_in(struct walker *walker, uint32_t reg, uint32_t block) {
  if (set_append(&walker->result->live_in[block], reg)) vec_push(&walker->work, block);
}

static bool is_defined_inside(const struct walker *walker, uint32_t reg, uint32_t block) {
  const struct def_site *def = &walker->def_use->defs[reg];
  return (def->kind == DEF_INS || def->kind == DEF_CALL_RESULT) && def->block == block;
}

static bool is_defined_on_entry(const struct walker *walker, uint32_t reg, uint32_t block) {
  const struct def_site *def = &walker->def_use->defs[reg];
  return def->kind == DEF_BLOCK_PARAM && def->block == block;
}

static void mark_live_out(struct walker *walker, uint32_t reg, uint32_t block) {
  if (!set_append(&walker->result->live_out[block], reg)) return;
  if (!is_defined_inside(walker, reg, block)) mark_live_in(walker, reg, block);
}

static void spread_upwards(struct walker *walker, uint32_t reg) {
  const struct graph *graph = &walker->cfg->predecessors;
  while (walker->work.count != 0) {
    uint32_t block = vec_pop(&walker->work);
    if (is_defined_on_entry(walker, reg, block)) continue;
    for (uint32_t i = graph->start[block]; i < graph->start[block + 1]; i++)
      if (cfg_is_reachable(walker->cfg, graph->targets[i]))
        mark_live_out(walker, reg, graph->targets[i]);
  }
}

static void walk_reg(struct walker *walker, uint32_t reg) {
  const struct def_use *def_use = walker->def_use;
  for (uint32_t i = def_use->first_use[reg]; i < def_use->first_use[reg + 1]; i++) {
    uint32_t block = def_use->block_of_ins[def_use->uses[i].ins];
    if (cfg_is_reachable(walker->cfg, block) && !is_defined_inside(walker, reg, block))
      mark_live_in(walker, reg, block);
  }
  spread_upwards(walker, reg);
}

/* Functions that call setjmp. */

static bool calls_out(const struct ir_ins *ins) {
  return ins->op == IR_CALL || ins->op == IR_LONGJMP;
}

static void mark_after_setjmp(struct walker *walker) {
  const struct ir_func *func = walker->func;
  const struct graph *graph = &walker->cfg->successors;
  bool *is_marked = walker->result->may_resume;
  for (uint32_t i = 0; i < func->ins.count; i++) {
    uint32_t block = walker->def_use->block_of_ins[i];
    if (func->ins.data[i].op != IR_SETJMP || !cfg_is_reachable(walker->cfg, block) ||
        is_marked[block])
      continue;
    is_marked[block] = true;
    vec_push(&walker->work, block);
  }
  while (walker->work.count != 0) {
    uint32_t block = vec_pop(&walker->work);
    for (uint32_t i = graph->start[block]; i < graph->start[block + 1]; i++) {
      if (is_marked[graph->targets[i]]) continue;
      is_marked[graph->targets[i]] = true;
      vec_push(&walker->work, graph->targets[i]);
    }
  }
}

/* What is live after a setjmp, ignoring returns by longjmp. Those add to the liveness of these
   registers only, so one pass is enough. */
static void find_resumed(struct walker *walker) {
  const struct ir_func *func = walker->func;
  struct liveness *result = walker->result;
  struct bitset resumed = bitset_new(func->reg_widths.count);
  for (uint32_t block = 0; block < func->blocks.count; block++) {
    if (!result->may_resume[block]) continue;
    struct liveness_cursor cursor = liveness_start(func, result, block);
    bool is_more = true;
    while (is_more) {
      const struct ir_ins *before = &func->ins.data[cursor.ins - 1];
      if (before->op == IR_SETJMP) {
        bitset_remove(&cursor.live, before->dst);
        bitset_unite(&resumed, &cursor.live);
      }
      is_more = liveness_step_back(&cursor) && cursor.ins != func->blocks.data[block].first;
    }
    liveness_cursor_free(&cursor);
  }
  for (size_t reg = bitset_next(&resumed, 0); reg != BITSET_NONE;
       reg = bitset_next(&resumed, reg + 1))
    set_append(&result->resumed, (uint32_t)reg);
  bitset_free(&resumed);
}

static bool block_calls_before(const struct walker *walker, uint32_t number, uint32_t end) {
  for (uint32_t i = walker->func->blocks.data[number].first; i < end; i++)
    if (calls_out(&walker->func->ins.data[i])) return true;
  return false;
}

/* A call in the block that defines the register counts as a use only before the definition: after
   it, it does not make the register live-in. */
static void add_resumed_uses(struct walker *walker, uint32_t reg) {
  const struct ir_func *func = walker->func;
  for (uint32_t i = 0; i < walker->cfg->order_count; i++) {
    uint32_t number = walker->cfg->order[i];
    const struct ir_block *block = &func->blocks.data[number];
    uint32_t end = is_defined_inside(walker, reg, number) ? walker->def_use->defs[reg].ins + 1
                                                          : block->first + block->count;
    if (walker->result->may_resume[number] && block_calls_before(walker, number, end))
      mark_live_in(walker, reg, number);
  }
}

static void reset(struct live_set *sets, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) sets[i].count = 0;
}

static void account_for_setjmp(struct walker *walker) {
  struct liveness *result = walker->result;
  uint32_t reg_count = (uint32_t)walker->func->reg_widths.count;
  result->may_resume = alloc_zeroed(result->block_count);
  mark_after_setjmp(walker);
  find_resumed(walker);
  reset(result->live_in, result->block_count);
  reset(result->live_out, result->block_count);
  for (uint32_t reg = 0, next = 0; reg < reg_count; reg++) {
    if (next < result->resumed.count && result->resumed.regs[next] == reg) {
      add_resumed_uses(walker, reg);
      next++;
    }
    walk_reg(walker, reg);
  }
}

struct liveness liveness_build(const struct ir_func *func, const struct cfg *cfg,
                               const struct def_use *def_use) {
  return liveness_build_until(func, cfg, def_use, NULL);
}

struct liveness liveness_build_until(const struct ir_func *func, const struct cfg *cfg,
                                     const struct def_use *def_use, const volatile bool *stop) {
  struct liveness result = {.block_count = cfg->block_count,
                            .live_in = alloc_zeroed(cfg->block_count * sizeof *result.live_in),
                            .live_out = alloc_zeroed(cfg->block_count * sizeof *result.live_out)};
  struct walker walker = {.func = func, .cfg = cfg, .def_use = def_use, .result = &result};
  bool has_setjmp = false;
  for (size_t i = 0; i < func->ins.count; i++) has_setjmp |= func->ins.data[i].op == IR_SETJMP;
  for (uint32_t reg = 0; reg < func->reg_widths.count && !(stop != NULL && *stop); reg++)
    walk_reg(&walker, reg);
  if (has_setjmp) account_for_setjmp(&walker);
  vec_free(&walker.work);
  return result;
}

void liveness_free(struct liveness *liveness) {
  for (uint32_t i = 0; i < liveness->block_count; i++) {
    free(liveness->live_in[i].regs);
    free(liveness->live_out[i].regs);
  }
  free(liveness->live_in);
  free(liveness->live_out);
  free(liveness->resumed.regs);
  free(liveness->may_resume);
  *liveness = (struct liveness){0};
}

/* The walk over one block. */

struct liveness_cursor liveness_start(const struct ir_func *func, const struct liveness *liveness,
                                      uint32_t block) {
  const struct ir_block *b = &func->blocks.data[block];
  struct liveness_cursor cursor = {func, liveness, block, b->first + b->count,
                                   bitset_new(func->reg_widths.count)};
  const struct live_set *out = &liveness->live_out[block];
  for (uint32_t i = 0; i < out->count; i++) bitset_add(&cursor.live, out->regs[i]);
  return cursor;
}

bool liveness_step_back(struct liveness_cursor *cursor) {
  const struct ir_func *func = cursor->func;
  const struct liveness *liveness = cursor->liveness;
  if (cursor->ins == func->blocks.data[cursor->block].first) return false;
  const struct ir_ins *ins = &func->ins.data[--cursor->ins];
  struct ir_operand_list list = {0};
  ir_list_defs(func, ins, &list);
  for (size_t i = 0; i < list.count; i++) bitset_remove(&cursor->live, list.data[i]);
  vec_clear(&list);
  ir_list_uses(func, ins, &list);
  for (uint32_t i = 0; i < ir_successor_count(ins); i++)
    ir_list_edge_args(func, ir_successor_edge(func, ins, i), &list);
  for (size_t i = 0; i < list.count; i++)
    if (!ir_is_const(list.data[i])) bitset_add(&cursor->live, list.data[i]);
  if (calls_out(ins) && liveness->may_resume != NULL && liveness->may_resume[cursor->block])
    for (uint32_t i = 0; i < liveness->resumed.count; i++)
      bitset_add(&cursor->live, liveness->resumed.regs[i]);
  vec_free(&list);
  return true;
}

void liveness_cursor_free(struct liveness_cursor *cursor) { bitset_free(&cursor->live); }
