/* Storage of nodes: cells in slabs.

   A cell's size follows from its kind and from whether it has a range, so a slab of one cell size
   can be walked from end to end; that is how the table grows and how a collection sweeps, in memory
   order rather than hash order. A slab without a live node is returned to the system, so a run
   under a memory limit shrinks again. */
#include "expr/cells.h"

#include <stdlib.h>
#include <sys/mman.h>

enum {
  ARENA_BYTES = 2 * HUGE_PAGE,
  SMALL_SLABS = 16, /* before arenas are used */
};

/* Runs with many nodes lose most time to TLB misses, so beyond a few slabs they are allocated in
   huge pages. */
static char *take_slab_memory(struct exprs *exprs) {
  if (exprs->slabs.count < SMALL_SLABS) return alloc_bytes(SLAB_BYTES);
  if (exprs->spare.count == 0) {
    char *arena = aligned_alloc(HUGE_PAGE, ARENA_BYTES);
    if (arena == NULL) FAULT("no memory for %d bytes of expressions", ARENA_BYTES);
    madvise(arena, ARENA_BYTES, MADV_HUGEPAGE);
    vec_push(&exprs->arenas, arena);
    for (size_t at = ARENA_BYTES; at > 0; at -= SLAB_BYTES)
      vec_push(&exprs->spare, arena + at - SLAB_BYTES);
  }
  return vec_pop(&exprs->spare);
}

static bool is_in_arena(const struct exprs *exprs, const char *base) {
  for (size_t k = 0; k < exprs->arenas.count; k++)
    if (base >= exprs->arenas.data[k] && base < exprs->arenas.data[k] + ARENA_BYTES) return true;
  return false;
}

static void give_slab_memory(struct exprs *exprs, char *base) {
  if (!is_in_arena(exprs, base)) {
    free(base);
    return;
  }
  madvise(base, SLAB_BYTES, MADV_DONTNEED);
  vec_push(&exprs->spare, base);
}

/* Slab 0 stays unused, so that reference 0 means none. */
static uint32_t new_slab(struct exprs *exprs, uint32_t grains) {
  uint32_t number;
  if (exprs->empty_slabs.count) {
    number = vec_pop(&exprs->empty_slabs);
  } else {
    number = (uint32_t)exprs->slabs.count;
    if (number >> (32 - SLAB_GRAINS_LOG)) FAULT("more than 32 GiB of expressions");
    vec_push(&exprs->slabs, ((struct slab){0}));
  }
  exprs->slabs.data[number] = (struct slab){.base = take_slab_memory(exprs), .cell_grains = grains};
  return number;
}

void cells_extend(struct exprs *exprs, uint32_t grains) {
  struct cells *cells = &exprs->cells[grains];
  uint32_t number = new_slab(exprs, grains);
  cells->bump = exprs->slabs.data[number].base;
  cells->bump_end = cells->bump + (SLAB_BYTES / 8 / grains) * (size_t)grains * 8;
  cells->bump_reference = number << SLAB_GRAINS_LOG;
}

uint32_t cells_used(const struct exprs *exprs, const struct slab *slab) {
  const struct cells *cells = &exprs->cells[slab->cell_grains];
  size_t bytes = SLAB_BYTES;
  if (cells->bump >= slab->base && cells->bump_end <= slab->base + SLAB_BYTES)
    bytes = (size_t)(cells->bump - slab->base);
  return (uint32_t)(bytes / 8 / slab->cell_grains);
}

/* Frees the slab's unmarked cells; the free list is built from the end, so that cells are reused in
   memory order. True if any cell is live. */
static bool sweep_slab(struct exprs *exprs, uint32_t number) {
  struct slab *slab = &exprs->slabs.data[number];
  struct cells *cells = &exprs->cells[slab->cell_grains];
  uint32_t before = cells->free;
  bool has_live = false;
  for (uint32_t k = cells_used(exprs, slab); k-- > 0;) {
    struct expr *e = (struct expr *)(slab->base + (size_t)k * slab->cell_grains * 8);
    if (e->kind != NODE_FREE && (e->mark & MARK_LIVE)) {
      e->mark &= (uint8_t)~MARK_LIVE;
      has_live = true;
      continue;
    }
    if (e->kind != NODE_FREE) exprs->live--;
    e->kind = NODE_FREE;
    e->support = cells->free;
    cells->free = number << SLAB_GRAINS_LOG | k * slab->cell_grains;
  }
  if (!has_live) cells->free = before;
  return has_live;
}

static void release_slab(struct exprs *exprs, uint32_t number) {
  struct slab *slab = &exprs->slabs.data[number];
  give_slab_memory(exprs, slab->base);
  *slab = (struct slab){0};
  vec_push(&exprs->empty_slabs, number);
}

void cells_sweep(struct exprs *exprs) {
  for (unsigned c = 0; c < CELL_CLASSES; c++) exprs->cells[c].free = 0;
  for (uint32_t s = (uint32_t)exprs->slabs.count; s-- > 1;) {
    struct slab *slab = &exprs->slabs.data[s];
    if (slab->base == NULL || sweep_slab(exprs, s)) continue;
    struct cells *cells = &exprs->cells[slab->cell_grains];
    if (cells->bump >= slab->base && cells->bump_end <= slab->base + SLAB_BYTES)
      *cells = (struct cells){.free = cells->free};
    release_slab(exprs, s);
  }
}

void cells_init(struct exprs *exprs) { vec_push(&exprs->slabs, ((struct slab){0})); }

void cells_free(struct exprs *exprs) {
  for (size_t s = 0; s < exprs->slabs.count; s++)
    if (!is_in_arena(exprs, exprs->slabs.data[s].base)) free(exprs->slabs.data[s].base);
  for (size_t k = 0; k < exprs->arenas.count; k++) free(exprs->arenas.data[k]);
  vec_free(&exprs->arenas);
  vec_free(&exprs->spare);
  vec_free(&exprs->slabs);
  vec_free(&exprs->empty_slabs);
}

size_t cells_bytes(const struct exprs *exprs) {
  size_t slabs = exprs->slabs.count - 1 - exprs->empty_slabs.count;
  return slabs * SLAB_BYTES + exprs->slabs.capacity * sizeof *exprs->slabs.data;
}
