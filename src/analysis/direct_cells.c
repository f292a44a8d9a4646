/* Liveness of direct variables: a backward analysis across calls, as that of registers. A load
   makes a variable live, a store to all of it makes it dead.

   What comes before a call depends on what the callee reads, and on whether the callee may return
   without having overwritten what is read after it. So each point has two sets: `reads`, as if
   nothing were read after the function returns, and `passes`, cells that may reach the return as
   they are. The sets at a function's entry are what its callers need, and the live cells of a stack
   of frames follow from the bottom up: live = reads, and passes of what is live in the caller.

   Functions behind pointers may be any whose address is taken; they pass everything.

   requires: a verified program.
   ensures:  see direct_cells.h. */
#include "analysis/direct_cells.h"

#include "analysis/direct_state.h"
#include "analysis/faint.h"
#include "analysis/live_memory.h"
#include "ir/operands.h"

#include <stdlib.h>
#include <string.h>

/* ---- sets ---- */

static size_t cell_count(const struct direct_cells *cells, uint32_t func) {
  return cells->globals.count + cells->funcs[func].locals.count + 1;
}

static struct direct_sets new_sets(size_t size) {
  return (struct direct_sets){bitset_new(size), bitset_new(size)};
}

static void free_sets(struct direct_sets *sets) {
  bitset_free(&sets->reads);
  bitset_free(&sets->passes);
}

static void add_all(struct bitset *set) {
  for (size_t i = 0; i < set->size; i++) bitset_add(set, i);
}

/* ---- instructions ---- */

static void read_cell(const struct direct_cells *cells, const struct ir_func *func,
                      ir_operand address, struct direct_sets *sets) {
  bool is_start;
  uint32_t cell = direct_cell(cells, func, address, &is_start);
  if (cell != GRAPH_NONE) bitset_add(&sets->reads, cell);
}

static void write_cell(const struct direct_cells *cells, const struct ir_func *func,
                       ir_operand address, uint64_t size, struct direct_sets *sets) {
  bool is_start;
  uint32_t cell = direct_cell(cells, func, address, &is_start);
  if (cell == GRAPH_NONE || !is_start || size != direct_size(cells, func, cell)) return;
  bitset_remove(&sets->reads, cell);
  bitset_remove(&sets->passes, cell);
}

/* Globals come first in all sets; the others are of smaller or larger size. */
static void go_before_callee(const struct direct_cells *cells, const struct direct_sets *callee,
                             struct direct_sets *sets) {
  for (size_t i = 0; i < cells->globals.count; i++) {
    if (!bitset_has(&callee->passes, i)) {
      bitset_remove(&sets->reads, i);
      bitset_remove(&sets->passes, i);
    }
    if (bitset_has(&callee->reads, i)) bitset_add(&sets->reads, i);
  }
}

static void go_before_call(const struct direct_cells *cells, const struct ir_func *func,
                           const struct ir_ins *ins, struct direct_sets *sets) {
  uint32_t callee = call_graph_direct_callee(func, ins);
  if (callee == GRAPH_NONE) {
    for (size_t i = 0; i < cells->globals.count; i++)
      if (bitset_has(&cells->indirect, i)) bitset_add(&sets->reads, i);
  } else if (cells->funcs[callee].has_body) {
    go_before_callee(cells, &cells->funcs[callee].entry[0], sets);
  }
}

static void go_before(const struct direct_cells *cells, const struct ir_func *func, uint32_t number,
                      struct direct_sets *sets) {
  const struct ir_ins *ins = &func->ins.data[number];
  uint64_t size;
  switch (ins->op) {
  case IR_LOAD:
    if (cells->faint == NULL || !faint_is(cells->faint, func->number, ins->dst))
      read_cell(cells, func, ins->a, sets);
    break;
  case IR_STORE:
    if (ins->width % 8 == 0) write_cell(cells, func, ins->a, ins->width / 8, sets);
    break;
  case IR_MEMSET:
    if (ir_const_value(func, ins->c, &size)) write_cell(cells, func, ins->a, size, sets);
    break;
  case IR_MEMCPY:
  case IR_MEMMOVE:
    if (ir_const_value(func, ins->c, &size)) write_cell(cells, func, ins->a, size, sets);
    read_cell(cells, func, ins->b, sets);
    break;
  case IR_CALL: go_before_call(cells, func, ins, sets); break;
  case IR_RET: add_all(&sets->passes); break;
  default: break;
  }
}

