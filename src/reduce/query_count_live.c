/* Liveness of cells: the usual backward data flow over blocks. A load, or a callee that reads
   the cell, makes it live; a store kills the cells that it covers whole.

   requires: sites with their cells sorted.
   ensures:  a cell that is not live is not read by the function or its callees before the
             function itself writes it, by the names that cells have.

   Left out: what callees, memset and copies write kills nothing. */
#include "reduce/query_count_live.h"

#include "ir/cfg.h"
#include "ir/loops.h"
#include "reduce/query_count_sites.h"

#include <stdlib.h>

static void apply(const struct query_sites *sites, const struct query_event *event,
                  struct bitset *set, struct ir_operand_list *list) {
  const struct query_cells *cells = &sites->cells;
  const struct query_cell *cell = &cells->cells.data[event->cell];
  if (!event->is_store) {
    bitset_add(set, cells->rank[event->cell]);
    return;
  }
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

struct query_live_cursor query_live_start(const struct query_live *live, uint32_t block) {
  const struct graph *successors = &live->cfg->successors;
  uint32_t place = live->loops->place[block];
  struct query_live_cursor cursor = {place, live->sites->first_event[place + 1],
                                     bitset_new(live->sites->cells.cells.count)};
  for (uint32_t i = successors->start[block]; i < successors->start[block + 1]; i++)
    bitset_unite(&cursor.cells, &live->live_in[successors->targets[i]]);
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

/* What is live at the block's entry if nothing is at its end, and what is then not in the way of
   what is live there. */
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
  struct bitset *here = &live->live_in[block];
  size_t words = (here->size + 63) / 64;
  bool has_changed = false;
  for (uint32_t i = successors->start[block]; i < successors->start[block + 1]; i++) {
    const struct bitset *next = &live->live_in[successors->targets[i]];
    for (size_t j = 0; j < words; j++) {
      uint64_t added = next->words[j] & passed->words[j] & ~here->words[j];
      here->words[j] |= added;
      has_changed |= added != 0;
    }
  }
  return has_changed;
}

struct query_live query_live_build(const struct query_sites *sites, const struct cfg *cfg,
                                   const struct loops *loops) {
  struct query_live live = {sites, cfg, loops,
                            alloc_zeroed((cfg->block_count + 1) * sizeof(struct bitset))};
  struct bitset *passed = alloc_zeroed((cfg->block_count + 1) * sizeof *passed);
  size_t count = sites->cells.cells.count;
  for (uint32_t i = 0; i < cfg->block_count; i++) {
    live.live_in[i] = bitset_new(count);
    passed[i] = bitset_new(count);
    if (cfg_is_reachable(cfg, i)) summarise(&live, i, &passed[i]);
  }
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
  for (uint32_t i = 0; i < live->cfg->block_count; i++) bitset_free(&live->live_in[i]);
  free(live->live_in);
  *live = (struct query_live){0};
}
