/* Liveness on demand: the blocks at whose start a register is live are found by walking upwards
   from its uses (as in ir/liveness.c, after Boissinot, Brandner and others, 2011) at the first
   query about it, and kept as ranges of block numbers. Front ends number blocks in source order, so
   even a long-lived register needs only one or two ranges.

   requires: a verified function.
   ensures:  a register reported as dead is not read on any run from there before it is defined
             again. In functions that call setjmp all registers are reported as live. */
#include "ir/live_ranges.h"

#include "ir/cfg.h"
#include "ir/def_use.h"
#include "ir/ir.h"
#include "util/alloc.h"

#include <stdlib.h>

/* Blocks `first` to `last`. */
struct stretch {
  uint32_t first, last;
};

struct range {
  struct stretch *list;
  uint32_t count;
  bool is_known;
};

struct live_ranges {
  const struct ir_func *func;
  struct cfg cfg;
  struct def_use def_use;
  struct range *ranges; /* per register */
  uint32_t *seen;       /* per block: the register + 1 that was last found live there */
  VEC(uint32_t) found;  /* blocks where the current register is live */
  VEC(struct stretch) stretches;
  bool has_setjmp;
};

struct live_ranges *live_ranges_new(const struct ir_func *func) {
  struct live_ranges *ranges = alloc_zeroed(sizeof *ranges);
  ranges->func = func;
  ranges->cfg = cfg_build(func);
  ranges->def_use = def_use_build(func);
  ranges->ranges = alloc_zeroed((func->reg_widths.count + 1) * sizeof *ranges->ranges);
  ranges->seen = alloc_zeroed((func->blocks.count + 1) * sizeof *ranges->seen);
  for (size_t i = 0; i < func->ins.count; i++)
    if (func->ins.data[i].op == IR_SETJMP) ranges->has_setjmp = true;
  return ranges;
}

void live_ranges_free(struct live_ranges *ranges) {
  if (ranges == NULL) return;
  for (size_t i = 0; i < ranges->func->reg_widths.count; i++) free(ranges->ranges[i].list);
  free(ranges->ranges);
  free(ranges->seen);
  vec_free(&ranges->found);
  vec_free(&ranges->stretches);
  cfg_free(&ranges->cfg);
  def_use_free(&ranges->def_use);
  free(ranges);
}

/* ---- finding the blocks ---- */

static bool is_defined_inside(const struct live_ranges *ranges, uint32_t reg, uint32_t block) {
  const struct def_site *def = &ranges->def_use.defs[reg];
  return (def->kind == DEF_INS || def->kind == DEF_CALL_RESULT) && def->block == block;
}

static bool is_param_of(const struct live_ranges *ranges, uint32_t reg, uint32_t block) {
  const struct def_site *def = &ranges->def_use.defs[reg];
  return def->kind == DEF_BLOCK_PARAM && def->block == block;
}

static void find(struct live_ranges *ranges, uint32_t reg, uint32_t block) {
  if (ranges->seen[block] == reg + 1 || !cfg_is_reachable(&ranges->cfg, block) ||
      is_defined_inside(ranges, reg, block))
    return;
  ranges->seen[block] = reg + 1;
  vec_push(&ranges->found, block);
}

static void find_blocks(struct live_ranges *ranges, uint32_t reg) {
  const struct def_use *def_use = &ranges->def_use;
  const struct graph *graph = &ranges->cfg.predecessors;
  vec_clear(&ranges->found);
  for (uint32_t i = def_use->first_use[reg]; i < def_use->first_use[reg + 1]; i++)
    find(ranges, reg, def_use->block_of_ins[def_use->uses[i].ins]);
  for (size_t next = 0; next < ranges->found.count; next++) {
    uint32_t block = ranges->found.data[next];
    if (is_param_of(ranges, reg, block)) continue;
    for (uint32_t i = graph->start[block]; i < graph->start[block + 1]; i++)
      find(ranges, reg, graph->targets[i]);
  }
}

/* ---- keeping them ---- */

static int compare_blocks(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

static void add_block(struct live_ranges *ranges, uint32_t block) {
  size_t count = ranges->stretches.count;
  if (count > 0 && ranges->stretches.data[count - 1].last + 1 == block)
    ranges->stretches.data[count - 1].last = block;
  else
    vec_push(&ranges->stretches, ((struct stretch){block, block}));
}

/* The blocks in order: by sorting them or, if they are close together, by scanning all blocks in
   between. */
static void list_stretches(struct live_ranges *ranges, uint32_t reg) {
  enum { SORT_COST = 16 };
  uint32_t least = UINT32_MAX, most = 0;
  for (size_t i = 0; i < ranges->found.count; i++) {
    uint32_t block = ranges->found.data[i];
    if (block < least) least = block;
    if (block > most) most = block;
  }
  vec_clear(&ranges->stretches);
  if (ranges->found.count == 0) return;
  if ((most - least) / SORT_COST > ranges->found.count) {
    qsort(ranges->found.data, ranges->found.count, sizeof(uint32_t), compare_blocks);
    for (size_t i = 0; i < ranges->found.count; i++) add_block(ranges, ranges->found.data[i]);
  } else {
    for (uint32_t block = least; block <= most; block++)
      if (ranges->seen[block] == reg + 1) add_block(ranges, block);
  }
}

static const struct range *range_of(struct live_ranges *ranges, uint32_t reg) {
  struct range *range = &ranges->ranges[reg];
  if (range->is_known) return range;
  find_blocks(ranges, reg);
  list_stretches(ranges, reg);
  range->is_known = true;
  range->count = (uint32_t)ranges->stretches.count;
  if (range->count == 0) return range;
  range->list = alloc_bytes(range->count * sizeof *range->list);
  for (uint32_t i = 0; i < range->count; i++) range->list[i] = ranges->stretches.data[i];
  return range;
}

/* ---- queries ---- */

bool live_ranges_has_at(struct live_ranges *ranges, uint32_t reg, uint32_t block) {
  if (ranges->has_setjmp) return true;
  const struct range *range = range_of(ranges, reg);
  uint32_t low = 0, high = range->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (range->list[middle].last < block)
      low = middle + 1;
    else
      high = middle;
  }
  return low < range->count && range->list[low].first <= block;
}

uint32_t live_ranges_next_use(const struct live_ranges *ranges, uint32_t reg, uint32_t ins) {
  const struct def_use *def_use = &ranges->def_use;
  uint32_t low = def_use->first_use[reg], high = def_use->first_use[reg + 1], limit = high;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (def_use->uses[middle].ins < ins)
      low = middle + 1;
    else
      high = middle;
  }
  return low < limit ? def_use->uses[low].ins : UINT32_MAX;
}

bool live_ranges_has_after(struct live_ranges *ranges, uint32_t reg, uint32_t ins) {
  if (ranges->has_setjmp) return true;
  uint32_t block = ranges->def_use.block_of_ins[ins];
  const struct ir_block *b = &ranges->func->blocks.data[block];
  if (is_defined_inside(ranges, reg, block) && ranges->def_use.defs[reg].ins >= ins) return false;
  if (live_ranges_next_use(ranges, reg, ins + 1) < b->first + b->count) return true;
  const struct graph *graph = &ranges->cfg.successors;
  for (uint32_t i = graph->start[block]; i < graph->start[block + 1]; i++)
    if (!is_param_of(ranges, reg, graph->targets[i]) &&
        live_ranges_has_at(ranges, reg, graph->targets[i]))
      return true;
  return false;
}