/* ---- blocks and functions ---- */

static void start_at_end(const struct direct_func *direct, uint32_t block,
                         struct direct_sets *sets) {
  const struct graph *graph = &direct->cfg.successors;
  for (uint32_t i = graph->start[block]; i < graph->start[block + 1]; i++) {
    bitset_unite(&sets->reads, &direct->entry[graph->targets[i]].reads);
    bitset_unite(&sets->passes, &direct->entry[graph->targets[i]].passes);
  }
}

static void go_back_to(const struct direct_cells *cells, const struct ir_func *func, uint32_t ins,
                       struct direct_sets *sets) {
  const struct direct_func *direct = &cells->funcs[func->number];
  uint32_t block = direct->block_of[ins];
  const struct ir_block *b = &func->blocks.data[block];
  start_at_end(direct, block, sets);
  for (uint32_t i = b->first + b->count; i-- > ins;) go_before(cells, func, i, sets);
}

static bool update_block(struct direct_cells *cells, const struct ir_func *func, uint32_t block) {
  struct direct_sets *entry = &cells->funcs[func->number].entry[block];
  struct direct_sets sets = new_sets(cell_count(cells, func->number));
  go_back_to(cells, func, func->blocks.data[block].first, &sets);
  bool is_changed = bitset_unite(&entry->reads, &sets.reads);
  is_changed |= bitset_unite(&entry->passes, &sets.passes);
  free_sets(&sets);
  return is_changed;
}

static bool update_func(struct direct_cells *cells, uint32_t number) {
  const struct ir_func *func = cells->program->funcs.data[number];
  const struct cfg *cfg = &cells->funcs[number].cfg;
  bool has_changed = false;
  for (bool is_changed = func->has_body; is_changed;) {
    is_changed = false;
    for (uint32_t i = cfg->order_count; i-- > 0;)
      is_changed |= update_block(cells, func, cfg->order[i]);
    has_changed |= is_changed;
  }
  return has_changed;
}

static bool update_indirect(struct direct_cells *cells) {
  bool is_changed = false;
  for (uint32_t i = 0; i < cells->graph.address_taken_count; i++) {
    const struct direct_func *direct = &cells->funcs[cells->graph.address_taken[i]];
    for (size_t k = 0; direct->has_body && k < cells->globals.count; k++)
      if (bitset_has(&direct->entry[0].reads, k) && !bitset_has(&cells->indirect, k)) {
        bitset_add(&cells->indirect, k);
        is_changed = true;
      }
  }
  return is_changed;
}

/* Callees before callers, until nothing changes: sets only grow. */
static void solve(struct direct_cells *cells) {
  const struct graph_components *components = &cells->graph.components;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (uint32_t c = 0; c < components->count; c++)
      for (uint32_t i = components->start[c]; i < components->start[c + 1]; i++)
        is_changed |= update_func(cells, components->members[i]);
    is_changed |= update_indirect(cells);
  }
}

static void prepare_func(struct direct_cells *cells, uint32_t number) {
  const struct ir_func *func = cells->program->funcs.data[number];
  struct direct_func *direct = &cells->funcs[number];
  direct->has_body = true;
  direct->cfg = cfg_build(func);
  direct->block_of = alloc_bytes((func->ins.count + 1) * sizeof *direct->block_of);
  direct->entry = alloc_bytes((func->blocks.count + 1) * sizeof *direct->entry);
  for (uint32_t block = 0; block < func->blocks.count; block++) {
    const struct ir_block *b = &func->blocks.data[block];
    for (uint32_t i = b->first; i < b->first + b->count; i++) direct->block_of[i] = block;
    direct->entry[block] = new_sets(cell_count(cells, number));
  }
}

