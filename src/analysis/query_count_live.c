/* Liveness of cells: the usual backward data flow over blocks. A load, or a callee that reads
   the cell, makes it live; a store kills the cells that it covers completely.

   requires: sites with sorted cells.
   ensures:  a cell that is not live is not read, under the name of any cell, by the function or
             its callees before the function itself writes it.

   Cells behind a register begin with it: they are not live before its definition.

   Left out: writes by callees, memset and copies kill nothing. */
#include "analysis/query_count_live.h"

#include "analysis/query_count_sites.h"
#include "ir/cfg.h"
#include "ir/def_use.h"
#include "ir/loops.h"

#include <stdlib.h>

/* Removes the cells behind a register. */
static void end_base(const struct query_cells *cells, uint32_t reg, struct bitset *set) {
  uint32_t rank = query_cells_first_of_base(cells, QUERY_POINTER, reg);
  for (; rank < cells->cells.count; rank++) {
    const struct query_cell *cell = &cells->cells.data[cells->sorted[rank]];
    if (cell->kind != QUERY_POINTER || cell->base != reg) break;
    bitset_remove(set, rank);
  }
}

static void apply(const struct query_sites *sites, const struct query_event *event,
                  struct bitset *set, struct ir_operand_list *list) {
  const struct query_cells *cells = &sites->cells;
  if (event->kind == QUERY_BEGINS) {
    end_base(cells, event->cell, set);
    return;
  }
  if (event->kind == QUERY_READS) {
    bitset_add(set, cells->rank[event->cell]);
    return;
  }
  const struct query_cell *cell = &cells->cells.data[event->cell];
  if (cell->size == 0) return;
  vec_clear(list);
  query_cells_list_meeting(cells, event->cell, list);
  for (size_t i = 0; i < list->count; i++) {
    const struct query_cell *other = &cells->cells.data[list->data[i]];
    if (other->size != 0 && other->offset >= cell->offset &&
        other->offset + other->size <= cell->offset + cell->size)
      bitset_remove(set, cells->rank[list->data[i]]);
  }
}

/* Adds the cells live at the entry of the block, except those behind its parameters, to the
   target, restricted to `passed` unless that is NULL. True if the target grew. */
static bool unite_without_params(const struct query_live *live, uint32_t block,
                                 const struct bitset *passed, struct bitset *target) {
  const struct bitset *from = &live->live_in[block], *without = &live->begun[block];
  bool has_grown = false;
  for (size_t i = 0; i < (target->size + 63) / 64; i++) {
    uint64_t added = from->words[i] & ~target->words[i];
    if (without->words != NULL) added &= ~without->words[i];
    if (passed != NULL) added &= passed->words[i];
    target->words[i] |= added;
    has_grown |= added != 0;
  }
  return has_grown;
}

struct query_live_cursor query_live_start(const struct query_live *live, uint32_t block) {
  const struct graph *successors = &live->cfg->successors;
  uint32_t place = live->loops->place[block];
  struct query_live_cursor cursor = {place, live->sites->first_event[place + 1],
                                     bitset_new(live->sites->cells.cells.count)};
  for (uint32_t i = successors->start[block]; i < successors->start[block + 1]; i++)
    unite_without_params(live, successors->targets[i], NULL, &cursor.cells);
  return cursor;
}

void query_live_back_to(const struct query_live *live, struct query_live_cursor *cursor,
                        uint32_t ins) {
  const struct query_sites *sites = live->sites;
  struct ir_operand_list list = {0};
  while (cursor->event > sites->first_event[cursor->place] &&
         sites->events.data[cursor->event - 1].ins > ins)
    apply(sites, &sites->events.data[--cursor->event], &cursor->cells, &list);
  vec_free(&list);
}

/* The cells live at the block's entry if none is live at its end, and those that the block
   passes on from its end to its entry. */
static void summarise(const struct query_live *live, uint32_t block, struct bitset *passed) {
  const struct query_sites *sites = live->sites;
  uint32_t place = live->loops->place[block];
  struct ir_operand_list list = {0};
  for (size_t i = 0; i < sites->cells.cells.count; i++) bitset_add(passed, i);
  for (uint32_t i = sites->first_event[place + 1]; i-- > sites->first_event[place];) {
    apply(sites, &sites->events.data[i], &live->live_in[block], &list);
    apply(sites, &sites->events.data[i], passed, &list);
  }
  vec_free(&list);
}

static bool relax(const struct query_live *live, uint32_t block, const struct bitset *passed) {
  const struct graph *successors = &live->cfg->successors;
  bool has_changed = false;
  for (uint32_t i = successors->start[block]; i < successors->start[block + 1]; i++)
    has_changed |=
        unite_without_params(live, successors->targets[i], passed, &live->live_in[block]);
  return has_changed;
}

/* The cells behind parameters of blocks. */
static void find_begun(const struct query_live *live) {
  const struct query_cells *cells = &live->sites->cells;
  for (uint32_t rank = 0; rank < cells->cells.count; rank++) {
    const struct query_cell *cell = &cells->cells.data[cells->sorted[rank]];
    if (cell->kind != QUERY_POINTER) continue;
    const struct def_site *def = &live->def_use->defs[cell->base];
    if (def->kind != DEF_BLOCK_PARAM) continue;
    struct bitset *begun = &live->begun[def->block];
    if (begun->words == NULL) *begun = bitset_new(cells->cells.count);
    bitset_add(begun, rank);
  }
}

struct query_live query_live_build(const struct query_sites *sites, const struct cfg *cfg,
                                   const struct loops *loops, const struct def_use *def_use) {
  struct query_live live = {.sites = sites,
                            .cfg = cfg,
                            .loops = loops,
                            .def_use = def_use,
                            .live_in = alloc_zeroed((cfg->block_count + 1) * sizeof(struct bitset)),
                            .begun = alloc_zeroed((cfg->block_count + 1) * sizeof(struct bitset))};
  struct bitset *passed = alloc_zeroed((cfg->block_count + 1) * sizeof *passed);
  size_t count = sites->cells.cells.count;
  for (uint32_t i = 0; i < cfg->block_count; i++) {
    live.live_in[i] = bitset_new(count);
    passed[i] = bitset_new(count);
    if (cfg_is_reachable(cfg, i)) summarise(&live, i, &passed[i]);
  }
  find_begun(&live);
  for (bool has_changed = count != 0; has_changed;) {
    has_changed = false;
    for (uint32_t i = cfg->order_count; i-- > 0;)
      has_changed |= relax(&live, cfg->order[i], &passed[cfg->order[i]]);
  }
  for (uint32_t i = 0; i < cfg->block_count; i++) bitset_free(&passed[i]);
  free(passed);
  return live;
}

void query_live_free(struct query_live *live) {
  for (uint32_t i = 0; i < live->cfg->block_count; i++) {
    bitset_free(&live->live_in[i]);
    bitset_free(&live->begun[i]);
  }
  free(live->live_in);
  free(live->begun);
  *live = (struct query_live){0};
}