struct direct_cells *direct_cells_new(const struct ir_program *program, const struct faint *faint) {
  struct direct_cells *cells = alloc_zeroed(sizeof *cells);
  cells->faint = faint;
  cells->program = program;
  cells->is_known = true;
  for (size_t f = 0; f < program->funcs.count; f++)
    for (size_t i = 0; i < program->funcs.data[f]->ins.count; i++)
      if (program->funcs.data[f]->ins.data[i].op == IR_LONGJMP) cells->is_known = false;
  cells->funcs = alloc_zeroed((program->funcs.count + 1) * sizeof *cells->funcs);
  if (!cells->is_known) return cells;
  direct_find(cells);
  cells->graph = call_graph_build(program);
  cells->indirect = bitset_new(cells->globals.count + 1);
  for (uint32_t i = 0; i < program->funcs.count; i++)
    if (program->funcs.data[i]->has_body) prepare_func(cells, i);
  solve(cells);
  return cells;
}

static void free_func(const struct direct_cells *cells, uint32_t number) {
  struct direct_func *direct = &cells->funcs[number];
  if (!direct->has_body) return;
  for (size_t i = 0; i < cells->program->funcs.data[number]->blocks.count; i++)
    free_sets(&direct->entry[i]);
  free(direct->entry);
  free(direct->block_of);
  free(direct->origins);
  cfg_free(&direct->cfg);
  vec_free(&direct->locals);
}

void direct_cells_free(struct direct_cells *cells) {
  if (cells == NULL) return;
  for (uint32_t i = 0; i < cells->program->funcs.count; i++) free_func(cells, i);
  if (cells->is_known) {
    call_graph_free(&cells->graph);
    bitset_free(&cells->indirect);
  }
  vec_free(&cells->globals);
  free(cells->cell_of);
  free(cells->funcs);
  free(cells);
}

/* ---- questions ---- */

bool direct_cells_is_known(const struct direct_cells *cells) { return cells->is_known; }

uint32_t direct_cells_count(const struct direct_cells *cells) {
  return (uint32_t)cells->globals.count;
}

uint32_t direct_cells_global(const struct direct_cells *cells, uint32_t number) {
  return cells->globals.data[number];
}

/* The caller frees the sets. */
static struct direct_sets sets_at(const struct direct_cells *cells, struct live_frame frame,
                                  bool is_top) {
  const struct ir_func *func = cells->program->funcs.data[frame.func];
  struct direct_sets sets = new_sets(cell_count(cells, frame.func));
  go_back_to(cells, func, is_top ? frame.ins : frame.ins + 1, &sets);
  return sets;
}

struct bitset direct_cells_live(struct direct_cells *cells, const struct live_frame *frames,
                                uint32_t count) {
  struct bitset live = bitset_new(cells->globals.count + 1);
  for (uint32_t i = 0; i < count; i++) {
    struct direct_sets sets = sets_at(cells, frames[i], i + 1 == count);
    for (size_t k = 0; k < cells->globals.count; k++) {
      if (!bitset_has(&sets.passes, k)) bitset_remove(&live, k);
      if (bitset_has(&sets.reads, k)) bitset_add(&live, k);
    }
    free_sets(&sets);
  }
  return live;
}

const struct direct_local *direct_cells_locals(const struct direct_cells *cells, uint32_t func,
                                               uint32_t *count) {
  *count = (uint32_t)cells->funcs[func].locals.count;
  return cells->funcs[func].locals.data;
}

bool direct_cells_is_dead_local(struct direct_cells *cells, struct live_frame frame, bool is_top,
                                uint32_t number) {
  const struct direct_func *direct = &cells->funcs[frame.func];
  const struct direct_local *local = &direct->locals.data[number];
  uint32_t next = is_top ? frame.ins : frame.ins + 1;
  if (local->size == 0) return false;                                  /* not direct after all */
  if (direct->block_of[next] == 0 && next <= local->ins) return false; /* not made yet */
  struct direct_sets sets = sets_at(cells, frame, is_top);
  bool is_live = bitset_has(&sets.reads, cells->globals.count + number);
  free_sets(&sets);
  return !is_live;
}
